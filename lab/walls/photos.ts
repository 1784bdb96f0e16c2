import type { Shown } from './world/shown.ts';
import type { World } from './world.ts';

/** The photos that a wall may show, as far as the tablet can have heard, and the order in which it shows them. */
export class Photos {
  readonly #world: World;
  /** All that existed since the tablet heard the last time what exists. */
  #allowed = new Set<string>();
  /** Those that were shown, one after the other, while nothing changed or failed. */
  #shown: string[] = [];
  #launches = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Called whenever the server has changed something, and each time that the wall is looked at. */
  note(hasHeard: boolean): void {
    const { albums, photoCount } = this.#world.server;
    if (hasHeard && this.#allowed.size !== photoCount) this.#allowed.clear();
    for (const { photos } of albums) for (const filename of photos) this.#allowed.add(filename);
  }

  wrong({ filename }: Shown, isSteady: boolean): string | undefined {
    if (!this.#allowed.has(filename)) return `The wall shows ${filename}, which was deleted`;
    return this.#wrongRound(filename, isSteady);
  }

  /** None may be missing among so many, one after the other, that they contain a whole round. */
  #wrongRound(filename: string, isSteady: boolean): string | undefined {
    const { browser, server } = this.#world;
    if (!isSteady || this.#launches !== browser.launches) this.#shown = [];
    this.#launches = browser.launches;
    if (this.#shown.at(-1) !== filename) this.#shown.push(filename);
    const needed = 2 * server.photoCount;
    if (this.#shown.length < needed) return undefined;
    const recent = new Set(this.#shown.slice(-needed));
    const missing = server.albums.flatMap(({ photos }) => photos).find((photo) => !recent.has(photo));
    return missing === undefined ? undefined : `${missing} was not among the last ${needed} photos`;
  }
}
