import { FIRST_ALBUMS } from '../world.ts';
import { randomOf } from '../world/clock.ts';
import { SETTINGS } from '../world/server.ts';
import { type Event, MOMENTS } from '../year.ts';
import { House } from './house.ts';
import { RealTablet } from './realTablet.ts';
import { DEEDS, type Moment, type Seen, simulatedLife, WEATHERS } from './seedsLife.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** Each life may take so much longer than the other one. */
const LATER_MS = { passing: MINUTE_MS, calm: 5 * MINUTE_MS };
const STEP_MS = 10 * SECOND_MS;
/** In it the worker and the connections, which live in real time, go on. */
const REAL_PAUSE_MS = 100;

const EVICTS = new Set(['the browser evicts an album', 'pictures are gone, and the network is bad']);
const STARTS = new Set<string>([
  'the page is loaded anew',
  'the page crashes',
  'the power fails, and the server is back later',
  'the browser is updated',
  MOMENTS.connected,
]);

/** Returns how two walls differ; while something passes, only what they show counts. */
function difference(one: Seen, other: Seen, isCalm: boolean): string | undefined {
  if (one.shows !== other.shows) return 'they show different things';
  if (!isCalm) return undefined;
  if (one.isAllowed !== other.isAllowed) return 'one has a photo that it may show, the other has none';
  return amount(one) === amount(other) ? undefined : 'they have stored different shares';
}

function amount({ stored, photos }: Seen): 'nothing' | 'some' | 'all' {
  if (stored === 0) return 'nothing';
  return stored < photos ? 'some' : 'all';
}

function inWords({ shows, isAllowed, stored, photos }: Seen): string {
  const words = {
    photo: isAllowed ? 'a photo' : 'a photo that was deleted',
    dark: isAllowed ? 'dark over a photo' : 'dark',
    landing: 'the landing page',
    nothing: 'nothing',
  };
  return `${words[shows]}, ${stored} of ${photos} stored`;
}

/** Lives the first mishaps of a seed again. Returns the number of moments at which the two walls differ. */
export async function liveAgain(seed: number, count: number, tell: (line: string) => void): Promise<number> {
  const { events, moments, leftOut, failure } = await simulatedLife(seed, count);
  tell(`left out of both lives: ${leftOut.join('; ') || 'nothing'}`);
  if (failure) tell(`the simulated life fails: ${failure.sentence}`);
  const house = await House.open({ programme: SETTINGS.programme }, FIRST_ALBUMS);
  const tablet = new RealTablet(house.url, Date.UTC(2026, 0, 1));
  const life = new RealLife({ house, tablet, events }, tell);
  try {
    await tablet.switchOn();
    for (const moment of moments) await life.come(moment);
    for (const error of tablet.errors) tell(`the page threw: ${error}`);
    tell(`${events.length} mishaps, ${life.compared} comparisons, ${life.differences} differences`);
    return life.differences + (failure ? 1 : 0);
  } finally {
    await tablet.dispose();
    await house.dispose();
  }
}

class RealLife {
  compared = 0;
  differences = 0;
  readonly #house: House;
  readonly #tablet: RealTablet;
  readonly #events: Event[];
  readonly #tell: (line: string) => void;
  readonly #startMs: number;
  /** The time that the tablet has lived, of which jumps of its date are no part. */
  #ms = 0;
  #jumpedMs = 0;
  #lastMs = 0;
  #weather: Moment['weather'] = 'ok';
  #build = '1';
  #isFull = false;
  /** Each life may have lost other pictures, by a full disk or an eviction. A start looks for them. */
  #mayMiss = false;

  constructor(
    { house, tablet, events }: { house: House; tablet: RealTablet; events: readonly Event[] },
    tell: (line: string) => void,
  ) {
    this.#house = house;
    this.#tablet = tablet;
    this.#events = [...events];
    this.#tell = tell;
    this.#startMs = tablet.wallMs;
  }

