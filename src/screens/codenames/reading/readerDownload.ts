import { type ReaderCore, readerFiles } from '#contract/codenames/reader.ts';
import { CODENAMES } from '#contract/storageKeys.ts';

/** A WebAssembly module with one SIMD instruction: a browser that does not support it reports the module as invalid. */
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** The build of the reader that this browser can run. */
export function readerCore(): ReaderCore {
  return WebAssembly.validate(SIMD_PROBE) ? 'simd' : 'plain';
}

/** Whether the reader is stored on this device, so that nothing has to be downloaded. */
export async function isReaderStored(core: ReaderCore): Promise<boolean> {
  const cache = await openCache();
  if (!cache) return false;
  const stored = await Promise.all(readerFiles(core).map(({ path }) => cache.match(path)));
  return stored.every((response) => response !== undefined);
}

/** Browsers have no such storage for a page over http; the reader is then downloaded each evening. */
async function openCache(): Promise<Cache | undefined> {
  return 'caches' in globalThis ? caches.open(CODENAMES.reader).catch(() => undefined) : undefined;
}

/** Downloads the missing files. The share, from 0 to 1, grows with the received bytes. */
export async function downloadReader(core: ReaderCore, onShare: (share: number) => void): Promise<void> {
  const cache = await openCache();
  const files = readerFiles(core);
  await evictOthers(cache, new Set(files.map(({ path }) => path)));
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let come = 0;
  for (const { path, bytes } of files) {
    const before = come;
    if (!(await cache?.match(path))) {
      await fetchFile(path, cache, (received) => onShare(Math.min(1, (before + received) / total)));
    }
    come += bytes;
    onShare(come / total);
  }
}

async function evictOthers(cache: Cache | undefined, wanted: ReadonlySet<string>): Promise<void> {
  for (const request of (await cache?.keys()) ?? []) {
    if (!wanted.has(new URL(request.url).pathname)) await cache?.delete(request);
  }
}

async function fetchFile(path: string, cache: Cache | undefined, onBytes: (received: number) => void): Promise<void> {
  const response = await fetch(path);
  if (!response.ok || !response.body) throw new Error(`${path} could not be fetched (${response.status})`);
  const { headers } = response;
  const reader = response.body.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    received += part.value.length;
    onBytes(received);
  }
  const kept = new Headers(headers);
  // The bytes are stored after decoding.
  kept.delete('Content-Encoding');
  kept.delete('Content-Length');
  // A device without space reads all the same, and downloads the file again next time.
  await cache?.put(path, new Response(new Blob(parts), { headers: kept })).catch(() => undefined);
}
