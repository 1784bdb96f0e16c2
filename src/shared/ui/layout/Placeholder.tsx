import { drawElement, joinClasses, type ElementAttributes } from '../element.ts';
import styles from './Placeholder.module.css';

interface PlaceholderProps extends ElementAttributes {
  as?: 'div' | 'p' | undefined;
}

/** Stands where a list will be, and says why there is none yet. */
export function Placeholder({ as = 'div', className, ...rest }: PlaceholderProps) {
  return drawElement(as, { className: joinClasses(styles.placeholder, className), ...rest });
}
