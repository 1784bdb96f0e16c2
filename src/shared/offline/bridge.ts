import type { PageToWorker, WorkerToPage } from '#contract/offline.ts';
import { isRecord } from '#domain/records.ts';
import { withTimeout } from '#domain/timing.ts';
import { IS_DEVELOPMENT } from '#src/environment.ts';

const WORKER_URL = '/sw.js';
const RESPONSE_TIMEOUT_MS = 90_000;

/** Undefined on plain http in the LAN, in private windows of some browsers, and in tests without a browser. */
function container(): ServiceWorkerContainer | undefined {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
}

/**
 * Undefined where there can be no worker, or where its script could not be loaded. It does without
 * workbox-window, whose failed attempts go on listening and keep a promise for each message.
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  const workers = container();
  if (!workers || IS_DEVELOPMENT) return undefined;
  // The first screen is loaded before the worker.
  if (document.readyState !== 'complete') await new Promise((resolve) => window.addEventListener('load', resolve));
  return workers.register(WORKER_URL, { updateViaCache: 'none' }).catch(() => undefined);
}

export function isControlled(): boolean {
  return Boolean(container()?.controller);
}

/** Resolves once a worker serves this page's requests; on the first visit that is shortly after the page is loaded. */
export function whenControlled(): Promise<void> {
  const workers = container();
  if (!workers || workers.controller) return Promise.resolve();
  return new Promise((resolve) => {
    workers.addEventListener('controllerchange', () => resolve(), { once: true });
  });
}

/** Calls the listener whenever another worker takes over; not when the very first one does. */
export function onWorkerReplaced(listener: () => void): void {
  const workers = container();
  let hadController = isControlled();
  workers?.addEventListener('controllerchange', () => {
    if (hadController) listener();
    hadController = true;
  });
}

export function tellWorker(message: PageToWorker): void {
  container()?.controller?.postMessage(message, []);
}

/** The worker's response; undefined when there is no worker, or it was stopped before it could respond. */
export async function askWorker(message: PageToWorker): Promise<unknown> {
  const worker = container()?.controller;
  if (!worker) return undefined;
  // Loaded when needed: the first screen does without it.
  const { messageSW } = await import('workbox-window');
  const response: Promise<unknown> = messageSW(worker, message);
  return withTimeout(response, RESPONSE_TIMEOUT_MS, () => undefined);
}

/** Calls the listener when a key of this page is revoked; by then the worker has deleted all it stored for the key. */
export function onWorkerRevoked(listener: (keyHash: unknown) => void): () => void {
  return onWorkerMessage('credential-refused', ({ keyHash }) => listener(keyHash));
}

/** Calls the listener with whether the responding server knows this page's key. */
export function onKeyKnown(listener: (isKnown: boolean) => void): () => void {
  return onWorkerMessage('key-known', ({ isKnown }) => listener(isKnown !== false));
}

function onWorkerMessage(type: WorkerToPage['type'], listener: (message: Record<string, unknown>) => void): () => void {
  const workers = container();
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    if (isRecord(data) && data.type === type) listener(data);
  };
  workers?.addEventListener('message', onMessage);
  return () => workers?.removeEventListener('message', onMessage);
}
