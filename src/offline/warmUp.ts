import type { WarmOutcome } from '#contract/offline.ts';
import { type PhotoImages, warmUpOrder, type WarmUpScreen } from '#domain/albums/warmUpOrder.ts';
import { isRecord } from '#domain/records.ts';
import { sleep } from '#domain/timing.ts';
import { createObservable, useObservable } from '../state/observable.ts';
import { isUpdating } from './applyUpdates.ts';
import { askWorker, tellWorker, whenControlled } from './bridge.ts';
import { isServerReachable } from './connection.ts';

export interface WarmUpPlan {
  albumSlugs: string[];
  photos: PhotoImages[];
  screen: WarmUpScreen;
  /** The time since the last touch: storing images pauses while somebody uses the device. */
  idleForMs: () => number;
}

export interface WarmUpState {
  /** Photos whose two images are stored. */
  ready: number;
  total: number;
  /** The browser gives no more space; what is stored stays. */
  isFull: boolean;
}

const PARALLEL_IMAGES = 3;
const PERSON_IS_BUSY_MS = 1_500;
const PAUSE_MS = 500;
const RETRY_MS = 15_000;
const FULL_RETRY_MS = 120_000;
const OUTCOMES: readonly string[] = ['stored', 'full', 'failed', 'unbound'] satisfies WarmOutcome[];

const state = createObservable<WarmUpState | undefined>(undefined);
let currentRun = 0;

function isOutcome(value: unknown): value is WarmOutcome {
  return typeof value === 'string' && OUTCOMES.includes(value);
}

/** `spare` images are stored only where there is space already. */
export async function warm(url: string, spare?: true): Promise<WarmOutcome> {
  const response = await askWorker({ type: 'warm', url, ...(spare && { spare }) });
  return isRecord(response) && isOutcome(response.outcome) ? response.outcome : 'failed';
}

/** Before anything is stored, since it says in which size. The worker cannot look for itself. */
function tellScreen(): void {
  const { width, height } = window.screen;
  tellWorker({ type: 'screen', longSide: Math.round(Math.max(width, height) * window.devicePixelRatio) });
}

export async function missingOf(urls: string[]): Promise<string[]> {
  tellScreen();
  const response = await askWorker({ type: 'missing', urls });
  if (!isRecord(response) || !Array.isArray(response.missing)) return urls;
  return response.missing.filter((url): url is string => typeof url === 'string');
}

/** Has the worker store the images of one plan, until a newer plan replaces it. */
class WarmUpRun {
  readonly #id: number;
  readonly #plan: WarmUpPlan;
  readonly #missing: Set<string>;
  readonly #images: Map<string, PhotoImages>;
  #unready: number;
  #isFull = false;

  constructor(plan: WarmUpPlan, missing: string[]) {
    this.#id = currentRun;
    this.#plan = plan;
    this.#missing = new Set(missing);
    this.#images = new Map(plan.photos.flatMap((photo) => [photo.thumbnail, photo.medium].map((url) => [url, photo])));
    this.#unready = plan.photos.filter((photo) => this.#isUnready(photo)).length;
    this.#publish();
  }

  async finish(): Promise<void> {
    while (this.#isCurrent() && this.#missing.size > 0) {
      const queue = [...this.#missing];
      this.#isFull = false;
      await Promise.all(Array.from({ length: PARALLEL_IMAGES }, () => this.#work(queue)));
      this.#publish();
      if (this.#missing.size > 0) await sleep(this.#isFull ? FULL_RETRY_MS : RETRY_MS);
    }
  }

  #isCurrent(): boolean {
    return this.#id === currentRun;
  }

  #isUnready(photo: PhotoImages): boolean {
    return this.#missing.has(photo.thumbnail) || this.#missing.has(photo.medium);
  }

  async #work(queue: string[]): Promise<void> {
    for (let url = queue.shift(); url !== undefined && this.#isCurrent() && !this.#isFull; url = queue.shift()) {
      await this.#untilIdle();
      const outcome = this.#isCurrent() ? await warm(url) : 'failed';
      if (outcome === 'stored') this.#markStored(url);
      this.#isFull ||= outcome === 'full';
    }
  }

  /** Waits while a person is using the device, since taps come first, for a new version, and for the server. */
  async #untilIdle(): Promise<void> {
    const isBusy = () => this.#plan.idleForMs() < PERSON_IS_BUSY_MS || isUpdating() || !isServerReachable();
    while (this.#isCurrent() && isBusy()) await sleep(PAUSE_MS);
  }

  #markStored(url: string): void {
    this.#missing.delete(url);
    const photo = this.#images.get(url);
    if (!photo || this.#isUnready(photo)) return;
    this.#unready -= 1;
    this.#publish();
  }

  #publish(): void {
    if (!this.#isCurrent()) return;
    const total = this.#plan.photos.length;
    state.set({ total, ready: total - this.#unready, isFull: this.#isFull });
  }
}

async function carryOut(plan: WarmUpPlan, run: number): Promise<void> {
  await whenControlled();
  if (run !== currentRun) return;
  tellWorker({ type: 'showing', albumSlugs: plan.albumSlugs });
  const missing = await missingOf(warmUpOrder(plan.photos, plan.screen));
  if (run !== currentRun) return;
  await new WarmUpRun(plan, missing).finish();
}

/** Makes these photos available offline, a few at a time. A newer plan replaces the one being carried out. */
export function warmUp(plan: WarmUpPlan): void {
  currentRun += 1;
  state.set(undefined);
  void carryOut(plan, currentRun);
}

/** Called when this page shows no album any more: no album is protected from eviction then, and no image is fetched. */
export function stopWarmUp(): void {
  currentRun += 1;
  state.set(undefined);
  tellWorker({ type: 'showing', albumSlugs: [] });
}

/** Stores single images of a screen that is not an album, if there is space; the progress shown leaves them out. */
export async function warmQuietly(urls: string[]): Promise<void> {
  const run = currentRun;
  await whenControlled();
  for (const url of await missingOf(urls)) {
    if (run !== currentRun || (await warm(url)) === 'full') return;
  }
}

/** Whether images of the screen itself are still being stored. */
export function isScreenWarming(): boolean {
  const now = state.get();
  return now !== undefined && now.ready < now.total && !now.isFull;
}

export const warmUpProgress = state.get;
export const onWarmUpProgress = state.subscribe;

export function useWarmUpState(): WarmUpState | undefined {
  return useObservable(state);
}
