import { Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { keyInAddress } from '#domain/access/kioskAddress.ts';
import { areaOf } from '#contract/areas.ts';
import { onKeyRevoked } from '../../offline/bridge.ts';
import { endKey } from '../../kioskKey/kioskKey.ts';
import { lazyPart } from '../../ui/lazyPart.ts';

/** Has the router's links, which a kiosk's first screen does not need. */
const NotFoundScreen = lazyPart(async () => (await import('./NotFoundScreen.tsx')).NotFoundScreen);
const PageNotes = lazyPart(async () => (await import('./PageNotes.tsx')).PageNotes);

/** Wraps every screen: shows the notes of the app as a whole, and leaves a kiosk whose key is revoked. */
export function AppLayout() {
  useRevokedKey();
  return (
    <>
      <Outlet />
      <AppNotes />
    </>
  );
}

/**
 * The kiosk has no notes, because it updates by itself, and does not load their code. Codenames shows its note in its
 * header, where it covers no button.
 */
function AppNotes() {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const area = areaOf(pathname)?.name;
  if (area === 'kiosk' || area === 'codenames') return null;
  return (
    <Suspense>
      <PageNotes ofAdmin={area === 'admin'} />
    </Suspense>
  );
}

/** Shown at an address that is no page. */
export function MissingPage() {
  return (
    <Suspense>
      <NotFoundScreen />
    </Suspense>
  );
}

/** Leaves the kiosk for the landing page when the response to any call says that this page's key is revoked. */
function useRevokedKey(): void {
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(
    () =>
      onKeyRevoked(() => {
        const { pathname, searchStr } = router.state.location;
        void navigate(endKey(keyInAddress({ pathname, search: searchStr }) ?? ''));
      }),
    [navigate, router],
  );
}
