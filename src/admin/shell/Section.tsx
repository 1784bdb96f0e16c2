import type { ReactNode } from 'react';
import { PageTitle } from '#src/shared/ui/PageTitle.tsx';
import styles from './Section.module.css';
import { shapes } from '#src/shared/ui/shapes.ts';

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
    <section aria-labelledby={id} className={shapes.stack3}>
      <SectionHead id={id} title={title}>
        {action}
      </SectionHead>
      {children}
      {note && <p className={shapes.quiet}>{note}</p>}
    </section>
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
    <div className={`${shapes.ends3} ${styles.head}`}>
      <h2 id={id} className={`${shapes.heading} ${shapes.words} ${styles.title}`}>
        <bdi>{title}</bdi>
      </h2>
      {children}
    </div>
  );
}
