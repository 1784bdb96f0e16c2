import type { ComponentPropsWithRef } from 'react';
import styles from './Switch.module.css';

interface SwitchProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'role'> {
  label: string;
  checked: boolean;
}

/** Something that is on or off, and takes effect at once, without a button to save it. */
export function Switch({ label, checked, ...input }: SwitchProps) {
  return (
    <label className={styles.switch}>
      {label}
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        className={styles.track}
        {...input}
      />
    </label>
  );
}
