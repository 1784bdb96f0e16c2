import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * A small balancer for the demo and the trials: requests go around the servers that accept connections, those of a socket
 * always to the same one. What nginx does in earnest, on machines that have none.
 */
export class Balancer {
  readonly #server: Server;
  #targets: URL[];
  #turn = 0;

  constructor(targets: readonly string[]) {
    this.#targets = targets.map((target) => new URL(target));
    this.#server = createServer((message, response) => void this.#pass(message, response));
    this.#server.on('upgrade', (message, socket, head) => void this.#upgrade(message, socket, head));
    this.#server.requestTimeout = 0;
  }

  get origin(): string {
    const address = this.#server.address();
    return address !== null && typeof address === 'object' ? `http://127.0.0.1:${address.port}` : '';
  }

  async listen(port = 0): Promise<this> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** The servers in the order in which they are tried. */
  #choose({ url = '', headers }: IncomingMessage): URL[] {
    this.#turn += 1;
    const client = `${headers['user-agent'] ?? ''} ${/[?&](?:token|sid)=([^&]*)/.exec(url)?.[1] ?? ''}`;
    const fixed = createHash('sha256').update(client).digest().readUInt32BE();
    const first = (url.startsWith('/socket.io/') ? fixed : this.#turn) % this.#targets.length;
    return [...this.#targets.slice(first), ...this.#targets.slice(0, first)];
  }

  async #pass(message: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const target of this.#choose(message)) {
      if (!(await accepts(target))) continue;
      if (await this.#passTo(target, message, response)) return;
    }
    if (!response.headersSent) response.writeHead(503).end();
  }

  /** Resolves to false when another server may be asked: this one is gone, and nothing but a question was sent to it. */
  #passTo(target: URL, message: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const { method, url } = message;
    const headers = { ...message.headers, 'x-forwarded-for': message.socket.remoteAddress ?? '' };
    const isQuestion = method === 'GET' || method === 'HEAD';
    return new Promise((resolve) => {
      const passed = request(target, { method, path: url, headers, agent: false }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        resolve(true);
      });
      passed.on('error', () => {
        if (isQuestion && !response.headersSent) return resolve(false);
        if (response.headersSent) response.destroy();
        else response.writeHead(502).end();
        return resolve(true);
      });
      response.on('close', () => passed.destroy());
      if (isQuestion) passed.end();
      else message.pipe(passed);
    });
  }

  async #upgrade(message: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    for (const target of this.#choose(message)) {
      if (!(await accepts(target))) continue;
      const passed = connect(Number(target.port), target.hostname, () => {
        const lines = Object.entries(message.headers).map(([name, value]) => `${name}: ${[value].flat().join(', ')}`);
        passed.write([`${message.method} ${message.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
        passed.write(head);
        passed.pipe(socket).pipe(passed);
      });
      for (const [end, opposite] of [
        [passed, socket],
        [socket, passed],
      ] as const) {
        end.on('error', () => opposite.destroy());
        end.on('close', () => opposite.destroy());
      }
      return;
    }
    socket.destroy();
  }
}

/** Nothing has been sent yet when this is found out: so any request may go to another server. */
function accepts({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(Number(port), hostname);
    const say = (isThere: boolean) => {
      probe.destroy();
      resolve(isThere);
    };
    probe.on('connect', () => say(true));
    probe.on('error', () => say(false));
  });
}
