import type { WarmOutcome } from '../contract/offline.ts';
import { isRecord } from '../domain/records.ts';
import { warmUpOrder, type PhotoImages, type WarmUpScreen } from '../domain/albums/warmUpOrder.ts';
import { isServerReachable } from './connection.ts';
import { createObservable, useObservable } from '../state/observable.ts';
import { askForPersistence } from '../device/deviceCheck.ts';
import { idleForMs } from '../device/lastInput.ts';
import { askWorker, tellWorker, whenControlled } from './bridge.ts';

export interface WarmUpPlan {
  albumSlugs: string[];
  photos: PhotoImages[];
  screen: WarmUpScreen;
}

export interface WarmUpState {
  /** Photos whose two images are stored. */
  ready: number;
  total: number;
  /** The browser gives no more room; what is stored stays. */
  isFull: boolean;
}

const AT_ONCE = 3;
const PERSON_IS_BUSY_MS = 1_500;
const GIVE_WAY_MS = 500;
const RETRY_MS = 15_000;
const FULL_RETRY_MS = 120_000;
const OUTCOMES: readonly string[] = ['stored', 'full', 'failed', 'unbound'] satisfies WarmOutcome[];

const state = createObservable<WarmUpState | undefined>(undefined);
let currentRun = 0;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

function isOutcome(value: unknown): value is WarmOutcome {
  return typeof value === 'string' && OUTCOMES.includes(value);
}

async function warm(url: string): Promise<WarmOutcome> {
  const answer = await askWorker({ type: 'warm', url });
  return isRecord(answer) && isOutcome(answer.outcome) ? answer.outcome : 'failed';
}

async function missingOf(urls: string[]): Promise<string[]> {
  const answer = await askWorker({ type: 'missing', urls });
  if (!isRecord(answer) || !Array.isArray(answer.missing)) return urls;
  return answer.missing.filter((url): url is string => typeof url === 'string');
}

/** One plan being carried out; a newer plan ends it. */
class WarmUpRun {
  private readonly id: number;
  private readonly plan: WarmUpPlan;
  private readonly missing: Set<string>;
  private readonly images: Map<string, PhotoImages>;
  private unready: number;
  private isFull = false;

  constructor(plan: WarmUpPlan, missing: string[]) {
    this.id = currentRun;
    this.plan = plan;
    this.missing = new Set(missing);
    this.images = new Map(plan.photos.flatMap((photo) => [photo.thumbnail, photo.medium].map((url) => [url, photo])));
    this.unready = plan.photos.filter((photo) => this.isUnready(photo)).length;
    this.publish();
  }

  async finish(): Promise<void> {
    while (this.isCurrent && this.missing.size > 0) {
      const queue = [...this.missing];
      this.isFull = false;
      await Promise.all(Array.from({ length: AT_ONCE }, () => this.work(queue)));
      this.publish();
      if (this.missing.size > 0) await pause(this.isFull ? FULL_RETRY_MS : RETRY_MS);
    }
  }

  private get isCurrent(): boolean {
    return this.id === currentRun;
  }

  private isUnready(photo: PhotoImages): boolean {
    return this.missing.has(photo.thumbnail) || this.missing.has(photo.medium);
  }

  private async work(queue: string[]): Promise<void> {
    for (let url = queue.shift(); url !== undefined && this.isCurrent && !this.isFull; url = queue.shift()) {
      await this.giveWay();
      const outcome = this.isCurrent ? await warm(url) : 'failed';
      if (outcome === 'stored') this.stored(url);
      this.isFull ||= outcome === 'full';
    }
  }

  /** A person's taps and a server out of reach come before the stock. */
  private async giveWay(): Promise<void> {
    while (this.isCurrent && (idleForMs() < PERSON_IS_BUSY_MS || !isServerReachable())) await pause(GIVE_WAY_MS);
  }

  private stored(url: string): void {
    this.missing.delete(url);
    const photo = this.images.get(url);
    if (!photo || this.isUnready(photo)) return;
    this.unready -= 1;
    this.publish();
  }

  private publish(): void {
    if (!this.isCurrent) return;
    const total = this.plan.photos.length;
    state.set({ total, ready: total - this.unready, isFull: this.isFull });
  }
}

async function carryOut(plan: WarmUpPlan, run: number): Promise<void> {
  await whenControlled();
  if (run !== currentRun) return;
  tellWorker({ type: 'showing', albumSlugs: plan.albumSlugs });
  // A tablet that starts into its slideshow never comes past the kiosk home, which asks as well.
  void askForPersistence().catch(() => undefined);
  const missing = await missingOf(warmUpOrder(plan.photos, plan.screen));
  if (run !== currentRun) return;
  await new WarmUpRun(plan, missing).finish();
}

/** Makes these photos available offline, a few at a time; the newest plan is the one that is carried out. */
export function warmUp(plan: WarmUpPlan): void {
  currentRun += 1;
  state.set(undefined);
  void carryOut(plan, currentRun);
}

/** No album is on this page's screen any more: nothing is protected, nothing more is fetched. */
export function stopWarmUp(): void {
  currentRun += 1;
  state.set(undefined);
  tellWorker({ type: 'showing', albumSlugs: [] });
}

/** Single images of a screen that is no album: stored if there is room, and not counted. */
export async function warmQuietly(urls: string[]): Promise<void> {
  const run = currentRun;
  await whenControlled();
  for (const url of await missingOf(urls)) {
    if (run !== currentRun || (await warm(url)) === 'full') return;
  }
}

export function useWarmUpState(): WarmUpState | undefined {
  return useObservable(state);
}