  /** Lives until a moment. */
  async come(moment: Moment): Promise<void> {
    const isCalm = moment.what === MOMENTS.calm;
    if (isCalm || moment.what === MOMENTS.before) {
      await this.#setDate(moment);
      while (this.#ms < moment.ms) await this.#pass(Math.min(MINUTE_MS, moment.ms - this.#ms));
      if (isCalm || moment.ms - this.#lastMs >= MINUTE_MS) await this.#compare(moment, isCalm);
    } else {
      await this.#meet(moment);
      await this.#setDate(moment);
      this.#lastMs = moment.ms;
    }
  }

  async #pass(ms: number): Promise<void> {
    const before = this.#tablet.wallMs;
    await this.#tablet.after(ms);
    this.#ms += this.#tablet.wallMs - before;
    await new Promise((resolve) => setTimeout(resolve, REAL_PAUSE_MS));
  }

  /** Lets the date jump over what the tablet sleeps through, or to where it was set. */
  async #setDate({ ms, dateMs }: Moment): Promise<void> {
    const jumpMs = dateMs - ms - this.#startMs - this.#jumpedMs;
    if (jumpMs === 0) return;
    this.#jumpedMs += jumpMs;
    await this.#tablet.jump(jumpMs);
  }

  async #meet({ what, weather, build, isFull }: Moment): Promise<void> {
    const [house, tablet] = [this.#house, this.#tablet];
    const isEvent = what !== MOMENTS.over && what !== MOMENTS.connected;
    const event = isEvent ? this.#events.shift() : undefined;
    const random = randomOf(event?.seed ?? 0);
    await this.#turn(weather, what === 'the server restarts');
    if (isFull !== this.#isFull) await tablet.fill(isFull);
    this.#isFull = isFull;
    this.#mayMiss = isFull || EVICTS.has(what) || (this.#mayMiss && !STARTS.has(what));
    if (build.name !== this.#build) {
      if (build.starts) house.update();
      else house.breakBuild();
      this.#build = build.name;
    }
    this.#tell(`${new Date(tablet.wallMs).toISOString().slice(0, 16)}  ${what}; the network: ${weather}`);
    const before = tablet.wallMs;
    await DEEDS[what]?.({ house, tablet, random: (below) => Math.floor(random() * below) });
    this.#ms += tablet.wallMs - before;
  }

  async #turn(weather: Moment['weather'], isRestart: boolean): Promise<void> {
    const { road, isUp } = this.#house;
    if (isRestart && isUp) await this.#house.stop('SIGTERM');
    if (!isRestart && !isUp) await this.#house.start();
    if (weather === this.#weather) return;
    this.#weather = weather;
    await this.#house.answer(weather === 'another installation' ? 'neighbours' : 'house');
    this.#tablet.networkHangs(weather === 'hanging');
    await road.turn(isRestart ? 'fine' : (WEATHERS[weather] ?? 'fine'));
  }

  /** The worker and the connections need real time, so that the real life may take longer. */
  async #compare({ seen }: Moment, isCalm: boolean): Promise<void> {
    const fromMs = this.#ms;
    let here = await this.#look();
    const isWhole = isCalm && !this.#mayMiss;
    let wrong = difference(seen, here, isWhole);
    while (wrong !== undefined && this.#ms - fromMs < LATER_MS[isCalm ? 'calm' : 'passing']) {
      await this.#pass(STEP_MS);
      here = await this.#look();
      wrong = difference(seen, here, isWhole);
    }
    this.compared += 1;
    if (wrong !== undefined) this.differences += 1;
    const later = this.#ms > fromMs ? `, ${(this.#ms - fromMs) / SECOND_MS} s later` : '';
    const verdict = wrong === undefined ? '✓' : `✗ ${wrong}:`;
    this.#tell(
      `  ${verdict} ${isCalm ? 'all is over' : 'meanwhile'}: simulated ${inWords(seen)}; real ${inWords(here)}${later}`,
    );
  }

  async #look(): Promise<Seen> {
    const { dark, photo, path } = await this.#tablet.after(0);
    const lists = await Promise.all(this.#house.albums.map((album) => this.#house.photos(album)));
    const allowed = new Set(lists.flat());
    const urls = Object.values(await this.#tablet.stored()).flat();
    const stored = urls.flatMap((url) => /\/medium\/([^/?]+)/.exec(url)?.[1] ?? []).map(decodeURIComponent);
    const shows = photo !== '' ? 'photo' : path === '/' ? 'landing' : 'nothing';
    return {
      shows: dark ? 'dark' : shows,
      isAllowed: allowed.has(photo),
      stored: new Set(stored.filter((name) => allowed.has(name))).size,
      photos: allowed.size,
    };
  }
}
