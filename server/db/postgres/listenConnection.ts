import { setTimeout as wait } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import { backoff } from '#domain/backoff.ts';

const retryDelayMs = backoff({ firstMs: 100, longestMs: 5_000 });

interface Options {
  url: string;
  name: string;
  /** The handlers of the notices of each channel. */
  channels: Record<string, (notice: string) => void>;
  /** Called when notices may have been missed, because the connection was lost and is there again. */
  onGap: () => void;
}

/** A connection of its own for PostgreSQL's notices, which comes back by itself. */
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
    // A connection that never came about is followed by the loop that asked for it.
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
