import type { Peers } from './peers.ts';

const BATCH_MS = 1_000;

/** Tells the other servers of many small things, those of a second in one message. */
export class BatchForPeers<Item> {
  readonly #send: (items: Item[]) => void;
  readonly #canExist: boolean;
  #items: Item[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor({ canExist }: Pick<Peers, 'canExist'>, send: (items: Item[]) => void) {
    this.#canExist = canExist;
    this.#send = send;
  }

  add(item: Item): void {
    if (!this.#canExist) return;
    this.#items.push(item);
    this.#timer ??= setTimeout(() => this.close(), BATCH_MS).unref();
  }

  /** Call for what the others must not hear any more. */
  drop(isOutdated: (item: Item) => boolean): void {
    this.#items = this.#items.filter((item) => !isOutdated(item));
  }

  /** Sends what is left. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#items.length === 0) return;
    const items = this.#items;
    this.#items = [];
    this.#send(items);
  }
}
