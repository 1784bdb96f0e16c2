import styles from './Switch.module.css';

interface SwitchProps {
  label: string;
  on: boolean;
  onToggle: (on: boolean) => void;
}

export function Switch({ label, on, onToggle }: SwitchProps) {
  return (
    <button type="button" role="switch" aria-checked={on} className={styles.switch} onClick={() => onToggle(!on)}>
      <span className={styles.track} aria-hidden="true" />
      {label}
    </button>
  );
}
