import type { ComponentPropsWithRef } from 'react';
import { buttonClass, type ButtonLook } from './buttonClass.ts';

type ButtonProps = ComponentPropsWithRef<'button'> & ButtonLook;

/** A button that does something on this page. LinkButton looks the same and leads to another page. */
export function Button({ variant, size, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass({ variant, size }, className)} {...rest} />;
}
