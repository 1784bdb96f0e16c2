import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { reloadIntoUpdate } from '#src/shared/offline/applyUpdates.ts';
import { useUpdateReady } from '#src/shared/offline/checkForUpdates.ts';
import { onReconnect, useServerReachable } from '#src/shared/offline/connection.ts';
import { useTexts } from '#src/shared/tablet/texts.ts';
import { Message } from '#src/shared/ui/Message.tsx';
import { NewVersionMessage } from '#src/shared/ui/NewVersionMessage.tsx';
import styles from './PageNotes.module.css';

/** Notes at the foot of a page. */
export function PageNotes({ ofAdmin }: { ofAdmin: boolean }) {
  const updateReady = useUpdateReady();
  const says = useTexts();
  return (
    <div className={styles.notes}>
      {ofAdmin && <OutOfReachNote />}
      {updateReady && <NewVersionMessage onReload={reloadIntoUpdate} says={says} />}
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
    <Message kind="error">The server is out of reach. This page continues as soon as the server responds.</Message>
  );
}
