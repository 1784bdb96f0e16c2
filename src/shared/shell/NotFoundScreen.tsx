import { useLocation } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { areaOf } from '#contract/areas.ts';
import { removeFirstFrame } from '#src/shared/device/firstFrame.ts';
import { keyInAddress } from '#domain/access/kioskAddress.ts';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import { Logo } from '#src/shared/ui/Logo.tsx';
import styles from './NotFoundScreen.module.css';

/** Shown at every address that is no page of the app. */
export function NotFoundScreen() {
  useLayoutEffect(removeFirstFrame, []);
  return (
    <main className={styles.page}>
      <Logo className={styles.logo} />
      <h1 className={styles.title}>There is nothing at this address</h1>
      <p>It may be mistyped, or the page is gone.</p>
      <WayHome />
    </main>
  );
}

/** Leads to the home of the part of the app that the address belongs to; a tablet keeps its key. */
function WayHome() {
  const { pathname, searchStr } = useLocation();
  const label = 'Go to the home page';
  const apiKey = keyInAddress({ pathname, search: searchStr });
  if (apiKey) {
    return (
      <LinkButton to="/circuit-tree" search={{ apiKey }} size="l" variant="primary">
        {label}
      </LinkButton>
    );
  }
  return (
    <LinkButton to={areaOf(pathname)?.name === 'admin' ? '/admin' : '/'} size="l" variant="primary">
      {label}
    </LinkButton>
  );
}
