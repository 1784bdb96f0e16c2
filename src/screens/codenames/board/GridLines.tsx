import { type Corners, gridLines } from '#domain/codenames/geometry.ts';
import styles from './GridLines.module.css';

/** The lines of the 5×5 grid over a picture; the corners are fractions of the picture's width and height. */
export function GridLines({ corners }: { corners: Corners }) {
  const path = gridLines(corners)
    .map(([from, to]) => `M${from.x} ${from.y}L${to.x} ${to.y}`)
    .join('');
  return (
    <svg className={styles.grid} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.halo} d={path} />
      <path className={styles.line} d={path} />
    </svg>
  );
}
