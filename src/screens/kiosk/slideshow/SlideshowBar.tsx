import styles from './SlideshowBar.module.css';

interface Props {
  title: string;
  hidden: boolean;
  onClose: () => void;
}

export function SlideshowBar({ title, hidden, onClose }: Props) {
  return (
    <header className={styles.bar} data-hidden={hidden || undefined}>
      <h2 className={styles.title}>{title}</h2>
      <button type="button" className={styles.close} onClick={onClose}>
        ✕ Close
      </button>
    </header>
  );
}
