import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { Stack } from '../layout/Stack.tsx';
import { Text } from '../text/Text.tsx';
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
    <Stack gap={1} className={className}>
      <Text as="label" size="s" strong htmlFor={id}>
        {label}
      </Text>
      <input
        dir="auto"
        {...input}
        id={id}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
      />
      {/* Rendered also without a note, so that nothing below moves when a note appears. */}
      <Text id={`${id}-note`} size="xs" tone={error ? 'danger' : 'quiet'} className={styles.note}>
        {note}
      </Text>
    </Stack>
  );
}
