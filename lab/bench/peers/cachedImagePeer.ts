import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>One image</title></head>
<body style="margin:0;background:#000"><img src="/photo.jpg" alt="" style="width:100vw;height:100vh;object-fit:contain">
<script>navigator.serviceWorker.register('/sw.js')</script></body></html>`;

const WORKER = `
addEventListener('install', (event) => {
  event.waitUntil(caches.open('one').then((cache) => cache.addAll(['/', '/photo.jpg'])).then(() => skipWaiting()));
});
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => event.respondWith(caches.match(event.request)));
`;

/** The least that can show a photo without a network: one page, one image, a worker of five lines. */
export class CachedImagePeer {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(photo: Uint8Array): Promise<CachedImagePeer> {
    const answers: Record<string, [type: string, body: string | Uint8Array]> = {
      '/': ['text/html', PAGE],
      '/sw.js': ['text/javascript', WORKER],
      '/photo.jpg': ['image/jpeg', photo],
    };
    const server = createServer(({ url = '' }, response) => {
      const [type, body] = answers[url] ?? ['text/plain', ''];
      response.setHeader('Content-Type', type).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new CachedImagePeer(server);
  }

  get origin(): string {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has such an address
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
