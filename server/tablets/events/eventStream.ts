import { albumsDelayMs } from '#domain/tablets/albumEvents.ts';
import type { CredentialChanges } from '#server/core/access/credentialChanges.ts';
import type { Credentials } from '#server/core/access/credentials.ts';
import type { KeyPrincipal } from '#server/core/access/access.ts';
import { ServerEvents, type StreamOutput } from '#server/core/http/serverEvents.ts';
import { type TabletListener, endRevoked, type TabletListeners } from './tabletListeners.ts';

interface Options {
  tabletId: string;
  principal: KeyPrincipal;
  output: StreamOutput;
  /** Whether the tablet has sent something lately. */
  isHeardOf: () => boolean;
}

/** The events of one page of a tablet. */
export class EventStream extends ServerEvents implements TabletListener {
  readonly tabletId: string;
  principal: KeyPrincipal;
  #albumsTimer: ReturnType<typeof setTimeout> | undefined;
  #notifiedOfAlbumsAtMs = -Infinity;

  constructor({ tabletId, principal, ...stream }: Options) {
    super(stream);
    this.tabletId = tabletId;
    this.principal = principal;
  }

  tellOfAlbums(listening: number): void {
    if (this.#albumsTimer) return;
    const sinceLastMs = performance.now() - this.#notifiedOfAlbumsAtMs;
    const delayMs = albumsDelayMs({ listening, random: Math.random(), sinceLastMs });
    this.#albumsTimer = setTimeout(() => this.#sendAlbums(), delayMs);
  }

  override stop(): void {
    super.stop();
    clearTimeout(this.#albumsTimer);
  }

  #sendAlbums(): void {
    this.#albumsTimer = undefined;
    this.#notifiedOfAlbumsAtMs = performance.now();
    this.send({ event: 'albums' });
  }
}

interface RevokingOptions {
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
 * Ends the streams of keys that were revoked, also by the command line, or have expired. The other streams learn which
 * albums their tablets may see now.
 */
export function endRevokedStreams(options: RevokingOptions): RevokedStreams {
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
    // A page that connects during the check may have a newer key, and is checked soon.
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
