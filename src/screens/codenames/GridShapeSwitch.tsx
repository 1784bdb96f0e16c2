import type { GridShape } from '../../domain/codenamesGeometry.ts';
import styles from './GridShapeSwitch.module.css';

interface GridShapeSwitchProps {
  shape: GridShape;
  onChoose: (shape: GridShape) => void;
}

/** Picture cards are square, cards with words are wide. */
export function GridShapeSwitch({ shape, onChoose }: GridShapeSwitchProps) {
  const wide = shape === 'wide';
  return (
    <button
      type="button"
      role="switch"
      aria-checked={wide}
      className={styles.switch}
      onClick={() => onChoose(wide ? 'square' : 'wide')}
    >
      <span className={styles.track} aria-hidden="true" />
      Wide cards
    </button>
  );
}
