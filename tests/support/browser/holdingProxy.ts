import { createServer, request, type Server } from 'node:http';
import { once } from 'node:events';

/** A proxy as some offices have them: it passes a response on only when it is whole, so a stream never arrives. */
export class HoldingProxy {
  origin = '';
  /** Requests for streams so far, and those whose clients still wait. */
  streamsAsked = 0;
  streamsOpen = 0;
  readonly #server: Server;

  constructor(target: string) {
    this.#server = createServer((here, response) => {
      const isStream = here.url?.startsWith('/kiosk/events') === true;
      if (isStream) {
        this.streamsAsked += 1;
        this.streamsOpen += 1;
        response.once('close', () => (this.streamsOpen -= 1));
      }
      const there = request(target + here.url, { method: here.method, headers: here.headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          response.end(Buffer.concat(chunks));
        });
        answer.on('error', () => response.destroy());
      });
      there.on('error', () => response.destroy());
      response.once('close', () => there.destroy());
      here.pipe(there);
    });
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    this.origin = `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
