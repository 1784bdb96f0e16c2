import { addTo, EMPTY_TALLY, FIVE_MINUTES_MS, HOUR_MS, type Tally, tallyOf } from '#domain/nodes/historySteps.ts';

const MINUTE_MS = 60_000;
const FIVES_PER_HOUR = HOUR_MS / FIVE_MINUTES_MS;
/**
 * The largest step back of the clock, in units of five minutes, after which nothing is counted until the clock has
 * caught up. After a larger step the earlier time counts.
 */
const MAX_STEP_BACK_FIVES = 6;
/** The limit for samples that could not be written yet; the oldest are dropped. */
const MAX_WAITING = 200_000;

/**
 * The id of the server's own running time, stored like a node: it 'reports' once in each second. No node can have an
 * empty id.
 */
export const SERVER_ITSELF = '';

export interface Sample extends Tally {
  /** The index of the five minutes, or of the hour, counted from 1970. */
  stretch: number;
  nodeId: string;
}

export interface Samples {
  fives: Sample[];
  hours: Sample[];
}

interface Open {
  five: Sample | undefined;
  hour: Sample | undefined;
}

/** Counts the reports of all nodes in the present five minutes and hour, in memory. */
export class SampleBook {
  #five = 0;
  readonly #open = new Map<string, Tally>();
  /** The minute of the last heartbeat that was counted as one, by node. */
  readonly #minutes = new Map<string, number>();
  /** The present hour without the present five minutes. */
  readonly #hour = new Map<string, Tally>();
  #closed: Samples = { fives: [], hours: [] };
  /** The nodes that were forgotten since samples were last taken. */
  readonly #forgotten = new Set<string>();

  record(nodeId: string, nowMs: number, { heartbeats, brightness }: { heartbeats: number; brightness?: number }): void {
    if (!this.turn(nowMs)) return;
    const tally = this.#open.get(nodeId);
    const minute = Math.floor(nowMs / MINUTE_MS);
    const isNewMinute = heartbeats > 0 && this.#minutes.get(nodeId) !== minute;
    if (isNewMinute) this.#minutes.set(nodeId, minute);
    const more = { ...tallyOf(heartbeats, brightness), minutes: Number(isNewMinute) };
    if (tally) addTo(tally, more);
    else this.#open.set(nodeId, more);
  }

  /** Closes the five minutes and the hour that are over. False while a clock that was set back has to catch up. */
  turn(nowMs: number): boolean {
    const five = Math.floor(nowMs / FIVE_MINUTES_MS);
    if (five === this.#five) return true;
    if (five < this.#five && five >= this.#five - MAX_STEP_BACK_FIVES) return false;
    this.#closeFive();
    if (hourOf(five) !== hourOf(this.#five)) this.#closeHour();
    this.#five = five;
    return true;
  }

  /** Restores stored samples, oldest first: those of the present stretches continue, and hours that are over close. */
  restore(stored: readonly Sample[], nowMs: number): void {
    for (const { stretch, nodeId, ...tally } of stored) {
      this.turn(stretch * FIVE_MINUTES_MS);
      this.#open.set(nodeId, tally);
    }
    this.turn(nowMs);
    // Stretches of five minutes that closed meanwhile came from the database: they need not be stored again.
    this.#closed.fives = [];
  }

  takeClosed(): Samples {
    const closed = this.#closed;
    this.#forgotten.clear();
    this.#closed = { fives: [], hours: [] };
    return closed;
  }

  /** Also the present five minutes, to be written before the server stops. */
  takeAll(): Samples {
    const { fives, hours } = this.takeClosed();
    return { fives: [...fives, ...samplesOf(this.#open, this.#five)], hours };
  }

  /** Puts back samples that were taken and could not be written. */
  putBack({ fives, hours }: Samples): void {
    const known = (samples: Sample[]) => samples.filter(({ nodeId }) => !this.#forgotten.has(nodeId));
    this.#closed = {
      fives: [...known(fives), ...this.#closed.fives].slice(-MAX_WAITING),
      hours: [...known(hours), ...this.#closed.hours].slice(-MAX_WAITING),
    };
  }

  /** Returns the samples of the present five minutes and the present hour. */
  open(nodeId: string): Open {
    const five = this.#open.get(nodeId);
    const hour = { ...EMPTY_TALLY, ...this.#hour.get(nodeId) };
    if (five) addTo(hour, five);
    return {
      five: five && { ...five, nodeId, stretch: this.#five },
      hour: { ...hour, nodeId, stretch: hourOf(this.#five) },
    };
  }

  forget(nodeId: string): void {
    this.#forgotten.add(nodeId);
    this.#open.delete(nodeId);
    this.#minutes.delete(nodeId);
    this.#hour.delete(nodeId);
    const others = (samples: Sample[]) => samples.filter((sample) => sample.nodeId !== nodeId);
    this.#closed = { fives: others(this.#closed.fives), hours: others(this.#closed.hours) };
  }

  #closeFive(): void {
    this.#closed.fives = this.#closed.fives.concat(samplesOf(this.#open, this.#five));
    for (const [nodeId, tally] of this.#open) {
      const hour = this.#hour.get(nodeId);
      if (hour) addTo(hour, tally);
      else this.#hour.set(nodeId, { ...tally });
    }
    this.#open.clear();
  }

  #closeHour(): void {
    this.#closed.hours = this.#closed.hours.concat(samplesOf(this.#hour, hourOf(this.#five)));
    this.#hour.clear();
  }
}

function hourOf(five: number): number {
  return Math.floor(five / FIVES_PER_HOUR);
}

function samplesOf(tallies: ReadonlyMap<string, Tally>, stretch: number): Sample[] {
  return Array.from(tallies, ([nodeId, tally]) => ({ nodeId, stretch, ...tally }));
}
