import spoken from '../spokenOnly.module.css';
import { drawElement, type ElementAttributes } from '../element.ts';

interface SpokenOnlyProps extends Omit<ElementAttributes, 'className'> {
  as?: 'span' | 'p' | 'caption' | 'h1' | 'h2' | 'output' | undefined;
}

/** Read by screen readers, and not seen. */
export function SpokenOnly({ as = 'span', ...rest }: SpokenOnlyProps) {
  return drawElement(as, { className: spoken.spokenOnly, ...rest });
}
