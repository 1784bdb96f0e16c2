import { drawElement, joinClasses, type ElementAttributes } from '../element.ts';
import styles from './Columns.module.css';

/** Two halves of a page: side by side where there is room, else one below the other. */
export function Columns({ className, ...rest }: ElementAttributes) {
  return drawElement('div', { className: joinClasses(styles.columns, className), ...rest });
}
