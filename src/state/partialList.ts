import { createObservable, type Observable } from './observable.ts';

export type PartialItems<Item> = readonly (Item | undefined)[];

export type PartialState<Outline, Item> =
  | { status: 'loading' }
  | { status: 'failed' }
  /** Items that are not loaded yet are undefined. */
  | { status: 'loaded'; outline: Outline; items: PartialItems<Item> };

export interface PartialSource<Outline, Item> {
  loadOutline: () => Promise<Outline>;
  /** The total number of items, and the first of them. */
  beginningOf: (outline: Outline) => { count: number; items: readonly Item[] };
  /** The items from a place on, `partSize` at most. */
  loadPart: (from: number) => Promise<readonly Item[]>;
  partSize: number;
}

/** A list too long to wait for: its beginning is loaded first, and then the parts that somebody looks at. */
export class PartialList<Outline, Item> {
  readonly #source: PartialSource<Outline, Item>;
  readonly #state: Observable<PartialState<Outline, Item>>;
  readonly #requested = new Set<number>();

  constructor(source: PartialSource<Outline, Item>) {
    this.#source = source;
    this.#state = createObservable<PartialState<Outline, Item>>({ status: 'loading' });
    void this.#begin();
  }

  get state(): Pick<Observable<PartialState<Outline, Item>>, 'get' | 'subscribe'> {
    return this.#state;
  }

  /** Loads what is missing between two places, both included. A part that failed is loaded when it is wanted again. */
  want(first: number, last: number): void {
    const state = this.#state.get();
    if (state.status !== 'loaded') return;
    for (const from of missingParts(state.items, { first, last, partSize: this.#source.partSize })) {
      if (this.#requested.has(from)) continue;
      this.#requested.add(from);
      void this.#load(from);
    }
  }

  async #begin(): Promise<void> {
    try {
      const outline = await this.#source.loadOutline();
      const { count, items } = this.#source.beginningOf(outline);
      this.#state.set({ status: 'loaded', outline, items: Array.from({ length: count }, (_, index) => items[index]) });
    } catch {
      this.#state.set({ status: 'failed' });
    }
  }

  async #load(from: number): Promise<void> {
    try {
      const part = await this.#source.loadPart(from);
      const state = this.#state.get();
      if (state.status === 'loaded') this.#state.set({ ...state, items: withPart(state.items, from, part) });
    } catch {
      this.#requested.delete(from);
    }
  }
}

function withPart<Item>(items: PartialItems<Item>, from: number, part: readonly Item[]): PartialItems<Item> {
  return items.map((item, index) => part[index - from] ?? item);
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
