/** A list that one part of the server owns and reads, and that others fill while they open. */
export class Slot<Item> implements Iterable<Item> {
  readonly #items: Item[] = [];

  add(...items: readonly Item[]): void {
    this.#items.push(...items);
  }

  [Symbol.iterator](): Iterator<Item> {
    return this.#items[Symbol.iterator]();
  }
}

/** A slot whose items have places: a lower one comes first, in whatever order the subjects open. */
export class OrderedSlot<Item> implements Iterable<Item> {
  readonly #items: { place: number; item: Item }[] = [];

  add(place: number, ...items: readonly Item[]): void {
    this.#items.push(...items.map((item) => ({ place, item })));
    this.#items.sort((one, other) => one.place - other.place);
  }

  *[Symbol.iterator](): Iterator<Item> {
    for (const { item } of this.#items) yield item;
  }
}
