import type { CDPSession, Page } from '@playwright/test';
import { Tablet } from '#support/browser/tablet.ts';
import { clockScript, type Look } from './simulatedClock.ts';

export const TIME_ZONE = 'Europe/Berlin';
const PATIENCE_MS = 3_000;
const HANGING_PATIENCE_MS = 100;
const LOADS_WITHIN_MS = 60_000;
const REAL_PAUSE_MS = 20;

/** A tablet in real Chromium whose time we let pass. */
export class RealTablet {
  readonly errors: string[] = [];
  /** Small, since its pictures are painted without a graphics card. */
  readonly #tablet = new Tablet({ timezoneId: TIME_ZONE, viewport: { width: 480, height: 320 } });
  #url: string;
  #page: Page | undefined;
  #cdp: CDPSession | undefined;
  #wallMs: number;
  #patienceMs = PATIENCE_MS;
  /** The space that a full disk gives. */
  #fullAtBytes: number | undefined;
  /** The browser's messages when the page was last closed. */
  #whyLeft = '';
  /** The number of checks that found another page. */
  loads = 0;

  constructor(url: string, startMs: number) {
    this.#url = url;
    this.#wallMs = startMs;
  }

  get wallMs(): number {
    return this.#wallMs;
  }

  async switchOn(): Promise<void> {
    await this.#begin(await this.#tablet.switchOn());
  }

  async powerCut(offMs = 0): Promise<void> {
    await this.#tablet.switchOff();
    this.#wallMs += offMs;
    await this.switchOn();
  }

  /** The browser opens another page after this time, in which its worker goes on. */
  async crash(afterMs: number): Promise<void> {
    const crashed = this.#page;
    const page = await this.#tablet.newPage();
    await crashed?.close();
    this.#wallMs += afterMs;
    await this.#begin(page);
  }

  async reload(): Promise<void> {
    await this.#page?.reload({ waitUntil: 'commit' });
  }

  /** A person opens another address. */
  async open(url: string): Promise<void> {
    this.#url = url;
    await this.#page?.goto(url, { waitUntil: 'commit' });
  }

  async endWorker(): Promise<void> {
    await this.#cdp?.send('ServiceWorker.enable');
    await this.#cdp?.send('ServiceWorker.stopAllWorkers');
  }

  /** The addresses of all that is stored, by the name of its cache. */
  async stored(): Promise<Record<string, string[]>> {
    const stored = await this.#inPage((page) =>
      page.evaluate(async () => {
        const urls: Record<string, string[]> = {};
        for (const name of await caches.keys()) {
          const cache = await caches.open(name);
          urls[name] = (await cache.keys()).map(({ url }) => url);
        }
        return urls;
      }),
    );
    return stored ?? {};
  }

  /** From now on nothing more fits, or all does. */
  async fill(isFull: boolean): Promise<void> {
    this.#fullAtBytes = await this.#inPage((page) =>
      page.evaluate(async (full) => (full ? (await navigator.storage.estimate()).usage : undefined), isFull),
    );
    await this.#limitSpace();
  }

  async #limitSpace(): Promise<void> {
    const { origin } = new URL(this.#url);
    const limit = this.#fullAtBytes === undefined ? {} : { quotaSize: this.#fullAtBytes };
    await this.#cdp?.send('Storage.overrideQuotaForOrigin', { origin, ...limit });
  }

  /** The browser throws a cache away. */
  async evict(name: string): Promise<void> {
    await this.#inPage((page) => page.evaluate((evicted) => caches.delete(evicted), name));
  }

  /** While the network hangs, no request is waited for. */
  networkHangs(isHanging: boolean): void {
    this.#patienceMs = isHanging ? HANGING_PATIENCE_MS : PATIENCE_MS;
  }

  async jump(ms: number): Promise<void> {
    this.#wallMs += ms;
    await this.#inPage((page) => page.evaluate((by) => window.simulatedClock?.jump(by), ms));
  }

  /** The screen after this time, in which the page may have been reloaded. */
  async after(ms: number): Promise<Look> {
    const untilMs = this.#wallMs + ms;
    const giveUpAt = performance.now() + LOADS_WITHIN_MS;
    for (;;) {
      const leftMs = untilMs - this.#wallMs;
      const look = await this.#inPage((page) =>
        page.evaluate(
          async ([until, patience]) => {
            const clock = window.simulatedClock;
            clock?.setPatience(patience!);
            return clock?.advance(Math.max(0, until! - Date.now()));
          },
          [untilMs, this.#patienceMs],
        ),
      );
      if (look) {
        this.#wallMs = look.wallMs;
        return look;
      }
      if (performance.now() > giveUpAt) {
        const { loads } = this;
        throw new Error(`The page does not load: ${loads} loads so far, ${leftMs} ms left, ${this.#whyLeft}`);
      }
      await new Promise((resolve) => setTimeout(resolve, REAL_PAUSE_MS));
    }
  }

  async dispose(): Promise<void> {
    await this.#tablet.dispose();
  }

  async #begin(page: Page): Promise<void> {
    this.#page = page;
    this.#cdp = await this.#tablet.session(page);
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('load', () => {
      this.loads += 1;
    });
    await page.addInitScript({ content: clockScript(this.#wallMs) });
    await page.goto(this.#url, { waitUntil: 'commit' });
    // The browser forgets it along with its session.
    if (this.#fullAtBytes !== undefined) await this.#limitSpace();
  }

  /** Undefined when the page was closed meanwhile. */
  async #inPage<T>(run: (page: Page) => Promise<T>): Promise<T | undefined> {
    const page = this.#page;
    if (!page) throw new Error('The tablet is off');
    try {
      return await run(page);
    } catch (error) {
      this.#whyLeft = String(error);
      if (/context was destroyed|navigat|Target page/i.test(this.#whyLeft)) return undefined;
      throw error;
    }
  }
}
