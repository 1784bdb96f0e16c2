import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { areaOf } from '../../contract/pages.ts';
import { onReconnect, useServerReachable } from '../../offline/connection.ts';
import { reloadIntoUpdate } from '../../offline/applyUpdates.ts';
import { useUpdateReady } from '../../offline/checkForUpdates.ts';
import { Message } from '../../ui/Message.tsx';
import { NewVersionMessage } from '../../ui/NewVersionMessage.tsx';
import styles from './AppFrame.module.css';
import { useRevokedKey } from './useRevokedKey.ts';

/** Wraps every screen: shows the notes of the app as a whole, and leaves a kiosk whose key is revoked. */
export function AppFrame() {
  useRevokedKey();
  return (
    <>
      <Outlet />
      <AppNotes />
    </>
  );
}

/**
 * Notes at the foot of a page. The kiosk has none, because it updates by itself. Codenames shows its note in its
 * header, where it covers no button.
 */
function AppNotes() {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const updateReady = useUpdateReady();
  const area = areaOf(pathname)?.name;
  if (area === 'kiosk' || area === 'codenames') return null;
  return (
    <div className={styles.notes}>
      {area === 'admin' && <OutOfReachNote />}
      {updateReady && <NewVersionMessage onReload={reloadIntoUpdate} />}
    </div>
  );
}

/** Shown on admin pages, which need the server for everything; their data is reloaded when the server is back. */
function OutOfReachNote() {
  const router = useRouter();
  const isReachable = useServerReachable();
  useEffect(() => onReconnect(() => void router.invalidate()), [router]);
  if (isReachable) return null;
  return (
    <Message kind="error">The server is out of reach. This page goes on by itself as soon as it answers again.</Message>
  );
}
