import type { OtherServers } from './otherServers.ts';

const BATCH_MS = 1_000;

/** Tells the other servers of many small things, those of a second in one message. */
export class BatchForOthers<Item> {
  readonly #send: (items: Item[]) => void;
  readonly #canExist: boolean;
  #items: Item[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor({ canExist }: Pick<OtherServers, 'canExist'>, send: (items: Item[]) => void) {
    this.#canExist = canExist;
    this.#send = send;
  }

  add(item: Item): void {
    if (!this.#canExist) return;
    this.#items.push(item);
    this.#timer ??= setTimeout(() => this.close(), BATCH_MS).unref();
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
