import { type Clock, type Owner, settled } from './clock.ts';
import type { Network } from './network.ts';
import { type Screen, type Shown, SimElement, SimPage } from './page.ts';
import { Registration } from './registration.ts';
import type { Script } from './scope.ts';
import { assetOf, type Build } from './server.ts';
import type { Storage } from './storage.ts';
import { ORIGIN, SimRequest, type SimResponse } from './web.ts';
import { SimClient, SimWorker } from './worker.ts';

interface Parts {
  clock: Clock;
  network: Network;
  storage: Storage;
  random: () => number;
  scripts: { worker: Script; page: Script };
  builds: ReadonlyMap<string, Build>;
}

interface Asked {
  owner: Owner;
  controller: SimWorker | undefined;
  clientId: string;
  resultingClientId: string;
}

/** The browser itself, which goes on when a page ends. */
const ITSELF: Owner = { isAlive: true };

/** A browser with one page: it loads pages through the worker, updates the worker, and stores for both. */
export class Browser {
  screen: Screen = 'nothing yet';
  isDark = false;
  /** The photo of the page before, when it ended. */
  lastPhoto: Shown | undefined;
  /** The first photo of this page. */
  firstPhoto: Shown | undefined;
  /** The number of times that a page was opened, by whomever. */
  launches = 0;
  address = '';
  readonly #parts: Parts;
  readonly #registration: Registration;
  #page: SimPage | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { network, builds } = parts;
    this.#registration = new Registration({
      network,
      builds,
      create: (build) => this.#workerOf(build),
      onUpdateFound: () => this.#page?.registrationListeners.fire('updatefound'),
      onActive: (worker, before) => {
        if (before && this.#page?.controller === before) this.#page.control(worker);
      },
    });
  }

  get activeBuild(): string {
    return this.#registration.active?.build.name ?? 'none';
  }

  get activeBuildStarts(): boolean {
    return this.#registration.active?.build.starts ?? true;
  }

  /** Opens an address, as a person does, or a reload. */
  async open(address: string): Promise<void> {
    this.close();
    this.address = address;
    this.launches += 1;
    const [id, mine] = [`page-${this.launches}`, this.launches];
    const owner = { isAlive: true };
    const controller = this.#registration.active;
    const request = new SimRequest(new URL(address, ORIGIN), { mode: 'navigate' });
    const response = await this.#load(request, { owner, controller, clientId: '', resultingClientId: id });
    if (mine !== this.launches) return;
    const source = response && /src="([^"]+)"/.exec(response.bodyText)?.[1];
    if (source === undefined) this.screen = response ? 'a foreign page' : 'no page';
    else this.#start(this.#pageOf(id, { owner, controller, source }));
  }

  close(): void {
    if (this.#page) {
      this.#page.owner.isAlive = false;
      this.#parts.network.closeOf(this.#page.owner);
    }
    this.#page = undefined;
    this.firstPhoto = undefined;
    if (typeof this.screen !== 'string') this.lastPhoto = this.screen.photo;
    this.screen = 'nothing yet';
    this.isDark = false;
  }

  /** The operating system takes the worker's process away. */
  killWorker(): void {
    this.#registration.active?.breakOff();
  }

  powerOff(): void {
    this.close();
    this.#registration.powerOff();
  }

  async #load(request: SimRequest, { owner, controller, ...ids }: Asked): Promise<SimResponse | undefined> {
    try {
      const response = await (controller?.fetch(request, ids) ?? this.#parts.network.fetch(request, owner));
      return response.type === 'error' ? undefined : response;
    } catch {
      return undefined;
    }
  }

  async #fetch({ owner, client, controller }: SimPage, request: SimRequest): Promise<SimResponse> {
    const { signal } = request;
    const aborted = new Promise<never>((_resolve, reject) => {
      const abort = () => reject(new DOMException('Aborted', 'AbortError'));
      if (signal?.aborted) abort();
      signal?.addEventListener('abort', abort, { once: true });
    });
    aborted.catch(() => undefined);
    const asked = { owner, controller, clientId: client.id, resultingClientId: '' };
    const found = await Promise.race([this.#load(request, asked), aborted]);
    if (!found) throw new TypeError('Failed to fetch');
    return found;
  }

  #start(page: SimPage): void {
    this.#page = page;
    this.#parts.scripts.page.run(page.scope());
    page.window.fire('DOMContentLoaded');
    void this.#runApp(page);
  }

  async #runApp(page: SimPage): Promise<void> {
    const { source, window } = page;
    const response = await this.#fetch(page, new SimRequest(source, { mode: 'no-cors' })).catch(() => undefined);
    await settled();
    if (!page.owner.isAlive) return;
    const isScript = response?.ok && /javascript/.test(response.headers.get('Content-Type') ?? '');
    if (!isScript) {
      window.fire('error', { target: new SimElement(source) });
      return;
    }
    try {
      page.start();
    } catch {
      window.fire('error', { target: null, filename: ORIGIN + source });
    }
  }

  /** The browser itself opens it, so that it happens also when the page has ended. */
  #openSoon(address: string): void {
    this.#parts.clock.set(ITSELF, () => void this.open(address), { inMs: 1 });
  }

  #pageOf(id: string, page: Pick<Asked, 'owner' | 'controller'> & { source: string }): SimPage {
    const { clock, builds } = this.#parts;
    const { owner, source } = page;
    const client = new SimClient(id, new URL(this.address, ORIGIN).href, {
      heard: (data) => void clock.set(owner, () => this.#page?.container.fire('message', { data }), { inMs: 0 }),
      navigated: (url) => this.#openSoon(url),
    });
    return new SimPage({
      ...this.#parts,
      ...page,
      client,
      registration: this.#registration,
      failsToStart: [...builds.values()].some((build) => assetOf(build) === source && !build.starts),
      fetch: (of, request) => this.#fetch(of, request),
      show: (of, screen) => {
        if (of !== this.#page) return;
        if (typeof screen !== 'string') this.firstPhoto ??= screen.photo;
        this.screen = typeof screen === 'string' ? screen : { photo: screen.photo, sinceMs: clock.monotonicMs };
      },
      cover: (of, isDark) => {
        if (of === this.#page) this.isDark = isDark;
      },
      reload: (of) => of === this.#page && this.#openSoon(this.address),
      open: (of, address) => of === this.#page && this.#openSoon(address),
    });
  }

  #workerOf(build: Build): SimWorker {
    const { scripts, ...parts } = this.#parts;
    return new SimWorker(build, {
      ...parts,
      script: scripts.worker,
      clients: () => (this.#page ? [this.#page.client] : []),
      onSkipWaiting: (worker) => void this.#registration.takeOver(worker),
      onClaim: (worker) => {
        if (this.#page && this.#page.controller !== worker) this.#page.control(worker);
      },
    });
  }
}
