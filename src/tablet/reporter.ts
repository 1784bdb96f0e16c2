import { sendTabletReport } from '../api/kioskSettings.ts';
import { nextReportMs } from '#domain/tablets/reportTiming.ts';
import { isServerReachable, onReconnect } from '../offline/connection.ts';
import { cachedOnScreen } from '../offline/keeper.ts';
import { ShownPhotos } from './shownPhotos.ts';
import { photoOnScreen } from './slideshowControl.ts';
import { tabletReport } from './tabletReport.ts';

/** Tells the server what this tablet shows: soon after a change, and now and then while it is visible. */
export class Reporter {
  readonly #apiKey: string;
  readonly #unsubscribe: (() => void)[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sentAtMs = -Infinity;
  #isChanged = true;
  readonly #shown = new ShownPhotos();

  constructor(apiKey: string) {
    this.#apiKey = apiKey;
    const changed = () => this.changed();
    document.addEventListener('visibilitychange', changed);
    this.#unsubscribe = [
      photoOnScreen.subscribe(changed),
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
      const report = await tabletReport(photoOnScreen.get());
      await sendTabletReport(this.#apiKey, { ...report, ...(shown.length > 0 && { shown }) });
      this.#shown.reported(shown);
    } catch {
      // The next report says the same, and more.
    }
  }
}
