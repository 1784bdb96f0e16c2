import type { ReactNode } from 'react';
import { Logo } from '#src/shared/ui/Logo.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { CentredPage } from '#src/visit/frame/CentredPage.tsx';
import styles from './LandingScreen.module.css';

/** The page of a link that asks something before anybody is signed in by it. */
export function LinkPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <CentredPage title={title}>
      <div className={styles.card}>
        <Logo label="Circuit Tree" className={styles.smallLogo} />
        <Heading level={1} size="l">
          Circuit Tree
        </Heading>
        {children}
      </div>
    </CentredPage>
  );
}
