import { drawElement, joinClasses, type ElementAttributes } from '../element.ts';
import styles from './Tiles.module.css';

interface TilesProps extends ElementAttributes {
  as?: 'div' | 'nav' | 'ul' | undefined;
}

/** Columns as wide as a few words, as many as fit. */
export function Tiles({ as = 'div', className, ...rest }: TilesProps) {
  return drawElement(as, { className: joinClasses(styles.tiles, className), ...rest });
}
