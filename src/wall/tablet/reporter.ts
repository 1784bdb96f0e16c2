import type { Photo } from '#contract/photos/schemas.ts';
import { sendTabletReport } from '#src/shared/api/ownTablet.ts';
import { SHOWN } from '#contract/tablets/limits.ts';
import type { ShownName, TabletReport } from '#contract/tablets/schemas.ts';
import { nextReportMs } from '#domain/tablets/reportTiming.ts';
import { onReconnect, reachable } from '#src/shared/offline/connection.ts';
import { cachedOnScreen } from '#src/shared/offline/keeper.ts';
import { rolledBackBuild } from '#src/wall/home/rolledBackBuild.ts';
import { NEWS } from '#src/wall/news.ts';
import type { News, NewsInReport } from '#src/wall/slots.ts';
import { pausedOnScreen, photoOnScreen } from '#src/shared/tablet/slideshowControl.ts';

/** The limit for the names of photos in a report, so that everything else has room. */
const CHARACTERS_PER_REPORT = 2_500;

/** The photos that were shown and that the server does not know of yet, the oldest first. */
class ShownPhotos implements News {
  #waiting: ShownName[] = [];
  readonly #unsubscribe: () => void;

  constructor() {
    this.#unsubscribe = photoOnScreen.subscribe(() => this.#note());
    this.#note();
  }

  close(): void {
    this.#unsubscribe();
  }

  /** Returns as many photos as fit in one report. */
  next(): NewsInReport | undefined {
    let characters = 0;
    const shown = this.#waiting.slice(0, SHOWN.perReport).filter((name) => {
      characters += JSON.stringify(name).length;
      return characters <= CHARACTERS_PER_REPORT;
    });
    return shown.length > 0 ? { fields: { shown }, arrived: () => this.#forget(shown) } : undefined;
  }

  /** Others wait for the next report, which comes with the next photo. */
  #forget(shown: readonly ShownName[]): boolean {
    this.#waiting = this.#waiting.filter((name) => !shown.includes(name));
    return false;
  }

  #note(): void {
    const photo = photoOnScreen.get();
    if (!photo) return;
    const { filename, albumSlug } = photo;
    this.#waiting.push({ filename, albumSlug, at: new Date().toISOString() });
    // After days without a server nobody would ask for the oldest.
    if (this.#waiting.length > SHOWN.stored) this.#waiting.shift();
  }
}

/** Reports what this tablet shows: soon after a change, and now and then while it is visible. */
export class Reporter {
  readonly #apiKey: string;
  readonly #unsubscribe: (() => void)[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sentAtMs = -Infinity;
  #isChanged = true;
  readonly #news: readonly News[];

  constructor(apiKey: string) {
    this.#apiKey = apiKey;
    this.#news = [new ShownPhotos(), ...Object.values(NEWS).map((Each) => new Each(apiKey))];
    const changed = () => this.changed();
    document.addEventListener('visibilitychange', changed);
    this.#unsubscribe = [
      photoOnScreen.subscribe(changed),
      pausedOnScreen.subscribe(changed),
      cachedOnScreen.subscribe(changed),
      onReconnect(changed),
      () => document.removeEventListener('visibilitychange', changed),
    ];
    this.#schedule();
  }

  changed(): void {
    this.#isChanged = true;
    this.#schedule();
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const one of this.#news) one.close();
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const sinceLastMs = performance.now() - this.#sentAtMs;
    this.#timer = setTimeout(() => void this.#report(), nextReportMs({ sinceLastMs, isChanged: this.#isChanged }));
  }

  async #report(): Promise<void> {
    this.#sentAtMs = performance.now();
    this.#isChanged = false;
    this.#schedule();
    if (document.visibilityState === 'hidden' || !reachable.get()) return;
    try {
      const news = this.#news.map((one) => one.next()).filter((one) => one !== undefined);
      const report = await tabletReport(photoOnScreen.get());
      for (const { fields } of news) Object.assign(report, fields);
      await sendTabletReport(this.#apiKey, report);
      const waiting = news.filter(({ arrived }) => arrived());
      if (waiting.length > 0) this.changed();
    } catch {
      // The next report contains the same, and more.
    }
  }
}

interface Battery {
  level: number;
  charging: boolean;
}

declare global {
  interface Navigator {
    /** Reported by Chromium alone. */
    getBattery?: () => Promise<Battery>;
  }
}

/** The report of this tablet, without anything about its users or its key. */
export async function tabletReport(photo: Photo | undefined): Promise<TabletReport> {
  const progress = cachedOnScreen.get();
  const failedBuild = await rolledBackBuild();
  return {
    path: window.location.pathname,
    version: BUILT_VERSION,
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    screen: { width: Math.round(window.screen.width), height: Math.round(window.screen.height) },
    ...(photo ? { photo: { filename: photo.filename, albumSlug: photo.albumSlug } } : {}),
    ...(pausedOnScreen.get() ? { paused: true } : {}),
    ...(progress ? { offlineReady: { done: progress.ready, of: progress.total } } : {}),
    ...(failedBuild === undefined ? {} : { failedBuild }),
    ...(await storage().catch(() => ({}))),
    ...(await battery().catch(() => ({}))),
  };
}

async function storage(): Promise<Pick<TabletReport, 'storage'>> {
  const { usage = 0, quota = 0 } = await navigator.storage.estimate();
  return { storage: { usage: Math.round(usage), quota: Math.round(quota) } };
}

async function battery(): Promise<Pick<TabletReport, 'battery'>> {
  const found = await navigator.getBattery?.();
  return found ? { battery: { level: found.level, charging: found.charging } } : {};
}
