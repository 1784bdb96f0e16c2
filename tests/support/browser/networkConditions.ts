import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, request as forward, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { areaOf } from '#contract/areas.ts';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { API_PATTERNS, ENVIRONMENT_SCRIPT } from '#contract/paths.ts';
import { firstSegment } from '#contract/pathPatterns.ts';

/** The conditions of the network between a tablet and its server. */
export type Weather =
  | 'fine'
  /** Nobody listens: connections are refused. */
  | 'dead'
  /** Connections are accepted and never answered. */
  | 'hanging'
  /** Connections are accepted and broken off. */
  | 'cut'
  | 'bad gateway'
  /** Every path answers 200 with a log-in page. */
  | 'portal'
  | 'portal in JSON'
  | 'forbidden'
  | 'not found'
  | 'too many'
  /** A proxy that wants a log-in of its own: a 401 that is not the server's word on the key. */
  | 'proxy log-in';

interface Spoiled {
  status: number;
  type: string;
  body: string;
}

const PAGE = '<!doctype html><title>Sorry</title><h1>Not your server</h1>';
const SPOILED: Partial<Record<Weather, Spoiled>> = {
  'bad gateway': { status: 502, type: 'text/html', body: PAGE },
  portal: { status: 200, type: 'text/html', body: PAGE },
  'portal in JSON': { status: 200, type: 'application/json', body: '{"login":"required"}' },
  forbidden: { status: 403, type: 'application/json', body: '{"message":"Forbidden by the proxy"}' },
  'not found': { status: 404, type: 'text/html', body: PAGE },
  'too many': { status: 429, type: 'application/json', body: '{"message":"Slow down"}' },
  'proxy log-in': { status: 401, type: 'text/html', body: PAGE },
};

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};
const SERVER_PATHS = [
  ...Object.values({ ...API_PATTERNS, ...ADMIN_PATTERNS }).map(firstSegment),
  ENVIRONMENT_SCRIPT,
  '/socket.io',
];

/**
 * Stands in front of the real server on a port of its own. In fine weather it passes everything on; it can also serve
 * another build of the app, so that one server sees version A replaced by version B.
 */
export class NetworkConditions {
  weather: Weather = 'fine';
  /** The origin of the server behind it; another one from now on when it is set. */
  target: string;
  /** Serves the app from this folder instead of the server's own build. */
  build: string | undefined;
  /** `METHOD path` of everything asked, in order. */
  readonly asked: string[] = [];
  /** Answers that are to come wrong, by path; asked before the weather. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  /** Requests for such addresses wait for `release`. */
  hold: RegExp | undefined;
  /** Events of the server are lost meanwhile. */
  isMuted = false;
  readonly #waiting: (() => void)[] = [];
  #server: Server | undefined;
  #port = 0;
  readonly #sockets = new Set<Socket>();

  constructor(target: string) {
    this.target = target;
  }

  get origin(): string {
    return `http://localhost:${this.#port}`;
  }

  async start(): Promise<this> {
    await this.#listen();
    return this;
  }

  async turn(weather: Weather): Promise<void> {
    this.weather = weather;
    if (weather === 'dead') await this.close();
    else if (!this.#server) await this.#listen();
    // Connections opened in other weather would live on in it.
    for (const socket of this.#sockets) socket.destroy();
  }

  release(): void {
    this.hold = undefined;
    for (const go of this.#waiting.splice(0)) go();
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }

  async #listen(): Promise<void> {
    const server = createServer((request, response) => this.#answer(request, response));
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    server.on('upgrade', (_request, socket) => socket.destroy());
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#port, '127.0.0.1', resolve);
    });
    this.#server = server;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has such an address
    this.#port = (server.address() as AddressInfo).port;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.asked.push(`${request.method} ${request.url}`);
    response.on('error', () => undefined);
    if (this.intercept?.(request, response)) return;
    if (this.hold?.test(request.url ?? '')) this.#waiting.push(() => this.#answerInWeather(request, response));
    else this.#answerInWeather(request, response);
  }

  #answerInWeather(request: IncomingMessage, response: ServerResponse): void {
    if (this.weather === 'hanging') return;
    if (this.weather === 'cut') {
      request.socket.destroy();
      return;
    }
    const spoiled = SPOILED[this.weather];
    if (spoiled) {
      response.writeHead(spoiled.status, { 'Content-Type': spoiled.type }).end(spoiled.body);
      return;
    }
    const { pathname } = new URL(request.url ?? '/', this.origin);
    if (this.build !== undefined && !SERVER_PATHS.includes(firstSegment(pathname)))
      this.#serveBuild(pathname, response);
    else this.#passOn(request, response);
  }

  #serveBuild(pathname: string, response: ServerResponse): void {
    const name = areaOf(pathname) ? 'index.html' : normalize(decodeURIComponent(pathname));
    const path = join(this.build ?? '', name);
    const isFile = existsSync(path) && statSync(path).isFile();
    const headers = { 'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream', 'Cache-Control': 'no-cache' };
    if (!isFile) {
      response.writeHead(404, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end('{}');
      return;
    }
    response.writeHead(200, headers);
    createReadStream(path).pipe(response);
  }

  #passOn(request: IncomingMessage, response: ServerResponse): void {
    const onward = forward(
      this.target + request.url,
      { method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        if (answer.headers['content-type']?.startsWith('text/event-stream')) {
          answer.on('data', (chunk) => this.isMuted || response.write(chunk));
          answer.on('end', () => response.end());
        } else answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }
}
