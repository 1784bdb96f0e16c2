import { drawElement, joinClasses, type ElementAttributes } from '../element.ts';
import styles from './Card.module.css';

interface CardProps extends ElementAttributes {
  as?: 'div' | 'section' | 'fieldset' | 'ul' | 'ol' | 'li' | 'dl' | 'form' | undefined;
  /** Without it the content reaches the border, as a list of CardRow does. */
  padding?: 'm' | 'l' | 'xl' | undefined;
}

/** A box with a border; `data-selected` shows that it is selected. */
export function Card({ as = 'div', padding, className, ...rest }: CardProps) {
  return drawElement(as, { className: joinClasses(styles.card, padding && styles[padding], className), ...rest });
}

/** An item of a card that is a list: a text, then what one can do with it. */
export function CardRow({ className, ...rest }: ElementAttributes) {
  return drawElement('li', { className: joinClasses(styles.row, className), ...rest });
}
