import styles from './ProgressBar.module.css';

interface ProgressBarProps {
  /** The accessible name of the progress. */
  label: string;
  /** 0–100. */
  percent: number;
  size?: 's' | 'm';
}

export function ProgressBar({ label, percent, size = 'm' }: ProgressBarProps) {
  const value = Math.floor(Math.max(0, Math.min(100, percent)));
  return <progress className={`${styles.bar} ${styles[size]}`} aria-label={label} max={100} value={value} />;
}
