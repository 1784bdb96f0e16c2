import type { FastifyReply } from 'fastify';
import { EVENT_COMMENT_MS } from '#contract/tablets/kioskEvents.ts';
import { STREAMS } from '#server/core/limits.ts';
import { repeat } from '#server/core/repeating.ts';

/** The destination of a stream: the response of a request, whose headers are sent. */
export interface StreamOutput {
  write(text: string): unknown;
  end(): unknown;
  destroy(): unknown;
  readonly destroyed: boolean;
  readonly writableLength: number;
}

export interface ServerEvent {
  event: string;
  /** Sent as JSON. */
  data?: unknown;
}

interface Options {
  output: StreamOutput;
  /** Whether the page has sent something lately, where that is known: an accepted write does not prove that it is there. */
  isHeardOf?: () => boolean;
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // A proxy that compresses a stream would delay it until it has enough to compress.
  'Cache-Control': 'no-store, no-transform',
  // Makes nginx and similar proxies pass on each event at once.
  'X-Accel-Buffering': 'no',
};

/** Sends the headers of a stream, and takes the response out of Fastify's hands. */
export function beginStream(reply: FastifyReply): FastifyReply['raw'] {
  reply.hijack();
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...HEADERS })) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.raw.writeHead(200);
  return reply.raw;
}

interface Closable {
  close(): void;
}

/** The open streams of pages, by their owners; with too many of one owner the oldest ends. */
export class OpenStreams<Stream extends Closable> {
  readonly #byOwner = new Map<string, Set<Stream>>();
  readonly #mostOfOwner: number;

  constructor(mostOfOwner: number) {
    this.#mostOfOwner = mostOfOwner;
  }

  /** Returns a function to call when the stream is closed, which tells whether it was the last of its owner. */
  add(owner: string, stream: Stream): () => boolean {
    const streams = this.#byOwner.get(owner) ?? new Set();
    this.#byOwner.set(owner, streams.add(stream));
    const [oldest] = streams;
    if (streams.size > this.#mostOfOwner) oldest?.close();
    return () => {
      const isLast = streams.delete(stream) && streams.size === 0;
      if (isLast) this.#byOwner.delete(owner);
      return isLast;
    };
  }

  owners(): Iterable<string> {
    return this.#byOwner.keys();
  }

  get ownerCount(): number {
    return this.#byOwner.size;
  }

  has(owner: string): boolean {
    return this.#byOwner.has(owner);
  }

  /** A copy: a stream that is closed leaves the set. */
  of(owner: string): Stream[] {
    return [...(this.#byOwner.get(owner) ?? [])];
  }

  /** All streams, those of an owner one after another. */
  all(): Stream[] {
    return [...this.#byOwner.values()].flatMap((streams) => Array.from(streams));
  }

  closeAll(): void {
    for (const stream of this.all()) stream.close();
  }
}

/** Calls back once the connection of a stream is closed, by either side; at once if it is already. */
export function whenClosed({ raw }: FastifyReply, work: () => void): void {
  if (raw.destroyed) work();
  else raw.once('close', work);
}

/** Server-sent events to one page. The first is `alive`, which is repeated with each comment. */
export class ServerEvents {
  readonly #output: StreamOutput;
  readonly #isHeardOf: () => boolean;
  readonly #endComments: () => Promise<void>;
  #isOver = false;

  constructor({ output, isHeardOf = () => true }: Options) {
    this.#output = output;
    this.#isHeardOf = isHeardOf;
    this.#endComments = repeat(EVENT_COMMENT_MS, () => this.#goOn());
    this.#sayAlive();
  }

  send({ event, data }: ServerEvent): void {
    // Without its line of data a browser would pass over the event.
    this.#write(`event: ${event}\ndata:${data === undefined ? '' : ` ${JSON.stringify(data)}`}\n\n`);
  }

  close(): void {
    if (this.#isOver) return;
    this.stop();
    this.#output.end();
  }

  /** Call when the connection is closed, by either side. */
  stop(): void {
    this.#isOver = true;
    void this.#endComments();
  }

  #goOn(): void {
    if (this.#isHeardOf()) this.#sayAlive();
    else this.#output.destroy();
  }

  #sayAlive(): void {
    this.#write(':\n');
    this.send({ event: 'alive' });
  }

  #write(text: string): void {
    if (this.#isOver || this.#output.destroyed) return;
    // A page that no longer reads gets the rest when it connects again.
    if (this.#output.writableLength > STREAMS.unsentBytes) this.#output.destroy();
    else this.#output.write(text);
  }
}
