import type { ComponentPropsWithRef } from 'react';
import { Row } from '../layout/Row.tsx';
import styles from './Switch.module.css';

interface SwitchProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'role'> {
  label: string;
  checked: boolean;
}

/** Something that is on or off, and takes effect at once, without a button to save it. */
export function Switch({ label, checked, ...input }: SwitchProps) {
  return (
    <Row as="label" gap={3} justify="between" wrap={false} className={styles.line}>
      {label}
      <input
        type="checkbox"
        // A checkbox states by itself whether it is on, and may have no `aria-checked` besides.
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
        role="switch"
        checked={checked}
        className={styles.track}
        {...input}
      />
    </Row>
  );
}
