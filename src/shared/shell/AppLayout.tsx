import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { areaOf } from '#contract/areas.ts';
import { lazyPart } from '#src/shared/ui/lazyPart.ts';

/** Loaded when needed, because it contains the router's links, which a kiosk's first screen does not need. */
const NotFoundScreen = lazyPart(async () => (await import('./NotFoundScreen.tsx')).NotFoundScreen);
const PageNotes = lazyPart(async () => (await import('./PageNotes.tsx')).PageNotes);

/** Wraps every screen, and shows the notes of the app as a whole. */
export function AppLayout() {
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
