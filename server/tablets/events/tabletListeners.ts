import type { KIOSK_EVENTS } from '../../../src/contract/kioskEvents.ts';
import type { KeyPrincipal } from '../../http/security/access.ts';
import { TABLETS } from '../../limits.ts';

export interface TabletEvent {
  event: keyof typeof KIOSK_EVENTS;
  /** Sent as JSON. */
  data?: unknown;
}

/** A page of a tablet that listens for events. */
export interface TabletListener {
  tabletId: string;
  /** As it was when its credentials last changed. */
  principal: KeyPrincipal;
  send(event: TabletEvent): void;
  /** Tells of albums that changed, spread in time; `listening` is the number of tablets to be told. */
  tellOfAlbums(albumIds: readonly string[], listening: number): void;
  close(): void;
}

/** The tablets' pages that listen at this moment. A tablet may have several pages open. */
export class TabletListeners {
  readonly #listeners = new Map<string, Set<TabletListener>>();

  /** Returns a function to be called when the page no longer listens. Of too many pages the oldest ends. */
  add(listener: TabletListener): () => void {
    const { tabletId } = listener;
    const pages = this.#listeners.get(tabletId) ?? new Set();
    this.#listeners.set(tabletId, pages.add(listener));
    const [oldest] = pages;
    if (pages.size > TABLETS.streams) oldest?.close();
    return () => {
      pages.delete(listener);
      if (pages.size === 0 && this.#listeners.get(tabletId) === pages) this.#listeners.delete(tabletId);
    };
  }

  isListening(tabletId: string): boolean {
    return this.#listeners.has(tabletId);
  }

  /** How many tablets listen. */
  get size(): number {
    return this.#listeners.size;
  }

  /** All pages, those of a tablet one after another. */
  pages(): TabletListener[] {
    return [...this.#listeners.values()].flatMap((pages) => Array.from(pages));
  }

  /** Sends an event to each page of a tablet; false when none listens. */
  tell(tabletId: string, event: TabletEvent): boolean {
    const pages = this.#listeners.get(tabletId);
    for (const page of pages ?? []) page.send(event);
    return pages !== undefined;
  }

  /** Tells the tablet's pages that the key is revoked, and ends their streams. */
  end(tabletId: string): void {
    // A page that is closed leaves the set, which a `for` over a set allows.
    for (const page of this.#listeners.get(tabletId) ?? []) endRevoked(page);
  }

  closeAll(): void {
    for (const page of this.pages()) page.close();
  }
}

export function endRevoked(page: TabletListener): void {
  page.send({ event: 'revoked' });
  page.close();
}
