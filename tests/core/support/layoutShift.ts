import { expect, type Page } from '@playwright/test';
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

/** Loads a page whose calls take as long as the seed chooses, and returns what moved on it until it was complete. */
export async function shiftsWhileLoading(page: Page, url: string, seed: number): Promise<Shift[]> {
  await page.addInitScript({ content: WATCH });
  const isQuiet = await delayCalls(page, seed);
  await page.goto(url);
  await expect(page.locator('main')).toBeVisible({ timeout: 30_000 });
  await expect.poll(isQuiet, { intervals: [50], timeout: 30_000 }).toBe(true);
  await expect(page.getByText(/^Loading/)).toHaveCount(0, { timeout: 30_000 });
  await expect.poll(isQuiet, { intervals: [50], timeout: 30_000 }).toBe(true);
  return page.evaluate<Shift[]>('window.layoutShifts');
}

/** Returns whether nothing has been under way for a while. */
async function delayCalls(page: Page, seed: number): Promise<() => boolean> {
  const random = seededRandom(seed);
  let running = 0;
  let endedAt = Date.now();
  const ended = () => {
    running -= 1;
    endedAt = Date.now();
  };
  await page.route(
    (url) => !url.pathname.startsWith('/assets/'),
    async (route) => {
      const request = route.request();
      if (!['fetch', 'xhr'].includes(request.resourceType())) return route.continue();
      const delayMs = random(MOST_DELAY_MS);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      return route.continue();
    },
  );
  page.on('request', (request) => {
    if (!request.url().includes(SOCKET)) running += 1;
  });
  page.on('requestfinished', (request) => !request.url().includes(SOCKET) && ended());
  page.on('requestfailed', (request) => !request.url().includes(SOCKET) && ended());
  return () => running === 0 && Date.now() - endedAt > QUIET_MS;
}
