import { EVENT_COMMENT_MS } from '#contract/kioskEvents.ts';
import { albumsDelayMs } from '#domain/tablets/eventSpread.ts';
import type { KeyPrincipal } from '../../http/security/access.ts';
import { TABLETS } from '../../limits.ts';
import type { TabletListener } from './tabletListeners.ts';
import type { TabletEvent } from './peerTablets.ts';

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
  /** Whether something has come from the tablet lately: that the network takes what is sent does not say so. */
  isHeardOf: () => boolean;
}

/** The events of one page of a tablet, as server-sent events. */
export class EventStream implements TabletListener {
  readonly tabletId: string;
  principal: KeyPrincipal;
  readonly #output: Output;
  readonly #isHeardOf: () => boolean;
  readonly #comments: ReturnType<typeof setInterval>;
  readonly #changedAlbums = new Set<string>();
  #albumsTimer: ReturnType<typeof setTimeout> | undefined;
  #notifiedOfAlbumsAtMs = -Infinity;
  #isOver = false;

  constructor({ tabletId, principal, output, isHeardOf }: Options) {
    this.tabletId = tabletId;
    this.principal = principal;
    this.#output = output;
    this.#isHeardOf = isHeardOf;
    this.#comments = setInterval(() => this.#goOn(), EVENT_COMMENT_MS);
    this.#sayAlive();
  }

  send({ event, data }: TabletEvent): void {
    // Without its line of data a browser would pass over the event.
    this.#write(`event: ${event}\ndata:${data === undefined ? '' : ` ${JSON.stringify(data)}`}\n\n`);
  }

  tellOfAlbums(albumIds: readonly string[], listening: number): void {
    for (const id of albumIds) this.#changedAlbums.add(id);
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
    clearInterval(this.#comments);
    clearTimeout(this.#albumsTimer);
  }

  #sendAlbums(): void {
    this.#albumsTimer = undefined;
    this.#notifiedOfAlbumsAtMs = performance.now();
    const albumIds = [...this.#changedAlbums];
    this.#changedAlbums.clear();
    this.send({ event: 'albums', data: { albumIds } });
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
    // A page that takes nothing any more gets the rest when it connects anew.
    if (this.#output.writableLength > TABLETS.unsentBytes) this.#output.destroy();
    else this.#output.write(text);
  }
}
