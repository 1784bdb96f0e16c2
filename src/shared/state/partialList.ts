import { useCallback, useEffect, useMemo, useState } from 'react';
import { NO_RETRY, RemoteResource } from './remoteResource.ts';
import { useRemoteResource, type Watched } from './useRemoteResource.ts';

/** Items that are not loaded yet are undefined. */
export type PartialItems<Item> = readonly (Item | undefined)[];

interface Beginning<Outline, Item> {
  outline: Outline;
  items: PartialItems<Item>;
}

export interface PartialSource<Outline, Item> {
  loadOutline: () => Promise<Outline>;
  /** The total number of items, and the first of them. */
  beginningOf: (outline: Outline) => { count: number; items: readonly Item[] };
  /** Loads at most `partSize` items, from the given place on. */
  loadPart: (from: number) => Promise<readonly Item[]>;
  partSize: number;
}

/** A list too long to wait for: its beginning is loaded first, and then the parts that somebody looks at. */
export class PartialList<Outline, Item> extends RemoteResource<Beginning<Outline, Item>> {
  readonly #source: PartialSource<Outline, Item>;
  readonly #requested = new Set<number>();

  constructor(source: PartialSource<Outline, Item>) {
    const load = async () => {
      const outline = await source.loadOutline();
      const { count, items } = source.beginningOf(outline);
      return { outline, items: Array.from({ length: count }, (_, index) => items[index]) };
    };
    super({ ...NO_RETRY, load });
    this.#source = source;
  }

  /**
   * Loads the missing items between two places, both included. A part that failed is loaded when it is wanted again.
   */
  want(first: number, last: number): void {
    if (this.state.status !== 'loaded') return;
    for (const from of missingParts(this.state.value.items, { first, last, partSize: this.#source.partSize })) {
      if (this.#requested.has(from)) continue;
      this.#requested.add(from);
      void this.#loadPart(from);
    }
  }

  async #loadPart(from: number): Promise<void> {
    try {
      const part = await this.#source.loadPart(from);
      this.change((list) => ({ ...list, items: list.items.map((item, index) => part[index - from] ?? item) }));
    } catch {
      this.#requested.delete(from);
    }
  }
}

interface Wanted {
  first: number;
  last: number;
  partSize: number;
}

/** The parts, by the place of their first item, that have an item missing between the two places. */
function missingParts(items: PartialItems<unknown>, { first, last, partSize }: Wanted): number[] {
  const parts = new Set<number>();
  for (let index = first; index <= Math.min(last, items.length - 1); index += 1) {
    if (items[index] === undefined) parts.add(index - (index % partSize));
  }
  return [...parts];
}

/**
 * The delay before the whole list is loaded too, unless somebody needs it earlier. On a slow tablet the app's start and
 * the first pictures take some seconds, and a very long list takes the server one.
 */
const WHOLE_AFTER_MS = 10_000;

interface PartialLoad<Outline, Item> {
  beginning: Watched<Beginning<Outline, Item>>;
  /** Loads the missing items between two places. */
  want: (first: number, last: number) => void;
  /** Whether the whole list may be loaded: the beginning is there, or could not be loaded. */
  isWholeDue: boolean;
  /** Loads the whole list now instead of later. */
  hurry: () => void;
}

/** Loads the beginning of a long list; nothing without a source, when the whole list is due at once. */
export function usePartialList<Outline, Item>(
  source: PartialSource<Outline, Item> | undefined,
): PartialLoad<Outline, Item> {
  const list = useMemo(() => source && new PartialList(source), [source]);
  const beginning = useRemoteResource(list);
  const [lookedAt, setLookedAt] = useState<typeof list>();
  const { status } = beginning;
  const hurry = useCallback(() => setLookedAt(list), [list]);
  useEffect(() => {
    if (status !== 'loaded') return undefined;
    const timer = setTimeout(hurry, WHOLE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [status, hurry]);
  return {
    beginning,
    want: useCallback((first, last) => list?.want(first, last), [list]),
    isWholeDue: !list || status === 'failed' || lookedAt === list,
    hurry,
  };
}
