import { useTexts } from '#src/tablet/texts.ts';
import styles from './SlideshowBar.module.css';

interface Props {
  title: string;
  hidden: boolean;
  onClose: () => void;
}

export function SlideshowBar({ title, hidden, onClose }: Props) {
  const text = useTexts();
  return (
    <header className={styles.bar} data-hidden={hidden || undefined}>
      <h2 className={styles.title} dir="auto">
        {title}
      </h2>
      <button type="button" className={styles.close} onClick={onClose}>
        {text('✕ Close')}
      </button>
    </header>
  );
}
