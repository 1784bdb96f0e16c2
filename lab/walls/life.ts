import { Circumstances, LOOKED_MS, START_MS } from './circumstances.ts';
import type { Check, CheckResult, Failure } from './check.ts';
import { Growth } from './growth.ts';
import { Judge } from './judge.ts';
import { nameOf } from './world/page.ts';
import type { Effect } from './mishap.ts';
import { MISHAPS } from './mishaps.ts';
import { SUBJECTS } from './subjects.ts';
import { LOOK_EVERY_MS } from './traffic.ts';
import { randomOf } from './world/clock.ts';
import { type Event, type Hear, MOMENTS, QUIET, QUIET_MS } from './year.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;

/** A storm is lived from so long before its first mishap until so long after the last effect of one has ended. */
const LIVED_BEFORE_MS = 2 * MINUTE_MS;
const LIVED_AFTER_MS = 5 * MINUTE_MS;
/** An admin notices that the key is gone after this time, and needs a network that was good for so long. */
const NOTICED_MS = 5 * MINUTE_MS;
const GOOD_MS = 2 * MINUTE_MS;
/** A storm's mishaps, each with its end. */
const LAST_TOLD = 16;

export interface Lived {
  failure: Failure | undefined;
  minutes: number;
  /** The time of the year that was come to. */
  untilMs: number;
  /** The mishaps with what was on the wall, in words. */
  told: readonly string[];
  mishaps: Record<string, number>;
  /** The results of the checks, by what they are about. */
  checks: Readonly<Record<string, CheckResult>>;
}

/** Lives through the mishaps until something does not hold. */
export async function live(world: World, events: readonly Event[], hear: Hear = () => undefined): Promise<Lived> {
  return new Life(world, hear).through(events);
}

class Life {
  readonly #world: World;
  readonly #since: Circumstances;
  readonly #judge: Judge;
  readonly #checks: readonly (readonly [about: string, Check])[];
  readonly #growth = new Growth();
  readonly #hear: Hear;
  readonly #told: string[] = [];
  readonly #mishaps: Record<string, number> = {};
  #minutes = 0;
  /** The pending ends of what lasts. */
  #ends: { atMs: number; undo: () => void }[] = [];
  /** Until then everything is lived; after it the tablet sleeps, and its date goes on. */
  #livesUntilMs = LIVED_AFTER_MS;
  #sleptMs = 0;
  /** The letters of the wall that an admin has typed. */
  #typed: string | undefined;

  constructor(world: World, hear: Hear) {
    this.#world = world;
    this.#hear = hear;
    this.#since = new Circumstances(world);
    this.#judge = new Judge(world, this.#since);
    const looks = MINUTE_MS / LOOK_EVERY_MS;
    this.#checks = Object.entries(SUBJECTS).map(([about, { Check }]) => [about, new Check(world, looks, this.#since)]);
  }

  async through(events: readonly Event[]): Promise<Lived> {
    let failure: Failure | undefined;
    try {
      failure = await this.#meetAll(events);
    } catch (error) {
      failure = this.#failure(`It throws ${String(error)}`);
    }
    this.#settle();
    failure ??= this.#checks.map(([, check]) => check.wrong?.()).find((wrong) => wrong !== undefined);
    return {
      failure,
      minutes: this.#minutes,
      untilMs: this.#world.clock.monotonicMs + this.#sleptMs,
      told: this.#told,
      mishaps: this.#mishaps,
      checks: Object.fromEntries(this.#checks.flatMap(([about, { result }]) => (result ? [[about, result]] : []))),
    };
  }

  #settle(): void {
    for (const [, check] of this.#checks) check.settle?.();
  }

  /** All checks look, and the first one that sees something says so. */
  #look(): string | undefined {
    return this.#checks.map(([, check]) => check.look()).find((wrong) => wrong !== undefined);
  }

