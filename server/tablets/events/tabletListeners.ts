import type { KeyPrincipal } from '#server/core/access/access.ts';
import { OpenStreams } from '#server/core/http/serverEvents.ts';
import { TABLETS } from '#server/core/limits.ts';
import { type TabletEvent, TabletsElsewhere } from './tabletsElsewhere.ts';

/** A page of a tablet that listens for events. */
export interface TabletListener {
  tabletId: string;
  /** The principal as it was when its credentials last changed. */
  principal: KeyPrincipal;
  send(event: TabletEvent): void;
  /** Notifies of changed albums, spread in time; `listening` is the number of tablets to notify. */
  tellOfAlbums(listening: number): void;
  close(): void;
}

/** The tablets' pages that listen to this server at this moment. A tablet may have several pages open. */
export class TabletListeners {
  readonly #listeners = new OpenStreams<TabletListener>(TABLETS.streams);
  readonly #elsewhere: TabletsElsewhere;

  constructor(messages: ConstructorParameters<typeof TabletsElsewhere>[0]) {
    this.#elsewhere = new TabletsElsewhere(messages, {
      listeningHere: () => this.#listeners.owners(),
      tellHere: (tabletId, event) => this.#tellHere(tabletId, event),
      endHere: (tabletId) => this.#endHere(tabletId),
    });
  }

  /** Returns a function to call when the page no longer listens. With too many pages the oldest ends. */
  add(listener: TabletListener): () => void {
    const { tabletId } = listener;
    const isFirst = !this.#listeners.has(tabletId);
    const remove = this.#listeners.add(tabletId, listener);
    if (isFirst) this.#elsewhere.began(tabletId);
    return () => {
      if (remove()) this.#elsewhere.ended(tabletId);
    };
  }

  /** Whether it listens, to this server or another. */
  isListening(tabletId: string): boolean {
    return this.#listeners.has(tabletId) || this.#elsewhere.isListening(tabletId);
  }

  /** The number of tablets that listen to this server. */
  get size(): number {
    return this.#listeners.ownerCount;
  }

  /** All pages, those of a tablet one after another. */
  pages(): TabletListener[] {
    return this.#listeners.all();
  }

  /** Sends an event to each page of a tablet, whichever server it listens to; false when none listens. */
  tell(tabletId: string, event: TabletEvent): boolean {
    const isListened = this.isListening(tabletId);
    this.#tellHere(tabletId, event);
    this.#elsewhere.tell(tabletId, event);
    return isListened;
  }

  #tellHere(tabletId: string, event: TabletEvent): void {
    for (const page of this.#listeners.of(tabletId)) page.send(event);
  }

  /** Notifies the tablet's pages that the key is revoked, and ends their streams. */
  end(tabletId: string): void {
    this.#endHere(tabletId);
    this.#elsewhere.end(tabletId);
  }

  #endHere(tabletId: string): void {
    for (const page of this.#listeners.of(tabletId)) endRevoked(page);
  }

  closeAll(): void {
    this.#elsewhere.close();
    this.#listeners.closeAll();
  }
}

export function endRevoked(page: TabletListener): void {
  page.send({ event: 'revoked' });
  page.close();
}
