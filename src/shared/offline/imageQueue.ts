import { recordOf } from '#domain/records.ts';
import { sleep, withTimeout } from '#domain/timing.ts';
import { createObservable, type Observable } from '#src/shared/state/observable.ts';
import { updating } from './applyUpdates.ts';
import { askWorker } from './bridge.ts';
import { reachable } from './connection.ts';

/**
 * The purposes of stored images, the most urgent first. Each waits while a new version takes over, while a person uses
 * the device, and for the more urgent ones; all but the first for a limited time, since an image that never loads must
 * not stop the others.
 */
const LANES = {
  /** The album on screen: goes on until all of it is stored, and waits for the server. */
  screen: { rank: 0, parallel: 3, afterTouchMs: 1_500, longestWaitMs: Infinity, pauseMs: 0 },
  /** The pictures on the cards of albums. */
  covers: { rank: 1, parallel: 1, afterTouchMs: 0, longestWaitMs: 60_000, pauseMs: 0 },
  /** Albums on no screen. An old tablet must hardly notice that it decodes a photo for them: hence the pause. */
  library: { rank: 2, parallel: 1, afterTouchMs: 5_000, longestWaitMs: 60_000, pauseMs: 200 },
  /** What is no image: its photos are shown without it. */
  others: { rank: 3, parallel: 1, afterTouchMs: 5_000, longestWaitMs: 60_000, pauseMs: 200 },
};

export const RETRY_MS = 15_000;
const FULL_RETRY_MS = 120_000;

export interface ImageJob {
  lane: keyof typeof LANES;
  urls: readonly string[];
  /** The time since the last touch of the device. */
  idleForMs: () => number;
  /** Aborts when the images are not wanted any more. */
  signal: AbortSignal;
  onStored?: (url: string) => void;
  /** Called when all images have had their turn; `isFull`: the browser gives no more space. */
  onPassed?: (isFull: boolean) => void;
}

/** The jobs that later ones wait for. */
const ahead = createObservable<readonly ImageJob[]>([]);

/** Resolves when `dueInMs` returns 0 or less; calls it again at each change of a source and at the time it returned. */
export async function untilDue(
  sources: readonly Pick<Observable<unknown>, 'subscribe'>[],
  dueInMs: () => number,
  longestMs = Infinity,
): Promise<void> {
  const endMs = performance.now() + longestMs;
  for (;;) {
    const waitMs = Math.min(dueInMs(), endMs - performance.now());
    if (waitMs <= 0) return;
    let stops: (() => void)[] = [];
    const changed = new Promise<void>((resolve) => {
      stops = sources.map(({ subscribe }) => subscribe(resolve));
    });
    await (waitMs === Infinity ? changed : withTimeout(changed, waitMs, () => undefined));
    for (const stop of stops) stop();
  }
}

/** Waits for the job's turn; resolves to false if the job has ended. Only the album on screen waits for the server. */
async function getsTurn({ lane: own, signal, idleForMs }: ImageJob): Promise<boolean> {
  const { rank, afterTouchMs, longestWaitMs } = LANES[own];
  const isOver = () => signal.aborted || (own !== 'screen' && !reachable.get());
  const dueInMs = () => {
    if (isOver()) return 0;
    if (updating.get() || !reachable.get() || ahead.get().some(({ lane }) => LANES[lane].rank < rank)) return Infinity;
    return afterTouchMs - idleForMs();
  };
  await untilDue([ahead, updating, reachable], dueInMs, longestWaitMs);
  return !isOver();
}

/** Stores the images that are missing, each once; resolves to whether there is no more space. */
async function pass(job: ImageJob, missing: Set<string>): Promise<boolean> {
  const { parallel, pauseMs } = LANES[job.lane];
  const waiting = [...missing];
  let isFull = false;
  const work = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      if (!(await getsTurn(job)) || isFull) return;
      // A worker that was stopped meanwhile returns nothing.
      const { outcome } = recordOf(await askWorker({ type: 'warm', url, spare: job.lane === 'library' }));
      isFull ||= outcome === 'full';
      if (outcome === 'stored' && missing.delete(url)) job.onStored?.(url);
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return isFull;
}

/** Makes the worker store images, in turns with the other jobs; resolves to whether there is no more space. */
export async function storeImages(job: ImageJob): Promise<boolean> {
  const missing = new Set(job.urls);
  const leave = () => ahead.set(ahead.get().filter((one) => one !== job));
  job.signal.addEventListener('abort', leave);
  try {
    while (missing.size > 0 && !job.signal.aborted) {
      if (!ahead.get().includes(job)) ahead.set([...ahead.get(), job]);
      const isFull = await pass(job, missing);
      job.onPassed?.(isFull);
      if (job.lane !== 'screen') return isFull;
      if (isFull) leave();
      if (missing.size > 0) await sleep(isFull ? FULL_RETRY_MS : RETRY_MS);
    }
    return false;
  } finally {
    leave();
    job.signal.removeEventListener('abort', leave);
  }
}
