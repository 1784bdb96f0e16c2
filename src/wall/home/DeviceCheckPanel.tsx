import { useRouteContext } from '@tanstack/react-router';
import { type MouseEvent, useEffect, useState } from 'react';
import { deviceCheck, type DeviceCheck } from './deviceCheck.ts';
import { isControlled } from '#src/shared/offline/bridge.ts';
import { rolledBackBuild } from './rolledBackBuild.ts';
import type { KioskText } from '#domain/tablets/languages/kioskText.ts';
import { useTexts } from '#src/shared/tablet/texts.ts';
import { primeWorkerCache } from '#src/wall/layout/primeWorkerCache.ts';
import styles from './DeviceCheckPanel.module.css';

interface HomeCheck extends DeviceCheck {
  /**
   * Whether the worker has stored the key: until then the next start without the server would end on the landing page.
   */
  startsOffline: boolean;
}

interface Point {
  name: KioskText;
  isMet: (check: HomeCheck) => boolean;
  remedy: KioskText;
}

const POINTS: Point[] = [
  {
    name: 'Secure connection',
    isMet: (check) => check.isSecure,
    remedy:
      'This page came over plain http, so the browser allows no offline mode. Open it by an https address: the page “HTTPS at home” of the documentation shows three ways.',
  },
  {
    name: 'Offline mode active',
    isMet: (check) => check.startsOffline,
    remedy: 'Reload this page once. If it stays off, leave the private window and allow site data for this address.',
  },
  {
    name: 'Photos safe in this browser',
    isMet: (check) => check.isStoragePersistent,
    remedy: 'The browser may clear the stored photos when space runs out. Install the app on the home screen.',
  },
  {
    name: 'Screen stays awake',
    isMet: (check) => check.canStayAwake,
    remedy: 'This browser cannot keep the screen on. Set the display to never sleep in the tablet’s own settings.',
  },
];

function useDeviceCheck(apiKey: string): HomeCheck | undefined {
  const [check, setCheck] = useState<HomeCheck>();
  useEffect(() => {
    let isShown = true;
    let isKeyStored = false;
    const run = async () => {
      const found = await deviceCheck();
      if (isShown) setCheck({ ...found, startsOffline: isControlled() && isKeyStored });
    };
    const runOnceStored = async () => {
      await primeWorkerCache(apiKey);
      isKeyStored = true;
      await run();
    };
    void run();
    // On a first visit the service worker takes control a moment after the page is loaded.
    void runOnceStored().catch(() => undefined);
    return () => {
      isShown = false;
    };
  }, [apiKey]);
  return check;
}

function PointLine({ point, isMet }: { point: Point; isMet: boolean }) {
  const text = useTexts();
  return (
    <li className={styles.point} data-met={isMet}>
      <span className={styles.sign} aria-hidden="true">
        {isMet ? '✓' : '✕'}
      </span>
      <span>
        {text(point.name)}: {text(isMet ? 'yes' : 'no')}
        {!isMet && <span className={styles.remedy}>{text(point.remedy)}</span>}
      </span>
    </li>
  );
}

/** The panel is at the foot of the home: the unfolded part would be below the edge of the screen. */
function showUnfolded({ currentTarget }: MouseEvent<HTMLElement>): void {
  const panel = currentTarget.parentElement;
  // Unfolded only after the press has been handled.
  setTimeout(() => panel?.scrollIntoView({ block: 'nearest' }));
}

/** Whether this device is suited for the wall, with the remedy for each 'no'. */
export function DeviceCheckPanel() {
  const text = useTexts();
  const { apiKey } = useRouteContext({ from: '/circuit-tree' });
  const check = useDeviceCheck(apiKey);
  const [leftBuild, setLeftBuild] = useState<string>();
  useEffect(() => void rolledBackBuild().then(setLeftBuild), []);
  if (!check) return null;
  const unmet = POINTS.filter((point) => !point.isMet(check)).length;
  return (
    <details className={styles.panel} open={!check.isSecure || undefined}>
      {/* Short, so that it is not the largest text of the home, which has to be painted with the first frame. */}
      <summary onClick={showUnfolded}>
        {unmet === 0
          ? text('This device is ready for the wall')
          : text(unmet === 1 ? '1 of 4 checks needs attention' : '# of 4 checks need attention').replace(
              '#',
              String(unmet),
            )}
      </summary>
      <ul className={styles.points}>
        {POINTS.map((point) => (
          <PointLine key={point.name} point={point} isMet={point.isMet(check)} />
        ))}
        {leftBuild && (
          <li className={styles.point} data-met={false}>
            <span className={styles.sign} aria-hidden="true">
              ↺
            </span>
            <span>
              {text(
                'The newest version (#) does not start on this device, so it runs the one before. It changes by itself as soon as the server has another.',
              ).replace('#', leftBuild)}
            </span>
          </li>
        )}
      </ul>
    </details>
  );
}
