import { drawElement, joinClasses, type ElementAttributes } from '../element.ts';
import styles from './Text.module.css';

interface TextProps extends ElementAttributes {
  as?:
    | 'p'
    | 'span'
    | 'div'
    | 'strong'
    | 'output'
    | 'label'
    | 'time'
    | 'code'
    | 'dt'
    | 'dd'
    | 'td'
    | 'li'
    | 'figcaption'
    | 'summary'
    | undefined;
  size?: 'xs' | 's' | 'm' | 'l' | undefined;
  tone?: 'quiet' | 'accent' | 'warm' | 'danger' | undefined;
  /** Half bold. */
  strong?: boolean | undefined;
  /** Digits of one width, for numbers that change in place or stand below each other. */
  digits?: boolean | undefined;
}

/** A text of the page's size and colour where nothing else is said; words of any length wrap in it. */
export function Text({ as = 'p', size, tone, strong, digits, className, ...rest }: TextProps) {
  const look = joinClasses(
    size && styles[size],
    tone && styles[tone],
    strong && styles.strong,
    digits && styles.digits,
  );
  return drawElement(as, { className: joinClasses(styles.text, look, className), ...rest });
}

/** A quiet line that explains what is above it; `xs` below a name in a list. */
export function Note({ size = 's', ...rest }: Omit<TextProps, 'tone'>) {
  return <Text size={size} tone="quiet" {...rest} />;
}
