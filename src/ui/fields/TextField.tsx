import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
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
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        dir="auto"
        {...input}
        id={id}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
      />
      {/* Rendered also without a note, so that nothing below moves when a note appears. */}
      <p id={`${id}-note`} className={error ? styles.error : styles.hint}>
        {note}
      </p>
    </div>
  );
}
