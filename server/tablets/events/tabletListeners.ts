import type { KeyPrincipal } from '#server/core/access/access.ts';
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
  readonly #listeners = new Map<string, Set<TabletListener>>();
  readonly #elsewhere: TabletsElsewhere;

  constructor(messages: ConstructorParameters<typeof TabletsElsewhere>[0]) {
    this.#elsewhere = new TabletsElsewhere(messages, {
      listeningHere: () => this.#listeners.keys(),
      tellHere: (tabletId, event) => this.#tellHere(tabletId, event),
      endHere: (tabletId) => this.#endHere(tabletId),
    });
  }

  /** Returns a function to call when the page no longer listens. With too many pages the oldest ends. */
  add(listener: TabletListener): () => void {
    const { tabletId } = listener;
    const pages = this.#listeners.get(tabletId) ?? new Set();
    this.#listeners.set(tabletId, pages.add(listener));
    if (pages.size === 1) this.#elsewhere.began(tabletId);
    const [oldest] = pages;
    if (pages.size > TABLETS.streams) oldest?.close();
    return () => {
      pages.delete(listener);
      if (pages.size > 0 || this.#listeners.get(tabletId) !== pages) return;
      this.#listeners.delete(tabletId);
      this.#elsewhere.ended(tabletId);
    };
  }

  /** Whether it listens, to this server or another. */
  isListening(tabletId: string): boolean {
    return this.#listeners.has(tabletId) || this.#elsewhere.isListening(tabletId);
  }

  /** The number of tablets that listen to this server. */
  get size(): number {
    return this.#listeners.size;
  }

  /** All pages, those of a tablet one after another. */
  pages(): TabletListener[] {
    return [...this.#listeners.values()].flatMap((pages) => Array.from(pages));
  }

  /** Sends an event to each page of a tablet, whichever server it listens to; false when none listens. */
  tell(tabletId: string, event: TabletEvent): boolean {
    const isListened = this.isListening(tabletId);
    this.#tellHere(tabletId, event);
    this.#elsewhere.tell(tabletId, event);
    return isListened;
  }

  #tellHere(tabletId: string, event: TabletEvent): void {
    const pages = this.#listeners.get(tabletId);
    for (const page of pages ?? []) page.send(event);
  }

  /** Notifies the tablet's pages that the key is revoked, and ends their streams. */
  end(tabletId: string): void {
    this.#endHere(tabletId);
    this.#elsewhere.end(tabletId);
  }

  #endHere(tabletId: string): void {
    // A closed page leaves the set, which is allowed during a `for` over it.
    for (const page of this.#listeners.get(tabletId) ?? []) endRevoked(page);
  }

  closeAll(): void {
    this.#elsewhere.close();
    for (const page of this.pages()) page.close();
  }
}

export function endRevoked(page: TabletListener): void {
  page.send({ event: 'revoked' });
  page.close();
}
