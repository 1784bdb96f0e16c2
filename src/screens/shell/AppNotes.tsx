import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { KIOSK_PAGE } from '../../contract/paths.ts';
import { onReconnect, useServerReachable } from '../../offline/connection.ts';
import { reloadIntoUpdate, useUpdateReady } from '../../offline/updates.ts';
import { Button } from '../../ui/Button.tsx';
import { Message } from '../../ui/Message.tsx';
import styles from './AppNotes.module.css';

/** Its screen has the note in a place of its own, where it covers no button. */
const CODENAMES_PAGE = /^\/codenames(?:\/|$)/;
const ADMIN_PAGE = /^\/admin(?:\/|$)/;

/** Administration works with the server alone: it says so while there is none, and asks again by itself. */
function OutOfReachNote() {
  const router = useRouter();
  const isReachable = useServerReachable();
  useEffect(() => onReconnect(() => void router.invalidate()), [router]);
  if (isReachable) return null;
  return (
    <Message kind="error">The server is out of reach. This page goes on by itself as soon as it answers again.</Message>
  );
}

function UpdateNote() {
  if (!useUpdateReady()) return null;
  return (
    <Message kind="info" action={<Button onClick={reloadIntoUpdate}>Reload</Button>}>
      New version
    </Message>
  );
}

/** At the foot of every page that has a person in front of it; the kiosk looks after itself. */
export function AppNotes() {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  if (KIOSK_PAGE.test(pathname) || CODENAMES_PAGE.test(pathname)) return null;
  return (
    <div className={styles.notes}>
      {ADMIN_PAGE.test(pathname) && <OutOfReachNote />}
      <UpdateNote />
    </div>
  );
}
