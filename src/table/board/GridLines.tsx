import type { Grid } from '#domain/table/board.ts';
import { type Corners, gridLines } from '#domain/table/geometry.ts';
import styles from './GridLines.module.css';

/** The lines of the grid over a picture; the corners are fractions of the picture's width and height. */
export function GridLines({ corners, grid }: { corners: Corners; grid: Grid }) {
  const path = gridLines(corners, grid)
    .map(([from, to]) => `M${from.x} ${from.y}L${to.x} ${to.y}`)
    .join('');
  return (
    <svg className={styles.grid} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.halo} d={path} />
      <path className={styles.line} d={path} />
    </svg>
  );
}
