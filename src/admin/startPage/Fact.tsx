import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Card } from '#src/shared/ui/layout/Card.tsx';
import { Text } from '#src/shared/ui/text/Text.tsx';
import styles from './Fact.module.css';

interface FactProps {
  value: string;
  more: string;
  isTrouble?: boolean;
  /** A FactLink. */
  children: ReactNode;
}

/** A number with a few words. */
export function Fact({ value, more, isTrouble = false, children }: FactProps) {
  return (
    <Card as="li" className={styles.fact}>
      <Text size="l" strong>
        {value}
      </Text>
      <p className={styles.more} data-trouble={isTrouble || undefined}>
        {more}
      </p>
      {children}
    </Card>
  );
}

function FactAnchor({ children, ...rest }: ComponentPropsWithRef<'a'>) {
  return (
    <a {...rest} className={styles.link}>
      {children}
    </a>
  );
}

/** A link whose pressable area is the whole fact. */
export const FactLink = createLink(FactAnchor);
