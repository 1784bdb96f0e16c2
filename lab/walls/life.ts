import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
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
/** A picture that is not stored is skipped after this time, on a network that hangs. */
const SKIPPED_MS = 33 * SECOND_MS;
/** Without an event, a change is heard by the next look at the list. */
const LOOKED_MS = 330 * SECOND_MS;
/** In good times all pictures are stored within this time. */
const STORED_MS = 4 * MINUTE_MS;
/** A picture that could not be loaded for a while is stored with the look after the next. */
const STORED_AGAIN_MS = 10 * MINUTE_MS;
/** A build that does not start is given up after two launches that were watched. */
const GIVEN_UP_MS = 3 * MINUTE_MS;
/** A version is looked for every 15 minutes or so, and taken over between two photos. */
const UPDATED_MS = 40 * MINUTE_MS;
/** The settings, which tell that a key waits, are looked at every 15 minutes. */
const COLLECTED_MS = 17 * MINUTE_MS;
/** The programme is looked at this often, and the wall was looked at before that. */
const DARK_MS = 40 * SECOND_MS;
/** Pictures of photos and albums that are gone are deleted with the next lists, by the look after the next at the latest. */
const GONE_MS = 12 * MINUTE_MS;
/** A page at rest has about twenty. */
const MAX_TIMERS = 120;
/** A change of the server's is on the wall within this time, while the way to it is good. */
const HEARD_MS = 30 * SECOND_MS;
/** The most requests between two looks: an album's pictures are stored by four requests each. */
const MAX_REQUESTS = 300;
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
  readonly #told: string[] = [];
  readonly #mishaps: Record<string, number> = {};
  #minutes = 0;
  /** The pending ends of what lasts. */
  #ends: { atMs: number; undo: () => void }[] = [];
  #startedAtMs = 0;
  #changedAtMs = 0;
  #goodSinceMs = 0;
  /** Since then nothing of the browser fails either. */
  #soundSinceMs = 0;
  #openedAtMs = 0;
  /** The worker hears nothing while it cannot look up whose page it serves. */
  #hangingUntilMs = 0;
  #mendedAtMs = -Infinity;
  #isRevoked = false;
  #hadPictures = false;
  #heardMs = HEARD_MS;
  #evictedAtMs = -Infinity;
  #releasedAtMs = 0;
  #knownBuild = '1';
  #begun = 0;
  #placedLaunch = 0;
  /** A database that fails may have kept the worker from noting which build stands, and which it has copied. */
  #isCopyDoubtful = false;
  #copiedBy = '1';
  /** A build that does not start came then: only the next one helps. */
  #isStuck = false;
  #knowsProgramme = false;
  #darkAsItShouldAtMs = 0;
  #orderedAtMs = 0;
  #listsRead = 0;
  #listedAtMs = 0;
  readonly #diary: DiaryCheck;
  #images: Images = { changes: -1, photos: [], isWrong: false, isAny: false };

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
    failure ??= this.#wrongDiary();
    return {
      failure,
      minutes: this.#minutes,
      told: this.#told,
      mishaps: this.#mishaps,
      diary: this.#diary.result,
    };
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
    if (effect.loses) {
      this.#diary.settle();
      effect.loses();
      // Where it was, and its programme, may be among what is lost.
      this.#knowsProgramme = false;
      this.#world.browser.lastPhoto = undefined;
    }
    if (effect.ordersKey) this.#orderedAtMs = now;
    if (effect.revokes) {
      this.#isRevoked = true;
      this.#world.browser.lastPhoto = undefined;
      this.#diary.settle();
    }
    const failure = await this.#liveUntil(now + Math.max(LIVED_AFTER_MS, effect.isUnheard ? LOOKED_MS + MINUTE_MS : 0));
    if (failure || !this.#isRevoked || !this.#isGood(2 * MINUTE_MS)) return failure;
    this.#isRevoked = false;
    this.#knowsProgramme = false;
    this.#say('an admin connects the tablet again');
    this.#startedAtMs = clock.monotonicMs;
    this.#hadPictures = false;
    // The positions went with the key.
    this.#world.browser.close();
    this.#world.browser.lastPhoto = undefined;
    this.#world.connect();
    return this.#liveUntil(clock.monotonicMs + MINUTE_MS);
  }

  async #liveUntil(untilMs: number): Promise<Failure | undefined> {
    const { clock } = this.#world;
    while (clock.monotonicMs < untilMs) {
      const { launches } = this.#world.browser;
      const isCalm = await clock.run(Math.min(untilMs, clock.monotonicMs + LOOK_EVERY_MS));
      if (!isCalm) return { sentence: 'Timers run without a pause', atMs: clock.now, last: this.#told.slice(-8) };
      this.#minutes += LOOK_EVERY_MS / MINUTE_MS;
      this.#endDue();
      if (this.#world.browser.launches > launches) {
        this.#openedAtMs = this.#world.browser.openedAtMs;
        this.#startedAtMs = Math.max(this.#startedAtMs, this.#openedAtMs);
      }
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
      this.#mendedAtMs = clock.monotonicMs;
    }
    const { quota, isDatabaseBroken, isDatabaseHanging } = this.#world.storage;
    if (network.weather !== 'ok') this.#goodSinceMs = clock.monotonicMs;
    if (isDatabaseHanging) this.#hangingUntilMs = clock.monotonicMs;
    if (network.weather !== 'ok' || quota !== Infinity || isDatabaseBroken || isDatabaseHanging)
      this.#soundSinceMs = clock.monotonicMs;
    this.#lookAtCopy();
  }

  #lookAtCopy(): void {
    const { server, browser, clock } = this.#world;
    const isStarting = server.build.starts && browser.activeBuildStarts;
    const { isDatabaseBroken, isDatabaseHanging } = this.#world.storage;
    const isUnnoted = isDatabaseBroken || isDatabaseHanging;
    if (isUnnoted && this.#world.network.weather === 'ok') this.#isCopyDoubtful = true;
    else if (isStarting && browser.activeBuild !== this.#copiedBy && this.#soundFor(GIVEN_UP_MS)) {
      this.#copiedBy = browser.activeBuild;
      this.#isCopyDoubtful = false;
    }
    if (!isStarting && this.#isCopyDoubtful) this.#isStuck = true;
    else if (isStarting && this.#soundFor(GIVEN_UP_MS) && clock.monotonicMs - this.#releasedAtMs > GIVEN_UP_MS)
      this.#isStuck = false;
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
    if (this.#images.changes !== storage.changes) this.#images = imagesIn(storage);
    const { isAny, isWrong } = this.#images;
    if (isAny) this.#hadPictures = true;
    if (isWrong) return 'Something is stored that is no picture';
    if (server.build.name !== this.#knownBuild) {
      this.#knownBuild = server.build.name;
      this.#releasedAtMs = clock.monotonicMs;
    }
    if (this.#isRevoked) {
      if (!this.#isGood(REVOKED_MS)) return undefined;
      if (screen !== 'landing') return `The key is revoked, and the wall shows ${nameOf(screen)}`;
      return isAny ? 'The key is revoked, and pictures are still stored' : undefined;
    }
    if (this.#hadPictures && !isAny) return 'All pictures are gone, and nobody revoked the key';
    if (server.listsRead !== this.#listsRead) this.#listedAtMs = clock.monotonicMs;
    this.#listsRead = server.listsRead;
    const begun = this.#world.network.begun - this.#begun;
    this.#begun = this.#world.network.begun;
    if (begun > MAX_REQUESTS) return `${begun} requests were made in ${LOOK_EVERY_MS / SECOND_MS} s`;
    if (clock.waiting > MAX_TIMERS) return `${clock.waiting} timers wait`;
    if (server.listeners.size > 3) return `${server.listeners.size} streams are open`;
    if (sinceStartMs < START_MS || this.#isStuck) {
      this.#darkAsItShouldAtMs = clock.monotonicMs;
      return undefined;
    }
    if (typeof screen === 'string')
      return `The wall shows ${screen}, ${Math.round(sinceStartMs / SECOND_MS)} s after its start`;
    const darkness = this.#wrongDarkness();
    if (darkness !== undefined) return darkness;
    const stored = this.#stored().length;
    // With nothing stored and no server the last photo stays.
    const skippedMs = stored === 0 ? Infinity : stored < server.photoCount ? server.photoCount * SKIPPED_MS : 0;
    if (clock.monotonicMs - screen.sinceMs > LONGEST_SLIDE_MS + skippedMs) return 'The wall stands still';
    return this.#wrongPlace() ?? this.#wrongInGoodTimes(screen.photo);
  }

  /** After a start the slideshow goes on where it was; what is listed and stored by then is the same in good times only. */
  #wrongPlace(): string | undefined {
    const { server, browser, clock } = this.#world;
    const { firstPhoto, lastPhoto, launches } = browser;
    if (this.#placedLaunch === launches || !firstPhoto || !lastPhoto) return undefined;
    this.#placedLaunch = launches;
    if (!this.#isGood(MINUTE_MS) || this.#stored().length < server.photoCount) return undefined;
    const isQuiet = clock.monotonicMs - Math.max(this.#changedAtMs, this.#mendedAtMs) > 2 * MINUTE_MS;
    if (!isQuiet || !server.has(lastPhoto)) return undefined;
    const isSame = firstPhoto.albumSlug === lastPhoto.albumSlug && firstPhoto.filename === lastPhoto.filename;
    return isSame ? undefined : `The slideshow began with ${firstPhoto.filename} instead of ${lastPhoto.filename}`;
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
    const sinceMs = now - Math.max(this.#changedAtMs, this.#goodSinceMs, this.#startedAtMs, this.#hangingUntilMs);
    if (sinceMs > this.#heardMs && !server.has(photo)) return `The wall shows ${photo.filename}, which was deleted`;
    // Pictures that the browser evicted are looked for at the next start, or after hours.
    const isWhole = storage.quota === Infinity && this.#openedAtMs > this.#evictedAtMs;
    const isLooked = now - this.#mendedAtMs > STORED_AGAIN_MS;
    if (sinceMs > STORED_MS && isLooked && isWhole && this.#stored().length < server.photoCount)
      return `${this.#stored().length} of ${server.photoCount} photos are stored`;
    if (sinceMs > GONE_MS && this.#soundFor(GONE_MS)) {
      const gone = this.#images.photos.find((one) => !server.has(one));
      if (gone) return `${gone.albumSlug}/${gone.filename} was deleted, and its picture is still stored`;
    }
    const lookedAtMs = Math.max(this.#listedAtMs, this.#goodSinceMs, this.#startedAtMs, this.#hangingUntilMs);
    if (now - lookedAtMs > LOOKED_MS) return 'The wall looks at no list of photos';
    const mayCollect = storage.local.get(LOCAL_STORAGE.deviceSecret) === server.deviceSecret;
    if (server.isKeyWaiting && mayCollect && now - Math.max(this.#orderedAtMs, this.#soundSinceMs) > COLLECTED_MS)
      return 'The wall goes on with its old key';
    const isDue = now - Math.max(this.#releasedAtMs, this.#soundSinceMs) > UPDATED_MS && server.build.starts;
    if (isDue && browser.activeBuild !== server.build.name) return `The wall runs build ${browser.activeBuild}`;
    return undefined;
  }

  #soundFor(ms: number): boolean {
    return this.#world.clock.monotonicMs - this.#soundSinceMs > ms;
  }

  /** The photos whose pictures are stored, and that still exist. */
  #stored(): Shown[] {
    return this.#images.photos.filter((photo) => this.#world.server.has(photo));
  }

  #say(sentence: string): void {
    const { clock, browser } = this.#world;
    this.#told.push(
      `${new Date(clock.now).toISOString().slice(0, 19)} ${sentence} (shown: ${nameOf(browser.screen)}, build ${browser.activeBuild} of ${this.#world.server.build.name}${this.#world.server.build.starts ? '' : '!'})`,
    );
  }
}

/** The images that are stored, looked at anew when something was stored or deleted. */
interface Images {
  changes: number;
  photos: readonly Shown[];
  isAny: boolean;
  /** Something among them is no picture. */
  isWrong: boolean;
}

function imagesIn({ caches, changes }: World['storage']): Images {
  const files = [...caches].flatMap(([name, stored]) => (name.includes(':images:') ? [stored] : []));
  const photos = files.flatMap((stored) =>
    [...stored.keys()].flatMap((url) => {
      const [, albumSlug, filename] = /\/photos\/([^/]+)\/medium\/([^/]+)$/.exec(url) ?? [];
      return albumSlug === undefined || filename === undefined ? [] : [{ albumSlug, filename }];
    }),
  );
  const isWrong = files.some((stored) => [...stored.values()].some(({ bodyText }) => bodyText !== 'picture'));
  return { changes, photos, isAny: files.length > 0, isWrong };
}

function nameOf(screen: World['browser']['screen']): string {
  return typeof screen === 'string' ? screen : `${screen.photo.albumSlug}/${screen.photo.filename}`;
}
