import { useEffect } from 'react';
import { ACCOUNT_EVENTS } from '#contract/users/accountAlbums.ts';
import { isWorthAnotherTry, pauseBeforeAttemptMs } from '#domain/uploads/uploadPlan.ts';
import { readAccountEvents } from '#src/admin/api/account.ts';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { reloadLibrary } from '#src/admin/shell/libraryEdits.ts';
import { statusOf } from '#src/shared/api/http.ts';
import { useStoredUser } from '#src/shared/session/storedUser.ts';
import { ownAccountChanged } from '#src/admin/shell/ownAccount.ts';

/** Loads everything on screen again when the person sees other albums than before. Admins always see all. */
export function useAccountEvents(): void {
  const user = useStoredUser();
  const userId = user?.permissions.includes('admin') ? undefined : user?.userId;
  useEffect(() => {
    if (userId === undefined) return undefined;
    return followAlbums(() => {
      ownAccountChanged();
      void reloadLibrary();
    });
  }, [userId]);
}

/**
 * Calls back when the person sees other albums, until the returned function is called. A hidden page has no stream, since
 * a browser opens only a few connections to one server; it catches up when it is shown again.
 */
function followAlbums(onAlbums: () => void): () => void {
  let listening: AbortController | undefined;
  let hasListened = false;
  const begin = () => {
    // Events between two streams were missed.
    if (hasListened) onAlbums();
    hasListened = true;
  };
  const follow = () => {
    const isShown = document.visibilityState === 'visible';
    if (isShown === (listening !== undefined)) return;
    listening?.abort();
    listening = isShown ? new AbortController() : undefined;
    if (listening) void listen(listening.signal, { begin, onAlbums });
  };
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    listening?.abort();
  };
}

interface Listener {
  /** Called with the first event of each stream. */
  begin: () => void;
  onAlbums: () => void;
}

/** Reads one stream after another, with growing pauses where they fail. */
async function listen(signal: AbortSignal, { begin, onAlbums }: Listener): Promise<void> {
  let failuresInARow = 0;
  while (!signal.aborted) {
    let isFirst = true;
    const onEvent = (name: string) => {
      failuresInARow = 0;
      if (isFirst) begin();
      else if (name === ACCOUNT_EVENTS.albums) onAlbums();
      isFirst = false;
    };
    try {
      await adminCall((token) => readAccountEvents(token, { signal, onEvent }));
    } catch (error) {
      // Nobody listens any more, the session has ended, or the server has no such stream.
      if (signal.aborted || !isWorthAnotherTry(statusOf(error))) return;
    }
    failuresInARow += 1;
    await pause(pauseBeforeAttemptMs(failuresInARow), signal);
  }
}

/** Ends at once when the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
