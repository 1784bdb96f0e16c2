import { drawElement, joinClasses, type ElementAttributes } from '../element.ts';
import styles from './Row.module.css';

type Space = 0 | 1 | 2 | 3 | 4 | 5;

interface RowProps extends ElementAttributes {
  as?: 'div' | 'nav' | 'header' | 'form' | 'fieldset' | 'ul' | 'ol' | 'li' | 'p' | 'span' | 'label' | undefined;
  /** The space between neighbours, a step of the tokens' spaces. */
  gap?: Space | undefined;
  /** The space between lines, where it differs from `gap`. */
  lineGap?: Space | undefined;
  align?: 'center' | 'baseline' | 'stretch' | undefined;
  /** Without it they stand at the start. */
  justify?: 'center' | 'end' | 'between' | undefined;
  /** Whether what has no room goes to the next line. */
  wrap?: boolean | undefined;
}

/** Side by side, and on the next line where there is no room. */
export function Row(props: RowProps) {
  const { as = 'div', gap = 2, lineGap = gap, align = 'center', justify, wrap = true, className, ...rest } = props;
  const gaps = joinClasses(styles[`gap${gap}`], styles[`lineGap${lineGap}`]);
  const places = joinClasses(styles[`align-${align}`], justify && styles[`justify-${justify}`]);
  return drawElement(as, { className: joinClasses(styles.row, wrap && styles.wrap, gaps, places, className), ...rest });
}
