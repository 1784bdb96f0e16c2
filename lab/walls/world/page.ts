import type { Clock, Owner } from './clock.ts';
import type { Network } from './network.ts';
import { PageWorkers, property } from './pageWorkers.ts';
import type { Registration } from './registration.ts';
import { commonScope, Listeners } from './scope.ts';
import type { Shown } from './shown.ts';
import type { Storage } from './storage.ts';
import { type Decoder, SimVideo } from './video.ts';
import { ORIGIN, SimRequest, type SimResponse } from './web.ts';
import type { SimClient, SimWorker } from './worker.ts';

export type Screen =
  | { photo: Shown; sinceMs: number }
  | 'nothing yet'
  | 'landing'
  | 'no photos'
  | 'a foreign page'
  | 'no page';

export function nameOf(screen: Screen): string {
  return typeof screen === 'string' ? screen : `${screen.photo.albumSlug}/${screen.photo.filename}`;
}

interface Parts {
  clock: Clock;
  network: Network;
  storage: Storage;
  random: () => number;
  registration: Registration;
  owner: Owner;
  client: SimClient;
  controller: SimWorker | undefined;
  /** The address of the build's script. */
  source: string;
  failsToStart: boolean;
  decoder: () => Decoder;
  /** A request of the page, through its worker. */
  fetch: (page: SimPage, request: SimRequest) => Promise<SimResponse>;
  show: (page: SimPage, screen: { photo: Shown } | 'landing' | 'no photos') => void;
  /** The letters on the landing page. */
  spell: (page: SimPage, letters: string | undefined) => void;
  /** Whether the wall is dark, whatever is on it. */
  cover: (page: SimPage, isDark: boolean) => void;
  reload: (page: SimPage) => void;
  /** The page's address becomes another, without a load. */
  moved: (page: SimPage, address: string) => void;
  open: (page: SimPage, address: string) => void;
}

/** A page of the app, with everything that its scripts find around them. */
export class SimPage {
  readonly owner: Owner;
  readonly client: SimClient;
  readonly source: string;
  readonly window = new Listeners();
  isHidden = false;
  readonly workers: PageWorkers;
  /** The video elements that the page has made. */
  readonly videos: SimVideo[] = [];
  /** Starts the app; known once the page's own script has run. */
  start: () => void = () => undefined;
  readonly #parts: Parts;
  readonly #documentListeners = new Listeners();
  readonly #location: URL;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.owner = parts.owner;
    this.client = parts.client;
    this.source = parts.source;
    this.workers = new PageWorkers(parts);
    this.#location = Object.assign(new URL(parts.client.url), { reload: () => parts.reload(this) });
  }

  /** The number of them, to the window, the document and the workers. */
  get listeners(): number {
    return this.window.count + this.#documentListeners.count + this.workers.count;
  }

  #move(address: string): void {
    this.#location.href = new URL(address, ORIGIN).href;
    this.#parts.moved(this, address);
  }

  scope(): Record<string, unknown> {
    const { clock, network, storage, random } = this.#parts;
    return {
      ...commonScope(clock, this.owner, random),
      location: this.#location,
      document: this.#document(),
      history: { state: null },
      History: {
        prototype: { replaceState: (_state: unknown, _title: string, to: URL) => this.#move(to.href) },
      },
      navigator: { serviceWorker: this.workers.container(), storage: storage.manager(), onLine: true },
      screen: { width: 1024, height: 768 },
      innerWidth: 1024,
      innerHeight: 768,
      devicePixelRatio: 1,
      HTMLElement: SimElement,
      addEventListener: this.window.add,
      removeEventListener: this.window.remove,
      localStorage: storage.localStorage(),
      caches: storage.cacheStorage(),
      simulatedKeyval: storage.keyval(this.owner),
      EventSource: network.eventSourceOf(this.owner),
      fetch: (from: string | SimRequest, options?: object) => this.#parts.fetch(this, new SimRequest(from, options)),
      wall: this.#wall(),
    };
  }

  /** Another page lies over it. */
  hide(isHidden: boolean): void {
    this.isHidden = isHidden;
    this.#documentListeners.fire('visibilitychange');
  }

  #document(): object {
    const { add, remove } = this.#documentListeners;
    const seen = {
      readyState: 'complete',
      cookie: '',
      querySelector: (selector: string) => (selector.startsWith('script') ? new SimElement(this.source) : null),
      createElement: (name: string) => (name === 'video' ? this.#newVideo() : new SimElement('')),
      addEventListener: add,
      removeEventListener: remove,
      documentElement: { classList: { add: () => undefined, remove: () => undefined }, lang: 'en' },
    };
    return Object.defineProperty(
      seen,
      'visibilityState',
      property(() => (this.isHidden ? 'hidden' : 'visible')),
    );
  }

  #newVideo(): SimVideo {
    const { clock, decoder } = this.#parts;
    const fetch = (request: SimRequest) => this.#parts.fetch(this, request);
    const video = new SimVideo({ clock, decoder, fetch, owner: this.owner });
    this.videos.push(video);
    return video;
  }

  #wall(): object {
    const { show, spell, cover, reload, open, failsToStart } = this.#parts;
    return {
      loadImage: async (url: string) => {
        const response = await this.#parts.fetch(this, new SimRequest(url, { mode: 'no-cors' }));
        if (!response.ok || (await response.text()) !== 'picture') throw new Error('No picture');
      },
      show: (screen: { photo: Shown } | 'landing' | 'no photos') => show(this, screen),
      spell: (letters: string | undefined) => spell(this, letters),
      cover: (isDark: boolean) => cover(this, isDark),
      reload: () => reload(this),
      open: (address: string) => open(this, address),
      move: (address: string) => this.#move(address),
      whenLoaded: (start: () => void) => (this.start = start),
      failsToStart,
    };
  }
}

export class SimElement {
  readonly #src: string;

  constructor(src: string) {
    this.#src = src;
  }

  append(): void {
    // Nobody asks where an element is.
  }

  getAttribute(name: string): string | null {
    return name === 'src' ? this.#src : null;
  }
}
