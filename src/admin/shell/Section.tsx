import type { ReactNode } from 'react';
import { PageTitle } from '#src/shared/ui/PageTitle.tsx';
import styles from './Section.module.css';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Text } from '#src/shared/ui/text/Text.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';

/** Names the tab of an admin page: the page first, then the product, as on every page of the administration. */
export function AdminTitle({ children }: { children: string }) {
  return <PageTitle>{`${children} – Circuit Tree`}</PageTitle>;
}

interface SectionProps {
  title: string;
  /** A button beside the title. */
  action: ReactNode;
  /** A line shown in place of the content, while it is loading or when there is none. */
  note: string | undefined;
  children: ReactNode;
}

export function Section({ title, action, note, children }: SectionProps) {
  const id = `${title.toLowerCase().replaceAll(' ', '-')}-heading`;
  return (
    <Stack as="section" aria-labelledby={id}>
      <SectionHead id={id} title={title}>
        {action}
      </SectionHead>
      {children}
      {note && <Text tone="quiet">{note}</Text>}
    </Stack>
  );
}

interface SectionHeadProps {
  id?: string;
  title: string;
  /** A button or link beside the title. */
  children?: ReactNode;
}

export function SectionHead({ id, title, children }: SectionHeadProps) {
  return (
    <div className={styles.head}>
      <Heading level={2} id={id} className={styles.title}>
        <bdi>{title}</bdi>
      </Heading>
      {children}
    </div>
  );
}
