import type { Static, TSchema } from 'typebox';
import { fits } from '#server/core/schemaChecks.ts';

/** A message from another server; `from` is the same for all messages of one process. */
type MessageListener = (message: unknown, from: string) => void;

/** The one process on a database that does what must not be done twice, such as sending alerts. */
export interface Leader {
  /** True in one process at a time. */
  isHere(): boolean;
}

/** Messages between the servers on one database. One that cannot be sent is lost. */
export interface Messages {
  /** False where no other server can receive any: then nothing has to be gathered for them. */
  readonly canArrive: boolean;
  /** Sends a message to all other running servers. */
  publish(topic: string, message: unknown): void;
  /** Calls the listener with the messages of other servers; returns an unsubscribe function. */
  subscribe(topic: string, listener: MessageListener): () => void;
}

export interface Locks {
  /** Runs work while no other process on the database runs work of the same name. */
  runAlone<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

/** The processes that serve one database. */
export interface Cluster {
  /** Makes this process one of the servers; commands never are. Resolves to whether there is no other one. */
  join(): Promise<boolean>;
  leader: Leader;
  messages: Messages;
  locks: Locks;
}

/** The one server of a database in a file. */
export const ALONE: Cluster = {
  join: async () => true,
  leader: { isHere: () => true },
  messages: { canArrive: false, publish: () => undefined, subscribe: () => () => undefined },
  locks: { runAlone: (_name, work) => work() },
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
  messages: Pick<Messages, 'subscribe'>,
  { topic, schema }: Kind<Schema>,
  listener: (message: Static<Schema>, from: string) => void,
): () => void {
  return messages.subscribe(topic, (message, from) => {
    if (fits(schema, message)) listener(message, from);
  });
}

const BATCH_MS = 1_000;

/** Sends many small messages to the other servers, those of a second in one. */
export class MessageBatch<Item> {
  readonly #send: (items: Item[]) => void;
  readonly #canArrive: boolean;
  #items: Item[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor({ canArrive }: Pick<Messages, 'canArrive'>, send: (items: Item[]) => void) {
    this.#canArrive = canArrive;
    this.#send = send;
  }

  add(item: Item): void {
    if (!this.#canArrive) return;
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
