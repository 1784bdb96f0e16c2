import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import { buttonClass, type ButtonLook } from './buttonClass.ts';

type AnchorProps = ComponentPropsWithRef<'a'> & ButtonLook;

function ButtonAnchor({ variant, size, className, children, ...rest }: AnchorProps) {
  return (
    <a className={buttonClass({ variant, size }, className)} {...rest}>
      {children}
    </a>
  );
}

/** A link that looks like a button, with the router's typed `to`, `params` and `search`. */
export const LinkButton = createLink(ButtonAnchor);
