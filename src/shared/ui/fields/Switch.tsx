import type { ComponentPropsWithRef } from 'react';
import { shapes } from '../shapes.ts';
import styles from './Switch.module.css';

interface SwitchProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'role'> {
  label: string;
  checked: boolean;
}

/** Something that is on or off, and takes effect at once, without a button to save it. */
export function Switch({ label, checked, ...input }: SwitchProps) {
  return (
    <label className={`${shapes.beside3} ${shapes.apart} ${shapes.touch} ${shapes.hand}`}>
      {label}
      <input
        type="checkbox"
        // A checkbox states by itself whether it is on, and may have no `aria-checked` besides.
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
        role="switch"
        checked={checked}
        className={`${shapes.relative} ${shapes.rigid} ${shapes.sunken} ${shapes.hand} ${shapes.tight} ${styles.track}`}
        {...input}
      />
    </label>
  );
}