  async #meetAll(events: readonly Event[]): Promise<Failure | undefined> {
    this.#world.connect();
    let storm = -1;
    let failure: Failure | undefined;
    for (const event of events) {
      if (event.storm !== storm) {
        failure = await this.#calm();
        this.#sleepUntil(event.atMs);
      }
      failure ??= await this.#liveUntil(event.atMs - this.#sleptMs);
      if (failure) break;
      storm = event.storm;
      this.#meet(event);
    }
    return failure ?? this.#calm();
  }

  #failure(sentence: string | undefined): Failure | undefined {
    if (sentence === undefined) return undefined;
    return { sentence, atMs: this.#world.clock.now, last: this.#told.slice(-LAST_TOLD) };
  }

  /** Until nothing of what was met lasts. */
  async #calm(): Promise<Failure | undefined> {
    let failure: Failure | undefined;
    while (!failure && this.#world.clock.monotonicMs < this.#livesUntilMs)
      failure = await this.#liveUntil(this.#livesUntilMs);
    this.#hear(MOMENTS.calm, this.#world);
    return failure ?? this.#failure(this.#growth.wrong());
  }

  /** Time slept is not monotonic time: the events lie on the date. */
  #sleepUntil(atMs: number): void {
    const { clock } = this.#world;
    const sleepMs = Math.max(0, atMs - clock.monotonicMs - this.#sleptMs - LIVED_BEFORE_MS);
    this.#sleptMs += sleepMs;
    clock.dateMs += sleepMs;
  }

  #meet({ kind, seed }: Event): void {
    const { clock, network } = this.#world;
    const now = clock.monotonicMs;
    if (kind === QUIET) {
      this.#livesUntilMs = now + QUIET_MS;
      this.#growth.begin(seed);
      return;
    }
    const apply = MISHAPS[kind];
    if (!apply) throw new Error(`There is no such mishap: ${kind}`);
    this.#mishaps[kind] = (this.#mishaps[kind] ?? 0) + 1;
    const before = network.weather;
    this.#hear(MOMENTS.before, this.#world);
    const effect: Effect = apply(this.#world, randomOf(seed));
    const { lastsMs = 0, undo } = effect;
    this.#say(kind, network.weather === before ? '' : `: ${network.weather}`);
    if (undo) this.#ends.push({ atMs: now + lastsMs, undo });
    this.#since.met(effect);
    this.#judge.photos.note(false);
    // It may be over before the next look.
    this.#since.look();
    if (effect.loses || effect.revokes) this.#settle();
    effect.loses?.();
    const lookedMs = effect.isUnheard ? LOOKED_MS : 0;
    this.#livesUntilMs = Math.max(this.#livesUntilMs, now + Math.max(lastsMs, lookedMs) + LIVED_AFTER_MS);
  }

  #connectAgain(): void {
    const { clock, browser } = this.#world;
    if (clock.monotonicMs < this.#since.revokedAtMs + NOTICED_MS || !this.#since.isGood(GOOD_MS)) return;
    if (this.#since.connectedBy === 'letters') {
      const { letters } = browser;
      // Other letters: the key was lost on its way.
      if (letters !== undefined && letters !== this.#typed) this.#world.acceptLetters(letters);
      this.#typed = letters;
      return;
    }
    this.#hear(MOMENTS.before, this.#world);
    browser.close();
    // Nothing tells the tablet any more which key it had.
    if (this.#since.isRecordLost) this.#clearTablet();
    this.#world.connect();
    this.#isConnected();
  }

  /** A tablet with an old icon has lost the record of its key, and shows letters; an admin sets it up as a new device. */
  #setUpAnew(): void {
    const { clock, browser } = this.#world;
    const isNoticed = clock.monotonicMs > this.#since.lostSinceMs + NOTICED_MS && this.#since.isGood(GOOD_MS);
    if (!isNoticed) return;
    this.#hear(MOMENTS.before, this.#world);
    this.#settle();
    browser.close();
    this.#clearTablet();
    this.#world.connect();
    this.#isConnected();
  }

  #clearTablet(): void {
    this.#world.browser.closeOther();
    this.#world.storage.clear();
  }

  /** The wall uses the key that it got by its letters. */
  #noteConnection(): void {
    const { server, apiKey } = this.#world;
    if (!this.#since.isRevoked || this.#typed === undefined || !server.used.has(apiKey)) return;
    this.#isConnected();
  }

  #isConnected(): void {
    this.#typed = undefined;
    this.#since.connected();
    for (const [, check] of this.#checks) check.begin?.();
    // The positions went with the key.
    this.#world.browser.lastPhoto = undefined;
    this.#say(MOMENTS.connected);
    this.#livesUntilMs = Math.max(this.#livesUntilMs, this.#world.clock.monotonicMs + LIVED_AFTER_MS);
  }

  async #liveUntil(untilMs: number): Promise<Failure | undefined> {
    const { clock } = this.#world;
    while (clock.monotonicMs < untilMs) {
      const fromMs = clock.monotonicMs;
      // A look comes also when the time of a start is over.
      const startedMs = this.#since.startedAtMs + START_MS;
      const looks = [untilMs, fromMs + LOOK_EVERY_MS, startedMs > fromMs ? startedMs : Infinity];
      const isCalm = await clock.run(Math.min(...looks));
      if (!isCalm) return this.#failure('Timers run without a pause');
      this.#minutes += (clock.monotonicMs - fromMs) / MINUTE_MS;
      this.#endDue();
      this.#noteConnection();
      const failure = this.#failure((this.#since.isRevoked ? undefined : this.#look()) ?? this.#judge.wrong());
      if (failure) return failure;
      if (this.#since.isRevoked) this.#connectAgain();
      else this.#setUpAnew();
    }
    return undefined;
  }

  #endDue(): void {
    const { clock, network } = this.#world;
    const due = this.#ends.filter(({ atMs }) => atMs <= clock.monotonicMs);
    this.#ends = this.#ends.filter(({ atMs }) => atMs > clock.monotonicMs);
    for (const { undo } of due) {
      this.#hear(MOMENTS.before, this.#world);
      undo();
      this.#say(MOMENTS.over, `; the network is ${network.weather}`);
      this.#since.ended();
    }
    this.#since.look();
  }

  #say(what: string, more = ''): void {
    const { clock, browser, server } = this.#world;
    const build = `build ${browser.build.name} of ${server.build.name}${server.build.starts ? '' : '!'}`;
    const when = new Date(clock.now).toISOString().slice(0, 19);
    this.#told.push(`${when} ${what}${more} (shown: ${nameOf(browser.screen)}, ${build})`);
    this.#hear(what, this.#world);
  }
}
