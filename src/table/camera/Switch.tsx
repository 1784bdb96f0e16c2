import { shapes } from '#src/shared/ui/shapes.ts';
import styles from './Switch.module.css';

interface SwitchProps {
  label: string;
  on: boolean;
  onToggle: (on: boolean) => void;
}

export function Switch({ label, on, onToggle }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      className={`${shapes.beside3} ${shapes.note} ${shapes.touch} ${shapes.rounded} ${shapes.pressed} ${shapes.amid} ${styles.switch}`}
      onClick={() => onToggle(!on)}
    >
      <span className={`${shapes.relative} ${styles.track}`} aria-hidden="true" />
      {label}
    </button>
  );
}
