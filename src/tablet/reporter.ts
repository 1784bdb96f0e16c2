import { sendTabletReport } from '../api/kioskSettings.ts';
import { nextReportMs } from '#domain/tablets/reportTiming.ts';
import { isServerReachable, onReconnect } from '../offline/connection.ts';
import { cachedOnScreen } from '../offline/keeper.ts';
import { photoOnScreen } from './slideshowControl.ts';
import { tabletReport } from './tabletReport.ts';

/** Tells the server what this tablet shows: soon after a change, and now and then while it is visible. */
export class Reporter {
  readonly #apiKey: string;
  readonly #unsubscribe: (() => void)[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sentAtMs = -Infinity;
  #isChanged = true;

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
      await sendTabletReport(this.#apiKey, await tabletReport(photoOnScreen.get()));
    } catch {
      // The next report says the same, and more.
    }
  }
}
