import { drawElement, joinClasses, type ElementAttributes } from '../element.ts';
import styles from './Heading.module.css';

interface HeadingProps extends ElementAttributes {
  level: 1 | 2 | 3;
  /** Without it the size is that of the level. */
  size?: 's' | 'm' | 'l' | 'xl' | 'xxl' | undefined;
}

const SIZES = { 1: 'xl', 2: 'l', 3: 'm' } as const;

/** A heading; names of any length wrap in it. */
export function Heading({ level, size = SIZES[level], className, ...rest }: HeadingProps) {
  return drawElement(`h${level}`, { className: joinClasses(styles.heading, styles[size], className), ...rest });
}
