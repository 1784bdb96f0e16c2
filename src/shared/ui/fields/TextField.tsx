import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { shapes } from '../shapes.ts';
import styles from './TextField.module.css';

export interface TextFieldProps extends ComponentPropsWithRef<'input'> {
  label: string;
  hint?: ReactNode;
  /** Shown instead of the hint, and marks the field as invalid. */
  error?: ReactNode;
}

export function TextField({ label, hint, error, className, ...input }: TextFieldProps) {
  const id = useId();
  const note = error || hint;
  return (
    <div className={[shapes.stack1, className].filter(Boolean).join(' ')}>
      <label htmlFor={id} className={`${shapes.strong} ${shapes.fine}`}>
        {label}
      </label>
      <input
        dir="auto"
        {...input}
        id={id}
        className={`${shapes.box} ${shapes.wide} ${shapes.touch} ${shapes.surface} ${styles.input}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
      />
      {/* Rendered also without a note, so that nothing below moves when a note appears. */}
      <p
        id={`${id}-note`}
        className={`${shapes.words} ${shapes.tiny} ${shapes.awaited} ${error ? shapes.failed : shapes.quiet}`}
      >
        {note}
      </p>
    </div>
  );
}
