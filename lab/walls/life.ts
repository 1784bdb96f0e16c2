import { DiaryCheck, type DiaryResult } from './diaryCheck.ts';
import { type Effect, MISHAPS } from './mishaps.ts';
import { randomOf } from './world/clock.ts';
import type { Shown } from './world/page.ts';
import { NIGHT } from './world/server.ts';
import { type Scripts, World } from './world.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The minutes before and after each mishap are lived. The tablet sleeps through the rest, and its date goes on. */
const LIVED_BEFORE_MS = 2 * MINUTE_MS;
const LIVED_AFTER_MS = 5 * MINUTE_MS;
/** The share of mishaps that the next one follows within two minutes. */
const SECOND_AT_ONCE = 0.3;
const LOOK_EVERY_MS = 10 * SECOND_MS;
/** After a start, and after whatever stood in its way, a photo is on the wall within this time. */
const START_MS = 10 * SECOND_MS;
/** A photo stays 90 s; pictures that cannot be loaded are skipped in 3 s each, and then after 30 s. */
const LONGEST_SLIDE_MS = 90 * SECOND_MS + 45 * SECOND_MS;
/** A stream that was refused is opened anew within this time, at the latest. */
const REVOKED_MS = 100 * SECOND_MS;
/** A picture that is not stored is skipped after this time, on a slow network. */
const SKIPPED_MS = 12 * SECOND_MS;
/** Without an event, a change is heard by the next look at the list. */
const LOOKED_MS = 330 * SECOND_MS;
/** In good times all pictures are stored within this time. */
const STORED_MS = 4 * MINUTE_MS;
/** A version is looked for every 15 minutes or so, and taken over between two photos. */
const UPDATED_MS = 40 * MINUTE_MS;
/** The programme is looked at this often, and the wall was looked at before that. */
const DARK_MS = 40 * SECOND_MS;
/** A page at rest has about twenty. */
const MAX_TIMERS = 120;
/** A change of the server's is on the wall within this time, while the way to it is good. */
const HEARD_MS = 30 * SECOND_MS;

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
  readonly #told: string[] = [];
  readonly #mishaps: Record<string, number> = {};
  #minutes = 0;
  /** The pending ends of what lasts. */
  #ends: { atMs: number; undo: () => void }[] = [];
  #startedAtMs = 0;
  #changedAtMs = 0;
  #goodSinceMs = 0;
  #isRevoked = false;
  #hadPictures = false;
  #heardMs = HEARD_MS;
  #evictedAtMs = -Infinity;
  #releasedAtMs = 0;
  #knownBuild = '1';
  #knowsProgramme = false;
  #darkAsItShouldAtMs = 0;
  readonly #diary: DiaryCheck;

  constructor(world: World) {
    this.#world = world;
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
      failure ??= this.#endDue() ?? (await this.#meet(event));
    }
    this.#diary.settle();
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
    const { clock, network } = this.#world;
    const before = network.weather;
    const effect: Effect = apply(this.#world, randomOf(seed));
    const now = clock.monotonicMs;
    this.#say(`${kind}${network.weather === before ? '' : `: ${network.weather}`}`);
    if (effect.undo) this.#ends.push({ atMs: now + (effect.lastsMs ?? 0), undo: effect.undo });
    if (effect.startsWithinMs !== undefined) this.#startedAtMs = now + effect.startsWithinMs;
    if (effect.changesAlbums) {
      this.#changedAtMs = now;
      this.#heardMs = effect.isUnheard ? LOOKED_MS : HEARD_MS;
    }
    if (effect.evicts) {
      this.#hadPictures = false;
      this.#evictedAtMs = now;
    }
    if (effect.revokes) {
      this.#isRevoked = true;
      this.#diary.settle();
    }
    const failure = await this.#liveUntil(now + Math.max(LIVED_AFTER_MS, effect.isUnheard ? LOOKED_MS + MINUTE_MS : 0));
    if (failure || !this.#isRevoked || !this.#isGood(2 * MINUTE_MS)) return failure;
    this.#isRevoked = false;
    this.#knowsProgramme = false;
    this.#say('an admin connects the tablet again');
    this.#startedAtMs = clock.monotonicMs;
    this.#hadPictures = false;
    this.#world.connect();
    return this.#liveUntil(clock.monotonicMs + MINUTE_MS);
  }

  async #liveUntil(untilMs: number): Promise<Failure | undefined> {
    const { clock } = this.#world;
    while (clock.monotonicMs < untilMs) {
      const launches = this.#world.browser.launches;
      await clock.run(Math.min(untilMs, clock.monotonicMs + LOOK_EVERY_MS));
      this.#minutes += LOOK_EVERY_MS / MINUTE_MS;
      this.#endDue();
      if (this.#world.browser.launches > launches)
        this.#startedAtMs = Math.max(this.#startedAtMs, clock.monotonicMs - LOOK_EVERY_MS);
      const sentence = (this.#isRevoked ? undefined : this.#diary.look()) ?? this.#wrong();
      if (sentence !== undefined) return { sentence, atMs: clock.now, last: this.#told.slice(-8) };
    }
    return undefined;
  }

  #endDue(): undefined {
    const { clock, network } = this.#world;
    const due = this.#ends.filter(({ atMs }) => atMs <= clock.monotonicMs);
    this.#ends = this.#ends.filter(({ atMs }) => atMs > clock.monotonicMs);
    for (const { undo } of due) {
      undo();
      this.#say(`over; the network is ${network.weather}`);
      this.#changedAtMs = clock.monotonicMs;
    }
    if (network.weather !== 'ok') this.#goodSinceMs = clock.monotonicMs;
  }

  #isGood(forMs: number): boolean {
    const { clock, network } = this.#world;
    return network.weather === 'ok' && clock.monotonicMs - this.#goodSinceMs >= forMs;
  }

  /** Returns what does not hold at this moment, as a sentence. */
  #wrong(): string | undefined {
    const { browser, clock, server, storage } = this.#world;
    const sinceStartMs = clock.monotonicMs - this.#startedAtMs;
    const { screen } = browser;
    const pictures = [...storage.caches].filter(([name]) => name.includes(':images:'));
    if (pictures.length > 0) this.#hadPictures = true;
    for (const [, files] of pictures) {
      for (const { bodyText } of files.values())
        if (bodyText !== 'picture') return 'Something is stored that is no picture';
    }
    if (server.build.name !== this.#knownBuild) {
      this.#knownBuild = server.build.name;
      this.#releasedAtMs = clock.monotonicMs;
    }
    if (this.#isRevoked) {
      if (!this.#isGood(REVOKED_MS)) return undefined;
      if (screen !== 'landing') return `The key is revoked, and the wall shows ${nameOf(screen)}`;
      return pictures.length > 0 ? 'The key is revoked, and pictures are still stored' : undefined;
    }
    if (this.#hadPictures && pictures.length === 0) return 'All pictures are gone, and nobody revoked the key';
    if (clock.waiting > MAX_TIMERS) return `${clock.waiting} timers wait`;
    if (server.listeners.size > 3) return `${server.listeners.size} streams are open`;
    // Without IndexedDB no build is ever given up, since nothing can be written down of it.
    const isBuildStuck = !server.build.starts && (storage.isDatabaseBroken || storage.isDatabaseHanging);
    if (sinceStartMs < START_MS + LOOK_EVERY_MS || isBuildStuck) return undefined;
    if (typeof screen === 'string')
      return `The wall shows ${screen}, ${Math.round(sinceStartMs / SECOND_MS)} s after its start`;
    const darkness = this.#wrongDarkness();
    if (darkness !== undefined) return darkness;
    const stored = this.#stored().length;
    // With nothing stored and no server the last photo stays.
    const skippedMs = stored === 0 ? Infinity : stored < server.photoCount ? server.photoCount * SKIPPED_MS : 0;
    if (clock.monotonicMs - screen.sinceMs > LONGEST_SLIDE_MS + skippedMs) return 'The wall stands still';
    return this.#wrongInGoodTimes(screen.photo);
  }

  #wrongDarkness(): string | undefined {
    const { browser, clock } = this.#world;
    if (this.#isGood(2 * MINUTE_MS) && clock.monotonicMs - this.#startedAtMs > MINUTE_MS) this.#knowsProgramme = true;
    const hour = new Date(clock.now).getHours();
    const isNight = hour >= NIGHT.from || hour < NIGHT.to;
    if (browser.isDark === isNight || !this.#knowsProgramme) this.#darkAsItShouldAtMs = clock.monotonicMs;
    if (clock.monotonicMs - this.#darkAsItShouldAtMs < DARK_MS) return undefined;
    return isNight ? 'The wall is bright at night' : 'The wall is dark in the day';
  }

  #wrongInGoodTimes(photo: Shown): string | undefined {
    const { browser, clock, server, storage } = this.#world;
    const now = clock.monotonicMs;
    const sinceMs = now - Math.max(this.#changedAtMs, this.#goodSinceMs, this.#startedAtMs);
    if (sinceMs > this.#heardMs && !server.has(photo)) return `The wall shows ${photo.filename}, which was deleted`;
    // Pictures that the browser evicted are looked for at the next start, or after hours.
    const isWhole = storage.quota === Infinity && this.#startedAtMs > this.#evictedAtMs;
    if (sinceMs > STORED_MS && isWhole && this.#stored().length < server.photoCount)
      return `${this.#stored().length} of ${server.photoCount} photos are stored`;
    const isDue = now - Math.max(this.#releasedAtMs, this.#goodSinceMs) > UPDATED_MS && server.build.starts;
    if (isDue && browser.activeBuild !== server.build.name) return `The wall runs build ${browser.activeBuild}`;
    return undefined;
  }

  #stored(): string[] {
    const { caches } = this.#world.storage;
    const urls = [...caches].flatMap(([name, files]) => (name.includes(':images:') ? Array.from(files.keys()) : []));
    return urls.filter((url) => url.includes('/medium/'));
  }

  #say(sentence: string): void {
    const { clock, browser } = this.#world;
    this.#told.push(
      `${new Date(clock.now).toISOString().slice(0, 19)} ${sentence} (shown: ${nameOf(browser.screen)}, build ${browser.activeBuild})`,
    );
  }
}

function nameOf(screen: World['browser']['screen']): string {
  return typeof screen === 'string' ? screen : `${screen.photo.albumSlug}/${screen.photo.filename}`;
}
