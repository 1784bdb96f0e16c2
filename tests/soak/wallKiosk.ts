import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { SLIDE_INTERVAL_MS } from '../../src/contract/limits.ts';
import { chromiumOptions } from '../support/chromium.ts';

export interface Figures {
  heapBytes: number;
  nodes: number;
  listeners: number;
  /** Image elements alive in the heap after a collection, in the document or out of it. */
  images: number;
  longestStallMs: number;
}

const PHOTO_TIMEOUT_MS = 30_000;
const LOOK_EVERY_MS = 15;

/** A kiosk on the wall in real Chromium, of whose clock we turn the hands: 90 seconds pass when we say so. */
export class WallKiosk {
  readonly errors: string[] = [];
  private readonly browser: Browser;
  private readonly page: Page;
  private readonly cdp: CDPSession;

  private constructor(browser: Browser, page: Page, cdp: CDPSession) {
    this.browser = browser;
    this.page = page;
    this.cdp = cdp;
  }

  static async open(url: string): Promise<WallKiosk> {
    const browser = await chromium.launch(chromiumOptions());
    const page = await browser.newPage({ viewport: { width: 1024, height: 768 } });
    const kiosk = new WallKiosk(browser, page, await page.context().newCDPSession(page));
    page.on('pageerror', (error) => kiosk.errors.push(String(error)));
    await kiosk.cdp.send('Performance.enable');
    await page.clock.install();
    await page.addInitScript(() => {
      let longest = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
      }).observe({ type: 'longtask' });
      Object.assign(window, {
        takeLongestStall: () => {
          const taken = longest;
          longest = 0;
          return taken;
        },
      });
    });
    await page.goto(url);
    await kiosk.untilShown('');
    return kiosk;
  }

  /** One automatic advance: the 90 seconds pass, the next photo is decoded and on screen. */
  async advance(): Promise<void> {
    const before = await this.shown();
    await this.page.clock.runFor(SLIDE_INTERVAL_MS);
    await this.untilShown(before);
  }

  async figures(): Promise<Figures> {
    for (let round = 0; round < 2; round += 1) {
      await this.cdp.send('HeapProfiler.collectGarbage');
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    const { metrics } = await this.cdp.send('Performance.getMetrics');
    const metric = (name: string) => metrics.find((entry) => entry.name === name)?.value ?? 0;
    return {
      heapBytes: metric('JSHeapUsedSize'),
      nodes: metric('Nodes'),
      listeners: metric('JSEventListeners'),
      images: await this.liveImages(),
      longestStallMs: await this.page.evaluate(() => {
        const take: unknown = Reflect.get(window, 'takeLongestStall');
        return typeof take === 'function' ? Number(take()) : 0;
      }),
    };
  }

  async close(): Promise<void> {
    await this.browser.close();
  }

  private async liveImages(): Promise<number> {
    const objectGroup = 'live-images';
    const prototype = await this.cdp.send('Runtime.evaluate', {
      expression: 'HTMLImageElement.prototype',
      objectGroup,
    });
    const { objects } = await this.cdp.send('Runtime.queryObjects', {
      prototypeObjectId: prototype.result.objectId ?? '',
      objectGroup,
    });
    const count = await this.cdp.send('Runtime.callFunctionOn', {
      objectId: objects.objectId ?? '',
      functionDeclaration: 'function () { return this.length }',
      returnByValue: true,
    });
    await this.cdp.send('Runtime.releaseObjectGroup', { objectGroup });
    return Number(count.result.value);
  }

  /** The photo that is on screen; '' while one is on its way. */
  private shown(): Promise<string> {
    return this.page.evaluate(() => {
      if (!document.querySelector('dialog [data-running]')) return '';
      return document.querySelector('dialog img[data-front]')?.getAttribute('src') ?? '';
    });
  }

  private async untilShown(before: string): Promise<void> {
    const deadline = performance.now() + PHOTO_TIMEOUT_MS;
    for (let shown = await this.shown(); shown === '' || shown === before; shown = await this.shown()) {
      if (performance.now() > deadline) throw new Error(`No photo came after ${before || 'the start'}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }
}
