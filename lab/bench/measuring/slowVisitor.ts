import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { chromiumOptions } from '#scripts/run/chromium.ts';
import { controlled } from '#support/browser/tablet.ts';
import { median } from './bench.ts';

export const SLOW_DOWN = 4;
/**
 * A larger paint than the last one would have come within this time. The page is not queried before: Playwright's code
 * for finding an element costs a slow page as much as its own first frame.
 */
const QUIET_MS = 1_500;

export interface Paints {
  /** The first paint with anything in it: text, a picture, a drawing. */
  firstMs: number;
  largestMs: number;
}

export interface Target {
  url: string;
  /** Visible when the page is complete. */
  ready: string;
}

/** A person with a slow device and a new browser, without anything stored. */
export class SlowVisitor {
  readonly #context: BrowserContext;

  private constructor(context: BrowserContext) {
    this.#context = context;
  }

  static async arrive(browser: Browser): Promise<SlowVisitor> {
    return new SlowVisitor(await browser.newContext({ viewport: { width: 1024, height: 768 } }));
  }

  /** Opens the page in a new tab, its worker (if it has one already) started from nothing. */
  async visit({ url, ready }: Target): Promise<Paints> {
    const page = await this.#open();
    await page.goto(url, { waitUntil: 'commit' });
    await quiet();
    await page.locator(ready).first().waitFor({ timeout: 60_000 });
    const paints = await quietPaints(page);
    await page.close();
    return paints;
  }

  /** The tablet is left alone until it is ready: the next visit goes through the worker. */
  async settle({ url, ready }: Target): Promise<void> {
    const page = await this.#context.newPage();
    await page.goto(url);
    await page.locator(ready).first().waitFor();
    await controlled(page);
    // The responses are requested again once there is a worker to store them.
    await page.waitForLoadState('networkidle');
    await page.close();
  }

  async leave(): Promise<void> {
    await this.#context.close();
  }

  /** A new window also loads the browser's own pages, such as its address bar, which are waited for. */
  async #open(): Promise<Page> {
    const page = await this.#context.newPage();
    await quiet();
    const cdp = await this.#context.newCDPSession(page);
    await cdp.send('ServiceWorker.enable');
    await cdp.send('ServiceWorker.stopAllWorkers');
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
    return page;
  }
}

export function quiet(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, QUIET_MS));
}

/** Runs in the page, which keeps what it has painted. */
async function readPaints(): Promise<Paints> {
  const found: PerformanceEntryList[] = [];
  for (const type of ['paint', 'largest-contentful-paint']) {
    const entries = new Promise<PerformanceEntryList>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
    });
    found.push(await entries);
  }
  const [paints = [], largest = []] = found;
  const first = paints.find(({ name }) => name === 'first-contentful-paint');
  return { firstMs: first?.startTime ?? 0, largestMs: largest.at(-1)?.startTime ?? 0 };
}

async function quietPaints(page: Page): Promise<Paints> {
  for (let before = await page.evaluate(readPaints); ;) {
    await quiet();
    const now = await page.evaluate(readPaints);
    if (now.firstMs > 0 && now.largestMs === before.largestMs) return now;
    before = now;
  }
}

export async function withBrowser<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch(chromiumOptions());
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

export function medianPaints(visits: readonly Paints[]): Paints {
  return {
    firstMs: median(visits.map(({ firstMs }) => firstMs)),
    largestMs: median(visits.map(({ largestMs }) => largestMs)),
  };
}

/** The worse of the two. */
export function paintRatio(ours: Paints, peer: Paints): number {
  return Math.max(ours.firstMs / peer.firstMs, ours.largestMs / peer.largestMs);
}

export function describePaints({ firstMs, largestMs }: Paints): string {
  return `first ${firstMs.toFixed(0)}, largest ${largestMs.toFixed(0)} ms`;
}
