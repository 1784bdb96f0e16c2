import { seededRandom, type Random } from '#support/random.ts';
import { type Entry, type Happening, monthOf } from './calendar.ts';
import { House } from './house.ts';
import { type Heap, MonthTablet, TIME_ZONE } from './monthTablet.ts';
import type { Look } from './simulatedClock.ts';
import { BuildModel, KINDS, WallModel } from './wallModel.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const SECONDS_PER_PHOTO = 300;
const NIGHT = { shows: 'dark-clock', from: '22:00', to: '06:30' } as const;
const RULES = { night: { from: 22 * 60, to: 6 * 60 + 30 }, minutesPerPhoto: SECONDS_PER_PHOTO / 60 };
/** Half a minute late, so that nothing is checked while it happens at a whole minute. */
const START_MS = Date.parse('2026-10-23T08:00:30+02:00');
const FIRST_PHOTO_WITHIN_MINUTES = 3;

export const FINDING_KINDS = [...KINDS, 'build'] as const;

type FindingKind = (typeof FINDING_KINDS)[number];

export interface Finding {
  minute: number;
  at: string;
  kind: FindingKind;
  photo: string;
}

export interface DayFigures {
  day: number;
  /** Outside the night. */
  minutesByDay: number;
  changes: number;
  loads: number;
  heap: Heap;
  build: string;
}

const houseTime = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'short' });

function minuteOfDay(wallMs: number): number {
  const [hours = 0, minutes = 0] = houseTime.format(wallMs).slice(-5).split(':').map(Number);
  return hours * 60 + minutes;
}

function buildOf({ entry }: Look): string {
  return /(?:Build|Broken)\d+/.exec(entry)?.[0] ?? '';
}

/** A wall, its house and what happens to them, minute by minute. */
export class Month {
  readonly findings: Finding[] = [];
  readonly happened = new Map<Happening['kind'], number>();
  readonly #house: House;
  readonly #tablet: MonthTablet;
  readonly #random: Random;
  readonly #model: WallModel;
  readonly #builds: BuildModel;
  readonly #entries: Entry[];
  /** The admin's actions as soon as the server is back. */
  readonly #postponed: Happening[] = [];
  #minute = 0;
  #photo = '';

  private constructor(house: House, model: WallModel, { seed, days }: { seed: number; days: number }) {
    this.#house = house;
    this.#model = model;
    this.#builds = new BuildModel(house.version);
    this.#random = seededRandom(seed);
    this.#entries = monthOf(days, this.#random);
    this.#tablet = new MonthTablet(house.url, START_MS);
  }

  static async begin(plan: { seed: number; days: number }): Promise<Month> {
    const house = await House.open({ programme: [NIGHT], secondsPerPhoto: SECONDS_PER_PHOTO });
    const month = new Month(house, new WallModel(await house.photos(), RULES), plan);
    await month.#tablet.switchOn();
    for (let minute = 0; minute < FIRST_PHOTO_WITHIN_MINUTES; minute += 1) await month.#tablet.after(MINUTE_MS);
    return month;
  }

  /** Lets a day pass. `tell` is called with each event and each fault. */
  async day(day: number, tell: (line: string) => void): Promise<DayFigures> {
    const { loads } = this.#tablet;
    let [minutesByDay, changes] = [0, 0];
    let look: Look | undefined;
    for (const end = this.#minute + DAY_MINUTES; this.#minute < end; this.#minute += 1) {
      await this.#happen(tell);
      look = await this.#tablet.after(MINUTE_MS);
      if (!this.#model.isNight(minuteOfDay(look.wallMs))) minutesByDay += 1;
      if (look.photo !== this.#photo) changes += 1;
      this.#photo = look.photo;
      this.#judge(look, tell);
    }
    const build = look ? buildOf(look) : '';
    const heap = await this.#tablet.heap();
    return { day, minutesByDay, changes, loads: this.#tablet.loads - loads, heap, build };
  }

  get errors(): readonly string[] {
    return this.#tablet.errors;
  }

  picture(): Promise<Buffer | undefined> {
    return this.#tablet.picture();
  }

  async end(): Promise<void> {
    await this.#tablet.dispose();
    await this.#house.dispose();
  }

  #judge(look: Look, tell: (line: string) => void): void {
    const { wallMs, dark, photo } = look;
    const minute = minuteOfDay(wallMs);
    const online = this.#house.isReachable;
    const kind = this.#model.see({ minuteOfDay: minute, dark, photo, online });
    const isRightBuild = this.#builds.see(buildOf(look), online && !this.#model.isNight(minute));
    for (const wrong of [kind, isRightBuild ? undefined : ('build' as const)]) {
      if (!wrong) continue;
      const at = houseTime.format(wallMs);
      this.findings.push({ minute: this.#minute, at, kind: wrong, photo });
      tell(`${at}  ${wrong.toUpperCase()}  ${photo || 'no photo'}, ${buildOf(look)}`);
    }
  }

  async #happen(tell: (line: string) => void): Promise<void> {
    while (this.#entries[0] && this.#entries[0].atMinute <= this.#minute) {
      const entry = this.#entries.shift();
      if (!entry) return;
      tell(`minute ${this.#minute}  ${JSON.stringify(entry)}`);
      this.happened.set(entry.kind, (this.happened.get(entry.kind) ?? 0) + 1);
      await this.#do(entry);
    }
  }

  async #do(what: Happening): Promise<void> {
    const house = this.#house;
    switch (what.kind) {
      case 'weather':
        this.#tablet.networkHangs(what.weather === 'hanging');
        return house.road.turn(what.weather);
      case 'server stops':
        return house.stop(what.signal);
      case 'server starts':
        await house.start();
        for (const late of this.#postponed.splice(0)) await this.#do(late);
        return;
      case 'update':
        house.update();
        return this.#builds.updated(house.version);
      case 'broken build':
        house.breakBuild();
        return this.#builds.broken();
      case 'clock set':
        return this.#tablet.jump(what.byMinutes * MINUTE_MS);
      case 'power cut':
        return this.#tablet.powerCut();
      case 'photo added':
      case 'photo deleted':
      case 'photos arranged':
        return this.#changeAlbum(what);
    }
  }

  async #changeAlbum(what: Happening): Promise<void> {
    if (!this.#house.isUp) {
      this.#postponed.push(what);
      return;
    }
    if (what.kind === 'photo added') await this.#house.addPhotos(1);
    else if (what.kind === 'photo deleted') await this.#house.deletePhoto(this.#random);
    else await this.#house.arrangePhotos(this.#random);
    this.#model.albumChanged(await this.#house.photos());
  }
}
