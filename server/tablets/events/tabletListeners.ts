import type { KIOSK_EVENTS } from '../../../src/contract/tablets.ts';

export interface TabletEvent {
  event: keyof typeof KIOSK_EVENTS;
  /** Sent as JSON. */
  data?: unknown;
}

/** A page of a tablet that listens for events. */
export interface TabletListener {
  tabletId: string;
  send(event: TabletEvent): void;
  close(): void;
}

/** The tablets' pages that listen at this moment. A tablet may have several pages open. */
export class TabletListeners {
  readonly #listeners = new Map<string, Set<TabletListener>>();

  /** Returns a function to be called when the page no longer listens. */
  add(listener: TabletListener): () => void {
    const { tabletId } = listener;
    const pages = this.#listeners.get(tabletId) ?? new Set();
    this.#listeners.set(tabletId, pages.add(listener));
    return () => {
      pages.delete(listener);
      if (pages.size === 0 && this.#listeners.get(tabletId) === pages) this.#listeners.delete(tabletId);
    };
  }

  isListening(tabletId: string): boolean {
    return this.#listeners.has(tabletId);
  }

  /** The ids of the tablets that listen. */
  ids(): string[] {
    return [...this.#listeners.keys()];
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
    for (const page of this.#listeners.get(tabletId) ?? []) {
      page.send({ event: 'revoked' });
      page.close();
    }
  }

  closeAll(): void {
    for (const pages of this.#listeners.values()) for (const page of pages) page.close();
  }
}
