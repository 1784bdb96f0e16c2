import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, escapeIdentifier, type Pool } from 'pg';
import { backoff } from '#domain/backoff.ts';
import { createListeners, type Listeners } from '#domain/listeners.ts';
import type { Messages } from '#server/core/db/cluster.ts';

const retryDelayMs = backoff({ firstMs: 100, longestMs: 5_000 });

interface Options {
  url: string;
  name: string;
  /** The handler for the notices of each channel. */
  channels: Record<string, (notice: string) => void>;
  /** Called when notices may have been missed, because the connection was lost and is there again. */
  onGap: () => void;
}

/** A separate connection for PostgreSQL's notices, which reconnects by itself. */
export class ListenConnection {
  readonly #options: Options;
  #client: Client | undefined;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { url, name, channels } = this.#options;
    const client = new Client({ connectionString: url, application_name: name, keepAlive: true });
    client.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload));
    client.on('error', () => undefined);
    client.once('end', () => void this.#startAgain(client));
    await client.connect();
    for (const channel of Object.keys(channels)) await client.query(`listen ${escapeIdentifier(channel)}`);
    this.#client = client;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client?.end();
  }

  async #startAgain(client: Client): Promise<void> {
    // A connection that never opened is tried again by the loop that opened it.
    if (client !== this.#client) return;
    for (let failures = 1; !this.#isClosed; failures += 1) {
      try {
        await this.start();
        this.#options.onGap();
        return;
      } catch {
        await wait(retryDelayMs(failures), undefined, { ref: false });
      }
    }
  }
}

type Received = [message: unknown, from: string];

export const MESSAGES_CHANNEL = 'circuit_tree_messages';

/** PostgreSQL takes up to 8,000 bytes in one notice; a character takes up to 4, and 3 where its length counts as one. */
const CHARACTERS_IN_NOTICE = 2_400;
const SEND = 'select pg_notify($1, notice) from unnest($2::text[]) as notice';

/** Messages between servers, in as many notices as each needs. */
export class NoticedMessages implements Messages {
  readonly canArrive = true;
  readonly #pool: Pool;
  readonly #own: string;
  readonly #listeners = new Map<string, Listeners<Received>>();
  /** The parts received so far of messages in several notices. */
  readonly #parts = new Map<string, string>();

  constructor(pool: Pool, own: string) {
    this.#pool = pool;
    this.#own = own;
  }

  publish(topic: string, message: unknown): void {
    const text = JSON.stringify({ topic, message });
    const count = Math.ceil(text.length / CHARACTERS_IN_NOTICE);
    const id = randomUUID();
    const notices = Array.from({ length: count }, (_, part) => {
      const piece = text.slice(part * CHARACTERS_IN_NOTICE, (part + 1) * CHARACTERS_IN_NOTICE);
      return `${this.#own}\n${id}\n${count - part - 1}\n${piece}`;
    });
    // One statement, so that its notices arrive in order, and all of them or none. While the database is out of reach
    // the message is lost, which every listener expects.
    this.#pool.query(SEND, [MESSAGES_CHANNEL, notices]).catch(() => undefined);
  }

  subscribe(topic: string, listener: (...received: Received) => void): () => void {
    const listeners = this.#listeners.get(topic) ?? createListeners<Received>();
    this.#listeners.set(topic, listeners);
    return listeners.subscribe(listener);
  }

  noticed(notice: string): void {
    const [from = '', id = '', left = '', ...pieces] = notice.split('\n');
    if (from === this.#own) return;
    const text = (this.#parts.get(id) ?? '') + pieces.join('\n');
    if (left !== '0') {
      this.#parts.set(id, text);
      return;
    }
    this.#parts.delete(id);
    const { topic, message }: { topic: string; message: unknown } = JSON.parse(text);
    this.#listeners.get(topic)?.notify(message, from);
  }

  /** Call when notices may have been missed: an incomplete message cannot be completed. */
  missed(): void {
    this.#parts.clear();
  }
}
