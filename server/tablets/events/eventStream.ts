import { EVENT_COMMENT_MS } from '#contract/tablets/kioskEvents.ts';
import { albumsDelayMs } from '#domain/tablets/eventSpread.ts';
import type { CredentialChanges } from '#server/core/access/credentialChanges.ts';
import type { Credentials } from '#server/core/access/credentials.ts';
import type { KeyPrincipal } from '#server/core/access/access.ts';
import { TABLETS } from '#server/core/limits.ts';
import { repeat } from '#server/core/repeating.ts';
import { type TabletListener, endRevoked, type TabletListeners } from './tabletListeners.ts';
import type { TabletEvent } from './tabletsElsewhere.ts';

/** The destination of a stream: the response of a request, whose headers are sent. */
interface Output {
  write(text: string): unknown;
  end(): unknown;
  destroy(): unknown;
  readonly destroyed: boolean;
  readonly writableLength: number;
}

interface Options {
  tabletId: string;
  principal: KeyPrincipal;
  output: Output;
  /** Whether the tablet has sent something lately: an accepted write does not prove that it is there. */
  isHeardOf: () => boolean;
}

/** The events of one page of a tablet, as server-sent events. */
export class EventStream implements TabletListener {
  readonly tabletId: string;
  principal: KeyPrincipal;
  readonly #output: Output;
  readonly #isHeardOf: () => boolean;
  readonly #endComments: () => Promise<void>;
  #albumsTimer: ReturnType<typeof setTimeout> | undefined;
  #notifiedOfAlbumsAtMs = -Infinity;
  #isOver = false;

  constructor({ tabletId, principal, output, isHeardOf }: Options) {
    this.tabletId = tabletId;
    this.principal = principal;
    this.#output = output;
    this.#isHeardOf = isHeardOf;
    this.#endComments = repeat(EVENT_COMMENT_MS, () => this.#goOn());
    this.#sayAlive();
  }

  send({ event, data }: TabletEvent): void {
    // Without its line of data a browser would pass over the event.
    this.#write(`event: ${event}\ndata:${data === undefined ? '' : ` ${JSON.stringify(data)}`}\n\n`);
  }

  tellOfAlbums(listening: number): void {
    if (this.#albumsTimer) return;
    const sinceLastMs = performance.now() - this.#notifiedOfAlbumsAtMs;
    const delayMs = albumsDelayMs({ listening, random: Math.random(), sinceLastMs });
    this.#albumsTimer = setTimeout(() => this.#sendAlbums(), delayMs);
  }

  close(): void {
    if (this.#isOver) return;
    this.stop();
    this.#output.end();
  }

  /** Call when the connection is closed, by either side. */
  stop(): void {
    this.#isOver = true;
    void this.#endComments();
    clearTimeout(this.#albumsTimer);
  }

  #sendAlbums(): void {
    this.#albumsTimer = undefined;
    this.#notifiedOfAlbumsAtMs = performance.now();
    this.send({ event: 'albums' });
  }

  #goOn(): void {
    if (this.#isHeardOf()) this.#sayAlive();
    else this.#output.destroy();
  }

  #sayAlive(): void {
    this.#write(':\n');
    this.send({ event: 'alive' });
  }

  #write(text: string): void {
    if (this.#isOver || this.#output.destroyed) return;
    // A page that no longer reads gets the rest when it connects again.
    if (this.#output.writableLength > TABLETS.unsentBytes) this.#output.destroy();
    else this.#output.write(text);
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
