import type { CredentialChanges } from '../../auth/credentialChanges.ts';
import type { Credentials } from '../../auth/credentials.ts';
import { endRevoked, type TabletListeners } from './tabletListeners.ts';

interface Options {
  listeners: TabletListeners;
  credentials: Pick<Credentials, 'activeKeys'>;
  credentialChanges: Pick<CredentialChanges, 'subscribe'>;
  now: () => number;
  onError: (error: unknown) => void;
}

interface RevokedStreams {
  /** Call for each new stream: its key may have been revoked while it began. */
  checkSoon(): void;
  close(): void;
}

/** Streams that begin at about the same time are checked together. */
const SOON_MS = 1_000;
/** The longest delay of a timer. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Ends the streams of keys that are revoked, also by the command line, or whose time is over; the others learn which
 * albums they may see.
 */
export function endRevokedStreams(options: Options): RevokedStreams {
  const { listeners, credentials, credentialChanges, now, onError } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let checks = 0;
  let newest = 0;

  async function check(): Promise<void> {
    dueAt = Number.POSITIVE_INFINITY;
    if (listeners.size === 0) return;
    checks += 1;
    const own = checks;
    // A page that comes during the look may have a key that is newer than the look, and is checked soon.
    const known = new Set(listeners.pages());
    const active = await credentials.activeKeys();
    // With two checks at a time the later one may have finished first: the earlier result is older.
    if (own < newest) return;
    newest = own;
    for (const page of listeners.pages().filter((one) => known.has(one))) {
      const key = active.get(page.principal.keyId);
      if (!key) endRevoked(page);
      else {
        page.principal = key.principal;
        if (key.endsAt !== null) checkAt(key.endsAt);
      }
    }
  }

  function checkNow(): void {
    clearTimeout(timer);
    check().catch(onError);
  }

  function checkAt(time: number): void {
    if (time >= dueAt || time - now() > LONGEST_MS) return;
    dueAt = time;
    clearTimeout(timer);
    timer = setTimeout(checkNow, Math.max(0, time - now()));
  }

  const unsubscribe = credentialChanges.subscribe(checkNow);
  return {
    checkSoon: () => checkAt(now() + SOON_MS),
    close: () => {
      unsubscribe();
      clearTimeout(timer);
    },
  };
}
