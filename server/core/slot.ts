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
