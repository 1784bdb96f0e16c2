import { drawElement, joinClasses, type ElementAttributes } from '../element.ts';
import styles from './Stack.module.css';

interface StackProps extends ElementAttributes {
  as?: 'div' | 'section' | 'header' | 'form' | 'fieldset' | 'ul' | 'ol' | 'li' | 'dl' | 'span' | 'output' | undefined;
  /** A step of the tokens' spaces; 0 leaves a hair between lines of one text. */
  gap?: 0 | 1 | 2 | 3 | 4 | 5 | undefined;
  /** Without it the children are as wide as the stack. */
  align?: 'start' | 'center' | undefined;
}

/** One below the other. A long word wraps instead of widening the stack. */
export function Stack({ as = 'div', gap = 3, align, className, ...rest }: StackProps) {
  const classes = joinClasses(styles.stack, styles[`gap${gap}`], align && styles[align], className);
  return drawElement(as, { className: classes, ...rest });
}
