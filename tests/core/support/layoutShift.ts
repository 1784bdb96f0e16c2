import { expect, type BrowserContext, type Page, type Request } from '@playwright/test';
import { seededRandom } from '#support/random.ts';

const MOST_DELAY_MS = 400;
/** The time without any request after which a page counts as complete. */
const QUIET_MS = 250;
/** The socket's calls never end. */
const SOCKET = '/socket.io/';

interface Shift {
  value: number;
  /** The elements that moved. */
  moved: string[];
}

const WATCH = `
  const shifts = (window.layoutShifts = []);
  const nameOf = (node) => (node ? node.nodeName.toLowerCase() + ': ' + node.textContent.slice(0, 40) : 'gone');
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      shifts.push({ value, moved: sources.map(({ node }) => nameOf(node)) });
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** A page that is loaded again and again, and of which each load tells what moved. */
export class WatchedPage {
  readonly page: Page;
  #random = seededRandom(0);
  readonly #running = new Set<Request>();
  #endedAt = Date.now();

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(context: BrowserContext): Promise<WatchedPage> {
    const watched = new WatchedPage(await context.newPage());
    await watched.page.addInitScript({ content: WATCH });
    await watched.#delayCalls();
    return watched;
  }

  /** Loads an address whose calls take as long as the seed chooses, and returns what moved until it was complete. */
  async shiftsWhileLoading(url: string, seed: number): Promise<Shift[]> {
    this.#random = seededRandom(seed);
    // They belong to the address before.
    this.#running.clear();
    await this.page.goto(url);
    await expect(this.page.locator('main')).toBeVisible({ timeout: 30_000 });
    await expect.poll(() => this.#isQuiet(), { intervals: [50], timeout: 30_000 }).toBe(true);
    await expect(this.page.getByText(/^Loading/)).toHaveCount(0, { timeout: 30_000 });
    await expect.poll(() => this.#isQuiet(), { intervals: [50], timeout: 30_000 }).toBe(true);
    return this.page.evaluate<Shift[]>('window.layoutShifts');
  }

  /** Whether nothing has been under way for a while. */
  #isQuiet(): boolean {
    return this.#running.size === 0 && Date.now() - this.#endedAt > QUIET_MS;
  }

  async #delayCalls(): Promise<void> {
    const { page } = this;
    await page.route(
      (url) => !url.pathname.startsWith('/assets/'),
      async (route) => {
        const request = route.request();
        if (!['fetch', 'xhr'].includes(request.resourceType())) return route.continue();
        const delayMs = this.#random(MOST_DELAY_MS);
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        return route.continue();
      },
    );
    const ended = (request: Request) => {
      if (this.#running.delete(request)) this.#endedAt = Date.now();
    };
    page.on('request', (request) => {
      if (!request.url().includes(SOCKET)) this.#running.add(request);
    });
    page.on('requestfinished', ended);
    page.on('requestfailed', ended);
  }
}
