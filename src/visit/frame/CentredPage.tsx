import type { ReactNode } from 'react';
import { PageTitle } from '#src/shared/ui/PageTitle.tsx';
import styles from './CentredPage.module.css';

/** A page with little on it, in the middle of the window. */
export function CentredPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <PageTitle>{title}</PageTitle>
      {children}
    </main>
  );
}
