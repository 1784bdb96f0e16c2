import type { Preparing } from '#src/shared/slots.ts';

export interface ClipRequest {
  video: Blob;
  needs: 'clip' | 'clip and still' | 'clip, still and hash';
}

export interface MadeClip {
  clip: Blob;
  still?: Blob;
  /** The SHA-256 of the video. */
  hash?: string;
  /** Milliseconds since 1970. */
  takenAt?: number;
}

/** A message of the worker: how far it is, or the end. */
export type ClipMessage = { share: number } | MadeClip | { refused: string };

/** Why no clip was made, in the middle of a sentence. */
const NO_WORKER = 'this browser cannot load what makes clips';

/** One clip at a time: each takes decoder, encoder and memory. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Makes a clip of a video in a worker of its own, which ends with it: nothing of one video is there for the next. Rejects
 * when it is aborted.
 */
export function makeClip(
  request: ClipRequest,
  how: Pick<Preparing, 'signal' | 'onProgress'>,
): Promise<MadeClip | { refused: string }> {
  const made = last.then(() => inWorker(request, how));
  last = made.catch(() => undefined);
  return made;
}

async function inWorker(
  request: ClipRequest,
  { signal, onProgress }: Pick<Preparing, 'signal' | 'onProgress'>,
): Promise<MadeClip | { refused: string }> {
  signal.throwIfAborted();
  onProgress(0);
  const worker = startWorker();
  if (!worker) return { refused: NO_WORKER };
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('The clip is not wanted any more')), { once: true });
      worker.addEventListener('error', () => resolve({ refused: NO_WORKER }));
      worker.addEventListener('message', ({ data }: MessageEvent<ClipMessage>) => {
        if ('share' in data) onProgress(data.share);
        else resolve(data);
      });
      worker.postMessage(request, []);
    });
  } finally {
    worker.terminate();
  }
}

/** Undefined in a browser that has no such workers. */
function startWorker(): Worker | undefined {
  try {
    return new Worker(new URL('clipWorker.ts', import.meta.url), { type: 'module' });
  } catch {
    return undefined;
  }
}
