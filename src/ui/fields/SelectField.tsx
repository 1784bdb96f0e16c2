import { type ComponentPropsWithRef, useId } from 'react';
import styles from './TextField.module.css';

export interface SelectFieldProps extends ComponentPropsWithRef<'select'> {
  label: string;
}

export function SelectField({ label, className, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={[styles.field, className].filter(Boolean).join(' ')}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <select {...select} id={id} className={styles.input} />
    </div>
  );
}
