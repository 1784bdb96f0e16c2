import type { ComponentPropsWithRef } from 'react';
import { joinClasses } from '../element.ts';
import styles from './Legend.module.css';

/** Names a group of fields, and looks like the label of one. */
export function Legend({ className, children, ...rest }: ComponentPropsWithRef<'legend'>) {
  return (
    <legend className={joinClasses(styles.legend, className)} {...rest}>
      {children}
    </legend>
  );
}
