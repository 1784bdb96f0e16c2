import type { Clock, Owner } from './clock.ts';
import { assetOf, type Build } from './builds.ts';
import { type Asked, fetchFor, load, runApp } from './loading.ts';
import type { Network } from './network.ts';
import { type Screen, SimPage } from './page.ts';
import type { Shown } from './shown.ts';
import type { PageWorkers } from './pageWorkers.ts';
import { Registration } from './registration.ts';
import type { Script } from './scope.ts';
import type { Decoder } from './video.ts';
import type { Storage } from './storage.ts';
import { ORIGIN, SimRequest } from './web.ts';
import { SimClient, SimWorker } from './worker.ts';

interface Parts {
  clock: Clock;
  network: Network;
  storage: Storage;
  random: () => number;
  scripts: { worker: Script; page: Script };
  builds: ReadonlyMap<string, Build>;
}

/** A browser tries again to load a page that it could not load, or that does not come. */
const LOADED_AGAIN_MS = 30_000;

/** The browser itself, which goes on when a page ends. */
const ITSELF: Owner = { isAlive: true };

/** A browser with one page: it loads pages through the worker, updates the worker, and stores for both. */
export class Browser {
  screen: Screen = 'nothing yet';
  isDark = false;
  decoder: Decoder = 'fine';
  /** The letters on the landing page. */
  letters: string | undefined;
  /** The photo of the page before, when it ended. */
  lastPhoto: Shown | undefined;
  /** The first photo of this page. */
  firstPhoto: Shown | undefined;
  /** Counts the pages that were opened, by whomever. */
  launches = 0;
  openedAtMs = 0;
  address = '';
  /** The page that is open; one without a worker knows nothing that is stored. */
  opened: 'none' | 'alone' | 'with a worker' = 'none';
  readonly #parts: Parts;
  readonly #registration: Registration;
  #page: SimPage | undefined;
  #opensSoon: number | undefined;
  /** Another page of the same key, which the first one lies over. */
  #other: SimPage | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { network, builds } = parts;
    this.#registration = new Registration({
      network,
      builds,
      create: (build) => this.#workerOf(build),
      onUpdateFound: () => this.#toPages(({ registered }) => registered.fire('updatefound')),
      onActive: (worker, before) =>
        this.#toPages((page) => before && page.controller === before && page.control(worker)),
    });
  }

  get pages(): SimPage[] {
    return [this.#page, this.#other].flatMap((page) => page ?? []);
  }

  #toPages(tell: (workers: PageWorkers) => unknown): void {
    for (const page of this.pages) tell(page.workers);
  }

  /** The build of the worker. */
  get build(): Build {
    return this.#registration.active?.build ?? { name: 'none', starts: true };
  }

  /** Opens an address, as a person does, or a reload. */
  async open(address: string, isAgain = false): Promise<void> {
    this.close();
    this.address = address;
    this.launches += 1;
    if (!isAgain) this.openedAtMs = this.#parts.clock.monotonicMs;
    const [id, mine] = [`page-${this.launches}`, this.launches];
    const owner = { isAlive: true };
    const controller = this.#registration.active;
    const request = new SimRequest(new URL(address, ORIGIN), { mode: 'navigate' });
    const asked = { owner, controller, clientId: '', resultingClientId: id };
    const isMissing = () => mine === this.launches && this.opened === 'none' && this.screen !== 'a foreign page';
    this.#parts.clock.set(ITSELF, () => isMissing() && void this.open(address, true), { inMs: LOADED_AGAIN_MS });
    const response = await load(this.#parts.network, request, asked);
    if (mine !== this.launches) return;
    const source = response && /src="([^"]+)"/.exec(response.bodyText)?.[1];
    if (source === undefined) this.screen = response ? 'a foreign page' : 'no page';
    if (source !== undefined) this.#start(this.#pageOf(id, { owner, controller, source }));
  }

  /** The browser itself opens it later, unless something opens another page first. One that was ended has a new worker. */
  openIn(inMs: number, address: string, { isRestarted = false } = {}): void {
    const open = async () => {
      if (isRestarted) await this.#registration.takeOverWaiting();
      await this.open(address);
    };
    this.#opensSoon = this.#parts.clock.set(ITSELF, () => void open(), { inMs });
  }

  /** Opens it beside the page that is open, which goes on behind it. */
  openAnother(address: string): void {
    this.closeOther();
    if (typeof this.screen !== 'string') this.lastPhoto = this.screen.photo;
    this.firstPhoto = undefined;
    [this.screen, this.isDark, this.letters, this.opened] = ['nothing yet', false, undefined, 'none'];
    this.#other = this.#page;
    this.#page = undefined;
    this.#other?.hide(true);
    void this.open(address);
  }

  closeOther(): void {
    this.#other = this.#end(this.#other);
  }

  #end(page: SimPage | undefined): undefined {
    if (page) page.owner.isAlive = false;
    if (page) this.#parts.network.closeOf(page.owner);
  }

  close(): void {
    this.#parts.clock.clear(this.#opensSoon);
    this.#page = this.#end(this.#page);
    this.firstPhoto = undefined;
    if (typeof this.screen !== 'string') this.lastPhoto = this.screen.photo;
    [this.screen, this.isDark, this.letters, this.opened] = ['nothing yet', false, undefined, 'none'];
  }

  /** The operating system takes the worker's process away. */
  killWorker(): void {
    this.#registration.active?.breakOff();
  }

  powerOff(): void {
    this.close();
    this.closeOther();
    this.#registration.powerOff();
  }

  #start(page: SimPage): void {
    this.#page = page;
    this.opened = page.workers.controller ? 'with a worker' : 'alone';
    this.#parts.scripts.page.run(page.scope());
    page.window.fire('DOMContentLoaded');
    void runApp(this.#parts, page);
  }

  /** A page that nobody sees is not loaded anew: Android's browsers end such a page. */
  #leave(page: SimPage, address: string): void {
    if (page === this.#page) this.openIn(1, address);
    else if (page === this.#other) this.closeOther();
  }

  #pageOf(id: string, page: Pick<Asked, 'owner' | 'controller'> & { source: string }): SimPage {
    const { clock, builds } = this.#parts;
    const client = new SimClient(id, new URL(this.address, ORIGIN).href, {
      heard: (data) => void clock.set(page.owner, () => made.workers.listeners.fire('message', { data }), { inMs: 0 }),
      navigated: (url) => this.#leave(made, url),
    });
    const made: SimPage = new SimPage({
      ...this.#parts,
      ...page,
      client,
      registration: this.#registration,
      decoder: () => this.decoder,
      failsToStart: [...builds.values()].some((build) => assetOf(build) === page.source && !build.starts),
      fetch: (of, request) => fetchFor(this.#parts.network, of, request),
      show: (of, screen) => {
        if (of !== this.#page) return;
        if (typeof screen !== 'string') this.firstPhoto ??= screen.photo;
        this.screen = typeof screen === 'string' ? screen : { photo: screen.photo, sinceMs: clock.monotonicMs };
      },
      spell: (of, letters) => {
        if (of === this.#page) this.letters = letters;
      },
      cover: (of, isDark) => {
        if (of === this.#page) this.isDark = isDark;
      },
      reload: (of) => this.#leave(of, this.address),
      moved: (of, to) => {
        if (of === this.#page) this.address = to;
      },
      open: (of, to) => this.#leave(of, to),
    });
    return made;
  }

  #workerOf(build: Build): SimWorker {
    const { scripts, ...parts } = this.#parts;
    return new SimWorker(build, {
      ...parts,
      script: scripts.worker,
      clients: () => this.pages.map(({ client }) => client),
      onState: (worker) => this.#toPages((page) => page.changed(worker)),
      onSkipWaiting: (worker) => void this.#registration.takeOver(worker),
      onClaim: (worker) => this.#toPages((page) => page.controller !== worker && page.control(worker)),
    });
  }
}
