import type { Owner } from './clock.ts';
import type { Network } from './network.ts';
import type { Build } from './builds.ts';
import { SimRequest } from './web.ts';
import type { SimWorker } from './worker.ts';

interface Parts {
  network: Network;
  builds: ReadonlyMap<string, Build>;
  create: (build: Build) => SimWorker;
  onUpdateFound: () => void;
  /** A worker is active in place of another, or of none. */
  onActive: (worker: SimWorker, before: SimWorker | undefined) => void;
}

/** The workers of an origin: one at most in each of these states. */
export class Registration {
  installing: SimWorker | undefined;
  waiting: SimWorker | undefined;
  active: SimWorker | undefined;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Looks whether the server has another worker, and installs it. */
  async update(owner: Owner): Promise<void> {
    const { network, builds, create, onUpdateFound } = this.#parts;
    const response = await network.fetch(new SimRequest('/sw.js'), owner);
    const name = response.isCut ? undefined : /^worker of (.+)$/.exec(response.bodyText)?.[1];
    const build = builds.get(name ?? '');
    if (!response.ok || !build) throw new TypeError('The script of the worker could not be loaded');
    const newest = this.installing ?? this.waiting ?? this.active;
    if (newest?.build === build) return;
    const worker = create(build);
    this.installing = worker;
    onUpdateFound();
    void this.#install(worker);
  }

  async takeOver(worker: SimWorker): Promise<void> {
    if (this.waiting !== worker) return;
    this.waiting = undefined;
    const before = this.active;
    this.active = worker;
    worker.become('activating');
    before?.become('redundant');
    this.#parts.onActive(worker, before);
    await worker.activate();
    if (worker.state === 'activating') worker.become('activated');
  }

  /** A worker that waits takes over when no page is open. */
  async takeOverWaiting(): Promise<void> {
    if (this.waiting) await this.takeOver(this.waiting);
  }

  unregister(): void {
    for (const worker of [this.installing, this.waiting, this.active]) worker?.become('redundant');
    this.installing = undefined;
    this.waiting = undefined;
    this.active = undefined;
  }

  /** Nothing runs on, and what was being installed is lost. */
  powerOff(): void {
    for (const worker of [this.active, this.waiting]) worker?.kill();
    this.installing?.become('redundant');
    this.installing = undefined;
  }

  async #install(worker: SimWorker): Promise<void> {
    try {
      await worker.install();
    } catch {
      worker.become('redundant');
    }
    if (this.installing !== worker) return;
    this.installing = undefined;
    if (worker.state === 'redundant') return;
    this.waiting?.become('redundant');
    this.waiting = worker;
    worker.become('installed');
    if (!this.active) await this.takeOver(worker);
  }
}
