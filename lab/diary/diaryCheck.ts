import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { DIARY_LIMITS } from '#contract/diary/diary.ts';
import { DIARY } from '#contract/diary/storageKeys.ts';
import type { DiaryEntry } from '#contract/diary/schemas.ts';
import { hash32 } from '#domain/hash32.ts';
import { decodeDiary, photosIn } from '#domain/diary/diary.ts';
import type { Check, CheckResult, Failure } from '../walls/check.ts';
import type { World } from '../walls/world.ts';

const MINUTE_MS = 60_000;
/** Longer entries are of devices without power, or of a night: looked through one by one. */
const LONG_MINUTES = 60;
const MINUTES_OF_DAY = 24 * 60;
const KEPT_BYTES = 50_000;
/** It may be wrong about so many minutes until a key ends, and about one in a thousand. */
const MAY_BE_WRONG = { minutes: 2, share: 0.001 };

interface Truth {
  looks: number;
  /** All that was on the wall in this minute. */
  states: Set<string>;
}

/** Compares what the tablet tells of its minutes with what was on the wall, which was looked at so often a minute. */
export class DiaryCheck implements Check {
  readonly result: CheckResult = { minutes: 0, agreed: 0, wrong: [] };
  readonly #world: World;
  readonly #looksPerMinute: number;
  /** The entries that the tablet has sent. */
  readonly #told: DiaryEntry[] = [];
  readonly #truth = new Map<number, Truth>();
  /** The minutes since the wall went off. */
  readonly #off = new Set<number>();
  #isNew = false;
  #before: { state: string; at: number } | undefined;

  constructor(world: World, looksPerMinute: number) {
    this.#world = world;
    this.#looksPerMinute = looksPerMinute;
    world.server.onReport = (body) => {
      const { diary = [] }: { diary?: DiaryEntry[] } = JSON.parse(body);
      this.#told.push(...diary);
    };
  }

  look(): string | undefined {
    const { clock, storage } = this.#world;
    const state = this.#state();
    // Another installation does not know its key: then the diary is forgotten with its tablet.
    if (this.#world.browser.screen === 'landing') this.#truth.clear();
    const { now } = clock;
    const minute = Math.floor(now / MINUTE_MS);
    const truth = this.#truth.get(minute) ?? { looks: 0, states: new Set() };
    // A minute into which the date jumped was not lived whole.
    const isSteady = this.#before && Math.abs(now - this.#before.at) <= MINUTE_MS / this.#looksPerMinute;
    // A start forgets a diary without a record of whose it is, which a power cut may have torn.
    const isOwned = storage.local.get(LOCAL_STORAGE.tablet)?.endsWith('}') === true;
    truth.looks += isSteady && isOwned ? 1 : -this.#looksPerMinute;
    truth.states.add(state);
    // A page that has no photo yet is one for its diary, if it has started.
    if (state === 'off' && this.#world.browser.opened !== 'none') truth.states.add('page');
    if (isSteady && this.#before) truth.states.add(this.#before.state);
    this.#truth.set(minute, truth);
    if (state === 'off') this.#off.add(minute);
    else this.#endOff(minute);
    this.#before = { state, at: now };
    let bytes = 0;
    for (const [name, text] of storage.local) if (name.startsWith(DIARY.until)) bytes += text.length;
    return bytes > KEPT_BYTES * 1.01 ? `The diary has ${bytes} bytes` : undefined;
  }

  /** The next start tells of them by the date, unless that was set meanwhile. */
  #endOff(minute: number): void {
    const [first = minute] = this.#off;
    const isTold = !this.#isNew && minute >= first && minute - first <= DIARY_LIMITS.days * MINUTES_OF_DAY;
    if (!isTold) for (const off of this.#off) this.#truth.delete(off);
    this.#off.clear();
    this.#isNew = false;
  }

  /** Another diary begins with the first photo, and tells of no minute before. */
  begin(): void {
    this.#isNew = true;
  }

  settle(): void {
    // No start has told of these.
    for (const off of this.#off) this.#truth.delete(off);
    const told = new Told([...this.#told, ...this.#stored()]);
    for (const [minute, { looks, states }] of this.#truth) {
      const said = told.at(minute);
      if (looks < this.#looksPerMinute) continue;
      this.result.minutes += 1;
      if (said.some((state) => states.has(state))) this.result.agreed += 1;
      else if (this.result.wrong.length < 5) {
        const when = new Date(minute * MINUTE_MS).toISOString().slice(0, 16);
        this.result.wrong.push(`${when}: ${[...states].join(', ')}; the diary says ${said.join(', ') || 'nothing'}`);
      }
    }
    this.#truth.clear();
    this.#told.length = 0;
  }

  wrong(): Failure | undefined {
    const { minutes, agreed, wrong } = this.result;
    const count = minutes - agreed;
    if (count <= MAY_BE_WRONG.minutes || count <= minutes * MAY_BE_WRONG.share) return undefined;
    const sentence = `The diary is wrong about ${count} of ${minutes} minutes`;
    return { sentence, atMs: this.#world.clock.now, last: wrong };
  }

  #state(): string {
    const { screen, isDark } = this.#world.browser;
    if (isDark) return 'dark';
    if (typeof screen !== 'string') return nameOf(hash32(`${screen.photo.albumSlug}/${screen.photo.filename}`));
    return screen === 'no photos' || screen === 'landing' ? 'page' : 'off';
  }

  #stored(): DiaryEntry[] {
    const { local } = this.#world.storage;
    const photos = photosIn(local.get(DIARY.photos) ?? '');
    return [...local].flatMap(([name, text]) => (name.startsWith(DIARY.part) ? decodeDiary(text, photos) : []));
  }
}

class Told {
  readonly #short = new Map<number, string[]>();
  readonly #long: DiaryEntry[] = [];

  constructor(entries: readonly DiaryEntry[]) {
    for (const entry of entries) {
      if (entry.minutes > LONG_MINUTES) this.#long.push(entry);
      else {
        for (let at = entry.at; at < entry.at + entry.minutes; at += 1)
          this.#short.set(at, [...(this.#short.get(at) ?? []), stateOf(entry)]);
      }
    }
  }

  at(minute: number): string[] {
    const long = this.#long.filter(({ at, minutes }) => at <= minute && minute < at + minutes).map(stateOf);
    return [...(this.#short.get(minute) ?? []), ...long];
  }
}

function stateOf({ shows, photo }: DiaryEntry): string {
  return shows === 'photo' && photo !== undefined ? nameOf(photo) : shows;
}

function nameOf(photo: number): string {
  return `photo ${photo}`;
}
