import type { HashRequest, HashResponse } from './hashWorker.ts';

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, (hash: string | undefined) => void>();

/**
 * The SHA-256 of a file's content in hexadecimal digits; undefined when it cannot be computed. A library computes it,
 * because the browser's own `crypto.subtle` is absent where the server is reached by http in a home network.
 */
export function contentHash(file: File): Promise<string | undefined> {
  lastId += 1;
  const request: HashRequest = { id: lastId, file };
  return new Promise((resolve) => {
    waiting.set(request.id, resolve);
    try {
      worker ??= startWorker();
      worker.postMessage(request, []);
    } catch {
      settle({ id: request.id, hash: undefined });
    }
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('hashWorker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<HashResponse>) => settle(data));
  // The worker's code could not be loaded: no hash is known, and the next file starts another worker.
  started.addEventListener('error', () => {
    worker = undefined;
    for (const id of waiting.keys()) settle({ id, hash: undefined });
  });
  return started;
}

function settle({ id, hash }: HashResponse): void {
  waiting.get(id)?.(hash);
  waiting.delete(id);
}
