import type { ReactNode } from 'react';
import styles from './Section.module.css';
import { SectionHead } from './SectionHead.tsx';

interface Props {
  title: string;
  /** What can be done about it. */
  action: ReactNode;
  /** Said in place of what is not there: not yet, or not at all. */
  note: string | undefined;
  children: ReactNode;
}

export function Section({ title, action, note, children }: Props) {
  const id = `${title.toLowerCase()}-heading`;
  return (
    <section aria-labelledby={id} className={styles.section}>
      <SectionHead id={id} title={title}>
        {action}
      </SectionHead>
      {children}
      {note && <p className={styles.note}>{note}</p>}
    </section>
  );
}
