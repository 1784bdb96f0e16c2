import { Browser } from './world/browser.ts';
import { Clock, randomOf } from './world/clock.ts';
import { Network } from './world/network.ts';
import { Script } from './world/scope.ts';
import type { Build } from './world/builds.ts';
import { Server } from './world/server.ts';
import { Storage } from './world/storage.ts';

// The clocks change twice a year there, at hours of the night. The tests' machine may be anywhere.
process.env.TZ = 'Europe/Berlin';

export interface Scripts {
  worker: Script;
  page: Script;
}

/** The scripts as texts. */
export type Code = Record<keyof Scripts, string>;

export function scriptsOf({ worker, page }: Code): Scripts {
  return { worker: new Script(worker), page: new Script(page) };
}

export const FIRST_ALBUMS = [6, 9, 4];

/** A tablet on a wall with all that is around it. */
export class World {
  readonly clock: Clock;
  readonly server = new Server();
  readonly storage = new Storage();
  readonly network: Network;
  readonly browser: Browser;
  readonly random: () => number;
  readonly #builds = new Map<string, Build>();
  #keys = 0;
  /** The key that the tablet was connected with last. */
  apiKey = '';
  /** The key in the address that its browser opens: an icon on the home screen holds the one with which it was made. */
  #keyOfIcon = '';

  constructor(scripts: Scripts, seed: number) {
    this.clock = new Clock(Date.UTC(2026, 0, 1));
    this.random = randomOf(seed);
    this.network = new Network(this.clock, this.server);
    for (const photos of FIRST_ALBUMS) this.server.addAlbum(photos);
    this.#builds.set(this.server.build.name, this.server.build);
    const { clock, storage, network, random } = this;
    this.browser = new Browser({ clock, storage, network, random, scripts, builds: this.#builds });
  }

  /** Gives the tablet a key and opens its address, as a person does. */
  connect(): void {
    this.#takeKey();
    this.#keyOfIcon = this.apiKey;
    this.server.connect(this.apiKey);
    void this.browser.open(this.startAddress);
  }

  /** An admin types the letters of the wall, whose screen then collects its key. */
  acceptLetters(letters: string): void {
    this.#takeKey();
    this.server.accept(letters, this.apiKey);
  }

  #takeKey(): void {
    this.#keys += 1;
    this.apiKey = `key-${this.#keys}`;
  }

  get hasOldIcon(): boolean {
    return this.apiKey !== this.#keyOfIcon;
  }

  get startAddress(): string {
    return `/circuit-tree/photos?slideshow=true&apiKey=${this.#keyOfIcon}`;
  }

  release(starts: boolean): void {
    const build = { name: String(this.#builds.size + 1), starts };
    this.#builds.set(build.name, build);
    this.server.build = build;
  }
}
