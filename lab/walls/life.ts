import { Circumstances, LOOKED_MS } from './circumstances.ts';
import { DiaryCheck, type DiaryResult } from './diaryCheck.ts';
import { Judge, LOOK_EVERY_MS, nameOf } from './judge.ts';
import { type Effect, MISHAPS } from './mishaps.ts';
import { randomOf } from './world/clock.ts';
import { type Scripts, World } from './world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The minutes before and after each mishap are lived. The tablet sleeps through the rest, and its date goes on. */
const LIVED_BEFORE_MS = 2 * MINUTE_MS;
const LIVED_AFTER_MS = 5 * MINUTE_MS;
/** The share of mishaps that the next one follows within two minutes. */
const SECOND_AT_ONCE = 0.3;
/** The diary may be wrong about so many minutes until a key ends, and about one in a thousand. */
const DIARY_WRONG = { minutes: 2, share: 0.001 };

export interface Event {
  atMs: number;
  kind: string;
  seed: number;
}

interface Failure {
  sentence: string;
  atMs: number;
  /** The mishaps before it, in words. */
  last: string[];
}

export interface Lived {
  failure: Failure | undefined;
  minutes: number;
  /** The mishaps with what was on the wall, in words. */
  told: readonly string[];
  mishaps: Record<string, number>;
  diary: DiaryResult;
}

/** The mishaps of so many days, which follow from the seed. */
export function eventsOf(seed: number, days: number): Event[] {
  const random = randomOf(seed);
  const kinds = Object.keys(MISHAPS);
  const events: Event[] = [];
  let atMs = HOUR_MS;
  while (atMs < days * 24 * HOUR_MS) {
    const kind = kinds[Math.floor(random() * kinds.length)] ?? '';
    events.push({ atMs, kind, seed: Math.floor(random() * 2 ** 31) });
    // Troubles seldom come alone.
    atMs += random() < SECOND_AT_ONCE ? random() * 2 * MINUTE_MS : (0.2 + random() * 26) * HOUR_MS;
  }
  return events;
}

/** Lives through the mishaps until something does not hold. */
export async function live(scripts: Scripts, seed: number, events: readonly Event[]): Promise<Lived> {
  const life = new Life(new World(scripts, seed));
  return life.through(events);
}

class Life {
  readonly #world: World;
  readonly #since: Circumstances;
  readonly #judge: Judge;
  readonly #diary: DiaryCheck;
  readonly #told: string[] = [];
  readonly #mishaps: Record<string, number> = {};
  #minutes = 0;
  /** The pending ends of what lasts. */
  #ends: { atMs: number; undo: () => void }[] = [];

  constructor(world: World) {
    this.#world = world;
    this.#since = new Circumstances(world);
    this.#judge = new Judge(world, this.#since);
    this.#diary = new DiaryCheck(world, MINUTE_MS / LOOK_EVERY_MS);
  }

  async through(events: readonly Event[]): Promise<Lived> {
    const { clock } = this.#world;
    this.#world.connect();
    let failure = await this.#liveUntil(5 * MINUTE_MS);
    // Time slept is not monotonic time: the events lie on the date.
    let sleptMs = 0;
    for (const event of events) {
      if (failure) break;
      const restMs = event.atMs - clock.monotonicMs - sleptMs;
      failure = await this.#liveUntil(clock.monotonicMs + Math.min(Math.max(0, restMs), LIVED_BEFORE_MS));
      const sleepMs = Math.max(0, restMs - LIVED_BEFORE_MS);
      sleptMs += sleepMs;
      clock.dateMs += sleepMs;
      for (const end of this.#ends) end.atMs -= sleepMs;
      this.#endDue();
      failure ??= await this.#meet(event);
    }
    this.#diary.settle();
    failure ??= this.#wrongDiary();
    return {
      failure,
      minutes: this.#minutes,
      told: this.#told,
      mishaps: this.#mishaps,
      diary: this.#diary.result,
    };
  }

  async #meet({ kind, seed }: Event): Promise<Failure | undefined> {
    const apply = MISHAPS[kind];
    if (!apply) throw new Error(`There is no such mishap: ${kind}`);
    this.#mishaps[kind] = (this.#mishaps[kind] ?? 0) + 1;
    const { browser, clock, network } = this.#world;
    const before = network.weather;
    const effect: Effect = apply(this.#world, randomOf(seed));
    const now = clock.monotonicMs;
    this.#say(`${kind}${network.weather === before ? '' : `: ${network.weather}`}`);
    if (effect.undo) this.#ends.push({ atMs: now + (effect.lastsMs ?? 0), undo: effect.undo });
    this.#since.met(effect);
    if (effect.loses || effect.revokes) this.#diary.settle();
    effect.loses?.();
    const failure = await this.#liveUntil(now + Math.max(LIVED_AFTER_MS, effect.isUnheard ? LOOKED_MS + MINUTE_MS : 0));
    if (failure || !this.#since.isRevoked || !this.#since.isGood(2 * MINUTE_MS)) return failure;
    this.#say('an admin connects the tablet again');
    this.#since.connected();
    // The positions went with the key.
    browser.close();
    browser.lastPhoto = undefined;
    this.#world.connect();
    return this.#liveUntil(clock.monotonicMs + MINUTE_MS);
  }

  async #liveUntil(untilMs: number): Promise<Failure | undefined> {
    const { clock } = this.#world;
    while (clock.monotonicMs < untilMs) {
      const isCalm = await clock.run(Math.min(untilMs, clock.monotonicMs + LOOK_EVERY_MS));
      if (!isCalm) return { sentence: 'Timers run without a pause', atMs: clock.now, last: this.#told.slice(-8) };
      this.#minutes += LOOK_EVERY_MS / MINUTE_MS;
      this.#endDue();
      const sentence = (this.#since.isRevoked ? undefined : this.#diary.look()) ?? this.#judge.wrong();
      if (sentence !== undefined) return { sentence, atMs: clock.now, last: this.#told.slice(-8) };
    }
    return undefined;
  }

  #endDue(): void {
    const { clock, network } = this.#world;
    const due = this.#ends.filter(({ atMs }) => atMs <= clock.monotonicMs);
    this.#ends = this.#ends.filter(({ atMs }) => atMs > clock.monotonicMs);
    for (const { undo } of due) {
      undo();
      this.#say(`over; the network is ${network.weather}`);
      this.#since.ended();
    }
    this.#since.look();
  }

  #wrongDiary(): Failure | undefined {
    const { minutes, agreed, wrong } = this.#diary.result;
    const count = minutes - agreed;
    if (count <= DIARY_WRONG.minutes || count <= minutes * DIARY_WRONG.share) return undefined;
    return {
      sentence: `The diary is wrong about ${count} of ${minutes} minutes`,
      atMs: this.#world.clock.now,
      last: wrong,
    };
  }

  #say(sentence: string): void {
    const { clock, browser } = this.#world;
    this.#told.push(
      `${new Date(clock.now).toISOString().slice(0, 19)} ${sentence} (shown: ${nameOf(browser.screen)}, build ${browser.build.name} of ${this.#world.server.build.name}${this.#world.server.build.starts ? '' : '!'})`,
    );
  }
}
