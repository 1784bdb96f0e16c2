import { type ComponentPropsWithRef, useId } from 'react';
import { Stack } from '../layout/Stack.tsx';
import { Text } from '../text/Text.tsx';
import styles from './SelectField.module.css';

interface SelectFieldProps extends ComponentPropsWithRef<'select'> {
  label: string;
}

export function SelectField({ label, className, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <Stack gap={1} className={className}>
      <Text as="label" size="s" strong htmlFor={id}>
        {label}
      </Text>
      <select {...select} id={id} className={styles.select} />
    </Stack>
  );
}
