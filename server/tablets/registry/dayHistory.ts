import { type DayInQuarters, MINUTES_PER_QUARTER, QUARTERS_PER_DAY } from '#contract/day/quarters.ts';

const MINUTE_MS = 60_000;
const QUARTER_MS = MINUTES_PER_QUARTER * MINUTE_MS;
/** The clock may be set back by this much; after a bigger step the history, made with a wrong clock, is deleted. */
const MAX_STEP_BACK_QUARTERS = 2;

/** The number of minutes of each quarter hour, in the last 24 hours, in which a tablet was heard. Takes a hundred bytes. */
export class DayHistory {
  readonly #minutesHeard = new Uint8Array(QUARTERS_PER_DAY);
  #newestQuarter: number;
  #newestMinute: number;

  constructor(nowMs: number) {
    this.#newestQuarter = Math.floor(nowMs / QUARTER_MS);
    this.#newestMinute = -1;
  }

  /** Restores a saved day, whose digits end with the quarter hour of `lastMinute`. */
  static restore(day: DayInQuarters, lastMinute: number): DayHistory {
    const history = new DayHistory(lastMinute * MINUTE_MS);
    history.#newestMinute = lastMinute;
    for (let back = 0; back < Math.min(day.length, QUARTERS_PER_DAY); back++) {
      const digit = day.charAt(day.length - 1 - back);
      history.#minutesHeard[history.#slot(history.#newestQuarter - back)] = Number.parseInt(digit, 16) || 0;
    }
    return history;
  }

  get lastMinute(): number {
    return this.#newestMinute;
  }

  /** Counts this minute, if it is not counted yet; returns whether that changed the history. */
  mark(nowMs: number): boolean {
    const minute = Math.floor(nowMs / MINUTE_MS);
    const quarter = Math.floor(nowMs / QUARTER_MS);
    if (minute === this.#newestMinute) return false;
    if (quarter < this.#newestQuarter - MAX_STEP_BACK_QUARTERS) this.#minutesHeard.fill(0);
    else if (quarter < this.#newestQuarter) return false;
    this.#rollTo(quarter);
    this.#newestMinute = minute;
    const slot = this.#slot(this.#newestQuarter);
    this.#minutesHeard[slot] = Math.min((this.#minutesHeard[slot] ?? 0) + 1, MINUTES_PER_QUARTER);
    return true;
  }

  quarters(nowMs: number): DayInQuarters {
    const last = Math.floor(nowMs / QUARTER_MS);
    let day = '';
    for (let quarter = last - QUARTERS_PER_DAY + 1; quarter <= last; quarter++) {
      const known = quarter <= this.#newestQuarter && quarter > this.#newestQuarter - QUARTERS_PER_DAY;
      const minutes = known ? (this.#minutesHeard[this.#slot(quarter)] ?? 0) : 0;
      day += minutes.toString(16);
    }
    return day;
  }

  #rollTo(quarter: number): void {
    const gone = Math.min(quarter - this.#newestQuarter, QUARTERS_PER_DAY);
    for (let step = 0; step < gone; step++) this.#minutesHeard[this.#slot(quarter - step)] = 0;
    this.#newestQuarter = quarter;
  }

  #slot(quarter: number): number {
    return ((quarter % QUARTERS_PER_DAY) + QUARTERS_PER_DAY) % QUARTERS_PER_DAY;
  }
}
