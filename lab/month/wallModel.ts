/** The content that must be on a wall: a model that knows nothing of the app. Its time goes by in simulated minutes. */
export interface Seen {
  /** The minute of the day in the house's own time. */
  minuteOfDay: number;
  dark: boolean;
  /** '' for none. */
  photo: string;
  /** Whether the server can be reached at this moment. */
  online: boolean;
}

export interface Rules {
  /** In minutes of the day. */
  night: { from: number; to: number };
  minutesPerPhoto: number;
}

export const KINDS = ['dark', 'empty', 'lit', 'frozen', 'wrong'] as const;

/** `dark` or `empty` by day, `lit` by night, one photo for too long, or another one than the album's next. */
export type Kind = (typeof KINDS)[number];

/** A wall asks for its list every five minutes, and after a failure within one. Twice that, and a photo's time. */
const HEARD_AFTER_MINUTES = 15;

type List = readonly string[];

export class WallModel {
  readonly #rules: Rules;
  /** The newest last; before it the lists that the wall may still use. */
  #lists: List[];
  #onlineMinutes = 0;
  #photo = '';
  #unchangedMinutes = 0;

  constructor(photos: List, rules: Rules) {
    this.#lists = [photos];
    this.#rules = rules;
  }

  /** Called when an admin has changed the album. */
  albumChanged(photos: List): void {
    this.#lists.push(photos);
    this.#onlineMinutes = 0;
  }

  /** Called each minute with the screen's content. Returns what is wrong with it. */
  see(seen: Seen): Kind | undefined {
    this.#onlineMinutes = seen.online ? this.#onlineMinutes + 1 : 0;
    // The order before a change is needed once more: it shows which photo replaced another.
    const known = this.#onlineMinutes > HEARD_AFTER_MINUTES ? this.#lists.slice(-1) : this.#lists;
    const kind = this.#kindOf(seen, known);
    this.#lists = known;
    return kind;
  }

  #kindOf({ minuteOfDay, dark, photo }: Seen, lists: readonly List[]): Kind | undefined {
    const before = this.#photo;
    // Below the night's cover too, where a photo may take the place of a deleted one.
    this.#photo = photo || before;
    const isInOrder = before === '' || photo === '' || lists.some((list) => this.#mayShow(list, before, photo));
    if (this.isNight(minuteOfDay)) {
      this.#unchangedMinutes = 0;
      if (!dark) return 'lit';
      return isInOrder ? undefined : 'wrong';
    }
    this.#unchangedMinutes = photo === before ? this.#unchangedMinutes + 1 : 0;
    if (dark) return 'dark';
    if (photo === '') return 'empty';
    if (!isInOrder) return 'wrong';
    return this.#unchangedMinutes > 2 * this.#rules.minutesPerPhoto ? 'frozen' : undefined;
  }

  isNight(minuteOfDay: number): boolean {
    const { from, to } = this.#rules.night;
    return from <= to ? minuteOfDay >= from && minuteOfDay < to : minuteOfDay >= from || minuteOfDay < to;
  }

  /** Whether the list contains the photo: still, or next after the one before it, or in its place if that is gone. */
  #mayShow(list: List, before: string, photo: string): boolean {
    if (photo === before) return list.includes(photo);
    const at = list.indexOf(before);
    if (at !== -1) return list[(at + 1) % list.length] === photo;
    const places = this.#lists.map((older) => older.indexOf(before)).filter((place) => place !== -1);
    return places.some((place) => list[Math.min(place, list.length - 1)] === photo);
  }
}

/** A wall checks for updates every quarter of an hour, and applies them between two photos. */
const TAKEN_AFTER_MINUTES = 120;

/** Which builds a wall may run: a model that knows nothing of the app. A build that does not start is never one of them. */
export class BuildModel {
  /** The newest last. */
  #builds: string[];
  #isOffered = true;
  #minutes = 0;

  constructor(first: string) {
    this.#builds = [first];
  }

  /** From now on the server has this build. */
  updated(build: string): void {
    this.#builds.push(build);
    this.#isOffered = true;
    this.#minutes = 0;
  }

  /** From now on the server has only a build that does not start. */
  broken(): void {
    this.#isOffered = false;
  }

  /** Called each minute. Returns whether the wall runs a build that it may run. `canUpdate`: by day, with a network. */
  see(build: string, canUpdate: boolean): boolean {
    if (canUpdate && this.#isOffered) this.#minutes += 1;
    const isRight = this.#builds.includes(build);
    const at = this.#builds.indexOf(build);
    // A wall does not go back to a build that it has left for a newer one that starts.
    if (at !== -1) this.#builds = this.#builds.slice(at);
    if (this.#minutes > TAKEN_AFTER_MINUTES) this.#builds = this.#builds.slice(-1);
    return isRight;
  }
}
