import { connect, createServer, type Server, type Socket } from 'node:net';

/** The cable to a server: it can be pulled in the middle of a byte, and plugged in again. */
export class Cable {
  origin = '';
  /** Bytes that went towards the server so far. */
  carried = 0;
  /** A thin cable towards the server, if set. */
  bytesPerSecond: number | undefined;
  #pulled = false;
  #answerToLose: string | undefined;
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
        this.#carry(here, chunk.length);
        if (this.#answerToLose === undefined || !chunk.toString('latin1').startsWith(this.#answerToLose)) return;
        this.#answerToLose = undefined;
        there.prependListener('data', () => this.pull());
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
    this.#answerToLose = start;
  }

  async dispose(): Promise<void> {
    this.pull();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #carry(here: Socket, bytes: number): void {
    this.carried += bytes;
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
