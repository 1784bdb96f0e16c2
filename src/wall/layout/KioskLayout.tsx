import { Outlet, useNavigate, useRouteContext, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { areaOf } from '#contract/areas.ts';
import { repeat } from '#domain/timing.ts';
import { endKey, onKeyRevoked, reportKeyDoubt, useKeyKnown } from '#src/shared/kioskKey/kioskKey.ts';
import { onReconnect } from '#src/shared/offline/connection.ts';
import { Logo } from '#src/shared/ui/Logo.tsx';
import { hasFirstFrame } from '#src/shared/device/firstFrame.ts';
import { useSlideshowOpen } from '#src/shared/offline/applyUpdates.ts';
import { primeWorkerCache } from '#src/wall/layout/primeWorkerCache.ts';
import styles from './KioskLayout.module.css';
import { keepTabletFresh, useTabletSettings } from '#src/shared/tablet/settings.ts';
import { lazyPart } from '#src/shared/ui/lazyPart.ts';
import { ServerMark } from '#src/wall/bars/ServerMark.tsx';
import { COVERS } from '#src/wall/covers.ts';

/** Keeps the tablet in contact with the server. Without it the screens work too, but notice changes later. */
const LiveTablet = lazyPart(async () => (await import('./LiveTablet.tsx')).LiveTablet);

/**
 * Loads the code of every other kiosk screen, so that no later tap depends on the network. The current screen is left
 * out: loading its code again after a failure would make the router forget that this screen has failed.
 * Returns whether the first screen has had its time.
 */
function useAllKioskCode(): boolean {
  const router = useRouter();
  const [isBegun, setBegun] = useState(false);
  useEffect(() => {
    const load = () => {
      setBegun(true);
      const shown = new Set<string>(router.state.matches.map(({ routeId }) => routeId));
      for (const route of Object.values(router.routesById)) {
        if (areaOf(route.fullPath)?.name !== 'kiosk' || shown.has(route.id)) continue;
        void router.loadRouteChunk(route)?.catch(() => undefined);
      }
    };
    const timer = setTimeout(load, 1_000);
    return () => clearTimeout(timer);
  }, [router]);
  return isBegun;
}

/** Makes the whole page dark, its overscroll too, for as long as a kiosk screen is shown. */
function useKioskPage(): void {
  useLayoutEffect(() => {
    document.documentElement.classList.add('kiosk');
    return () => document.documentElement.classList.remove('kiosk');
  }, []);
}

export function KioskLayout() {
  const isBegun = useAllKioskCode();
  useKioskPage();
  const { apiKey } = useRouteContext({ from: '/circuit-tree' });
  useKeyWatch(apiKey);
  const { history } = useRouter();
  useEffect(() => keepTabletFresh(apiKey, history.replace), [apiKey, history]);
  const settings = useTabletSettings();
  // A slideshow covers this page, and has its own offline mark.
  const isCovered = useSlideshowOpen();
  return (
    <div className={`kiosk ${styles.layout}`}>
      <Outlet />
      {!isCovered && <ServerMark />}
      {Object.entries(COVERS).map(
        ([name, { isNeeded, Part }]) =>
          (isBegun || isNeeded(settings)) && (
            <Suspense key={name}>
              <Part apiKey={apiKey} />
            </Suspense>
          ),
      )}
      {isBegun && (
        <Suspense>
          <LiveTablet apiKey={apiKey} />
        </Suspense>
      )}
    </div>
  );
}

/** Shown while the key is being checked, if that takes long and the page's first frame is gone. */
export function KioskPending() {
  if (hasFirstFrame()) return null;
  return (
    <div className={`kiosk ${styles.layout} ${styles.pending}`} aria-busy="true">
      <Logo label="Loading" className={styles.pendingLogo} />
    </div>
  );
}

const CHECK_EVERY_MS = 15 * 60_000;
/** The interval while the server does not know the key: the right server may be back at any moment. */
const UNKNOWN_CHECK_EVERY_MS = 30_000;

/**
 * Used by every kiosk screen: makes the key known to the service worker, checks it now and then, and leaves for the
 * letters once it is revoked. Without these checks the clock, which makes no calls, would be shown with a revoked key
 * until the next restart.
 */
function useKeyWatch(apiKey: string): void {
  const navigate = useNavigate();
  const checkEveryMs = useKeyKnown() ? CHECK_EVERY_MS : UNKNOWN_CHECK_EVERY_MS;
  useEffect(() => {
    void primeWorkerCache(apiKey).catch(() => undefined);
    // After an outage the key may have been revoked, or another server may respond.
    return onReconnect(() => reportKeyDoubt(apiKey));
  }, [apiKey]);
  useEffect(() => onKeyRevoked(apiKey, () => void navigate(endKey(apiKey))), [apiKey, navigate]);
  useEffect(() => repeat(checkEveryMs, () => reportKeyDoubt(apiKey)), [apiKey, checkEveryMs]);
}
