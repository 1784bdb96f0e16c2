import type { Static, TSchema } from 'typebox';
import { fits } from '#server/core/schemaChecks.ts';

/** A message from another server; `from` is the same for all messages of one process. */
type MessageListener = (message: unknown, from: string) => void;

/** The work that the servers on one database share. */
export interface Peers {
  /** False where there can be no peers: then nothing has to be gathered for them. */
  readonly canExist: boolean;
  /** Makes this process one of the servers; commands never are. Resolves to whether there is no other one. */
  join(): Promise<boolean>;
  /** Sends a message to all other running servers. A message that cannot be sent is lost. */
  notify(topic: string, message: unknown): void;
  /** Returns an unsubscribe function. */
  onNotified(topic: string, listener: MessageListener): () => void;
  /** True for one server at a time: it does what must not be done twice, such as sending alerts. */
  isFirst(): boolean;
  /** Runs work while no other server runs work of the same name. */
  runAlone<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

/** The one server of a database in a file. */
export const NO_PEERS: Peers = {
  canExist: false,
  join: async () => true,
  notify: () => undefined,
  onNotified: () => () => undefined,
  isFirst: () => true,
  runAlone: (_name, work) => work(),
};

/**
 * The name of a kind of message, and the check of its content: during an upgrade other servers may send another
 * version.
 */
interface Kind<Schema extends TSchema> {
  topic: string;
  schema: Schema;
}

/** Calls the listener with messages of a kind from other servers; returns an unsubscribe function. */
export function onMessage<Schema extends TSchema>(
  peers: Pick<Peers, 'onNotified'>,
  { topic, schema }: Kind<Schema>,
  listener: (message: Static<Schema>, from: string) => void,
): () => void {
  return peers.onNotified(topic, (message, from) => {
    if (fits(schema, message)) listener(message, from);
  });
}

const BATCH_MS = 1_000;

/** Sends many small messages to the other servers, those of a second in one. */
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

  /** Removes items that must no longer be sent. */
  drop(isOutdated: (item: Item) => boolean): void {
    this.#items = this.#items.filter((item) => !isOutdated(item));
  }

  /** Sends the remaining items. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#items.length === 0) return;
    const items = this.#items;
    this.#items = [];
    this.#send(items);
  }
}
