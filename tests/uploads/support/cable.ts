import { connect, createServer, type Server, type Socket } from 'node:net';

/** When the cable is pulled by itself. */
interface Plan {
  /** The first characters of a request. */
  start: string;
  /** The number of requests that still have to begin so. */
  requests: number;
  /** The number of bytes of the last that still have to leave; absent: all, and its answer has begun. */
  bytes?: number;
  /** The connection of the last. */
  on?: Socket;
  pulled: () => void;
}

/** The cable to a server: it can be pulled in the middle of a byte, and plugged in again. */
export class Cable {
  origin = '';
  /** A thin cable towards the server, if set. */
  bytesPerSecond: number | undefined;
  #pulled = false;
  #plan: Plan | undefined;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  constructor(target: string) {
    const { hostname, port } = new URL(target);
    this.#server = createServer((here) => {
      if (this.#pulled) {
        here.destroy();
        return;
      }
      const there = connect(Number(port), hostname);
      this.#join(here, there);
      here.on('data', (chunk) => {
        this.#slowDown(here, chunk.length);
        this.#follow(here, there, chunk);
      });
    });
  }

  async plugIn(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    this.origin = `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
    return this;
  }

  pull(): void {
    this.#pulled = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  restore(): void {
    this.#pulled = false;
  }

  /** The next request that begins so arrives whole, and the cable is pulled before its answer has come. */
  loseAnswerTo(start: string): void {
    this.#plan = { start, requests: 1, pulled: () => undefined };
  }

  /** Pulled within the last of so many requests that begin so, once so many of its bytes have left. Resolves then. */
  pullWithin(start: string, { requests, bytes }: { requests: number; bytes: number }): Promise<void> {
    return new Promise((pulled) => (this.#plan = { start, requests, bytes, pulled }));
  }

  async dispose(): Promise<void> {
    this.pull();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #follow(here: Socket, there: Socket, chunk: Buffer): void {
    const plan = this.#plan;
    if (!plan) return;
    if (chunk.toString('latin1', 0, plan.start.length) === plan.start) {
      plan.requests -= 1;
      if (plan.requests === 0) plan.on = here;
    }
    if (plan.on !== here) return;
    if (plan.bytes === undefined) {
      there.prependListener('data', () => this.pull());
    } else {
      plan.bytes -= chunk.length;
      if (plan.bytes > 0) return;
      this.pull();
    }
    this.#plan = undefined;
    plan.pulled();
  }

  #slowDown(here: Socket, bytes: number): void {
    if (this.bytesPerSecond === undefined) return;
    here.pause();
    setTimeout(() => here.resume(), (bytes / this.bytesPerSecond) * 1_000);
  }

  #join(here: Socket, there: Socket): void {
    here.pipe(there);
    there.pipe(here);
    for (const [socket, other] of [
      [here, there],
      [there, here],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
  }
}
