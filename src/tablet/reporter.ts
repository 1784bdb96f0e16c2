import { sendTabletReport } from '../api/kioskSettings.ts';
import { DIARY_LIMITS, SHOWN } from '#contract/programme.ts';
import type { ShownName } from '#contract/schemas/tablets.ts';
import { nextReportMs } from '#domain/tablets/reportTiming.ts';
import { isServerReachable, onReconnect } from '../offline/connection.ts';
import { cachedOnScreen } from '../offline/keeper.ts';
import { Diary } from './diary.ts';
import { pausedOnScreen, photoOnScreen } from './slideshowControl.ts';
import { tabletReport } from './tabletReport.ts';

/** The names of photos in a report, which has room for everything else. */
const CHARACTERS_PER_REPORT = 2_500;

/** The photos that came on screen and that the server does not know of yet, the oldest first. */
class ShownPhotos {
  #waiting: ShownName[] = [];
  readonly #unsubscribe: () => void;

  constructor() {
    this.#unsubscribe = photoOnScreen.subscribe(() => this.#note());
    this.#note();
  }

  close(): void {
    this.#unsubscribe();
  }

  /** Those for one report, which takes only so many. */
  next(): ShownName[] {
    let characters = 0;
    return this.#waiting.slice(0, SHOWN.perReport).filter((name) => {
      characters += JSON.stringify(name).length;
      return characters <= CHARACTERS_PER_REPORT;
    });
  }

  /** Called when a report has arrived. */
  reported(names: readonly ShownName[]): void {
    this.#waiting = this.#waiting.filter((name) => !names.includes(name));
  }

  #note(): void {
    const photo = photoOnScreen.get();
    if (!photo) return;
    const { filename, albumSlug } = photo;
    this.#waiting.push({ filename, albumSlug, at: new Date().toISOString() });
    // Without a server for days the oldest would no longer be asked for.
    if (this.#waiting.length > SHOWN.stored) this.#waiting.shift();
  }
}

/** Tells the server what this tablet shows: soon after a change, and now and then while it is visible. */
export class Reporter {
  readonly #apiKey: string;
  readonly #unsubscribe: (() => void)[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sentAtMs = -Infinity;
  #isChanged = true;
  readonly #shown = new ShownPhotos();
  readonly #diary: Diary;

  constructor(apiKey: string) {
    this.#apiKey = apiKey;
    this.#diary = new Diary(apiKey);
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
    this.#shown.close();
    this.#diary.close();
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
    if (document.visibilityState === 'hidden' || !isServerReachable()) return;
    try {
      const shown = this.#shown.next();
      const diary = this.#diary.next();
      const report = await tabletReport(photoOnScreen.get());
      const news = { ...(shown.length > 0 && { shown }), ...(diary.length > 0 && { diary }) };
      await sendTabletReport(this.#apiKey, { ...report, ...news });
      this.#shown.reported(shown);
      this.#diary.reported(diary);
      // More is waiting.
      if (diary.length === DIARY_LIMITS.perReport) this.changed();
    } catch {
      // The next report says the same, and more.
    }
  }
}
