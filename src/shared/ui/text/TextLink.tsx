import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import { joinClasses } from '../element.ts';
import styles from './TextLink.module.css';

function TextAnchor({ className, children, ...rest }: ComponentPropsWithRef<'a'>) {
  return (
    <a className={joinClasses(styles.link, className)} {...rest}>
      {children}
    </a>
  );
}

/** A link in the colour of what acts, underlined below a pointer. LinkButton leads on in the same way as a button. */
export const TextLink = createLink(TextAnchor);

function BackAnchor({ className, children, ...rest }: ComponentPropsWithRef<'a'>) {
  return (
    <a className={joinClasses(styles.link, styles.back, className)} {...rest}>
      {children}
    </a>
  );
}

/** Leads to the page above this one, and is as high as a finger needs. */
export const BackLink = createLink(BackAnchor);
