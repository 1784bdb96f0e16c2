import type { LinkProps } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { Icon, type IconName } from '#src/shared/ui/Icon.tsx';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import styles from './MenuScreen.module.css';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';

interface AreaWords {
  name: string;
  /** The contents of the area, in a few words. */
  text: string;
  icon: IconName;
}

/** A large button that leads to an area. Its accessible name is only the area's; its contents describe it. */
export function AreaLink({ to, ...words }: AreaWords & { to: NonNullable<LinkProps['to']> }) {
  const id = useId();
  return (
    <LinkButton to={to} size="l" aria-labelledby={`${id}-name`} aria-describedby={`${id}-text`}>
      <AreaLabel id={id} {...words} />
    </LinkButton>
  );
}

export function AreaLabel({ id, name, text, icon }: AreaWords & { id: string }): ReactNode {
  return (
    <>
      <Icon name={icon} />
      <Stack as="span" gap={1}>
        <span id={`${id}-name`}>{name}</span>
        {/* Drawn by the style sheet: as a description, it must not be part of the visible name. */}
        <Note as="span" className={styles.contents} data-text={text} aria-hidden="true" />
        <span id={`${id}-text`} hidden>
          {text}
        </span>
      </Stack>
    </>
  );
}
