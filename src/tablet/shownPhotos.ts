import type { ShownName } from '#contract/schemas/tablets.ts';
import { SHOWN } from '#contract/programme.ts';
import { photoOnScreen } from './slideshowControl.ts';

/** A report may have 4 kB with everything else in it. */
const CHARACTERS_PER_REPORT = 2_500;

/** The photos that came on screen and that the server does not know of yet, the oldest first. */
export class ShownPhotos {
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
