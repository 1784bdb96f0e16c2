import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { SLIDE_INTERVAL_MS } from '#contract/limits.ts';
import { chromiumOptions } from '#scripts/run/chromium.ts';
import { askAndLook, fillNumberCache, untilNextPhoto } from './inPage.ts';
import { keptBytes } from './keptBytes.ts';

export interface Figures {
  heapBytes: number;
  /** The part of the heap that is no compiled code. */
  keptBytes: number;
  nodes: number;
  listeners: number;
  /** Image elements alive in the heap after a collection, in the document or out of it. */
  images: number;
  /** The same of video elements. */
  videos: number;
  /** The browser's figure of this origin's storage on the device. */
  storedBytes: number;
  /** Since the last query. */
  longestStall: Stall;
}

/** A task that keeps all others of the page waiting. */
export interface Stall {
  /** By the wall clock, as a person sees it; it also runs while the machine is busy with something else. */
  ms: number;
  /** The working time of the page's thread meanwhile, at most. */
  workMs: number;
}

export const NO_STALL: Stall = { ms: 0, workMs: 0 };

export function longestOf(one: Stall, other: Stall): Stall {
  return { ms: Math.max(one.ms, other.ms), workMs: Math.max(one.workMs, other.workMs) };
}

const PHOTO_TIMEOUT_MS = 30_000;
const SERVER_HEARD_WITHIN_MS = 30_000;
const STORED_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 250;

async function inTime<Value>(expected: Promise<Value>, otherwise: string): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(otherwise)), PHOTO_TIMEOUT_MS);
  });
  return Promise.race([expected, late]).finally(() => clearTimeout(timer));
}

/** A kiosk on the wall in real Chromium, whose clock we control: 90 seconds pass when we say so. */
export class WallKiosk {
  readonly errors: string[] = [];
  readonly #browser: Browser;
  readonly #page: Page;
  readonly #cdp: CDPSession;
  #longestStall = NO_STALL;
  /** The longest stall of the page's thread since the last check. */
  #workedMs = 0;

  private constructor(browser: Browser, page: Page, cdp: CDPSession) {
    this.#browser = browser;
    this.#page = page;
    this.#cdp = cdp;
  }

  /** `slowDown`: the factor by which the page's thread is slower than this machine's. */
  static async open(url: string, { slowDown = 1 } = {}): Promise<WallKiosk> {
    const browser = await chromium.launch(chromiumOptions());
    const page = await browser.newPage({ viewport: { width: 1024, height: 768 } });
    const kiosk = new WallKiosk(browser, page, await page.context().newCDPSession(page));
    page.on('pageerror', (error) => kiosk.errors.push(String(error)));
    await kiosk.#cdp.send('Performance.enable');
    if (slowDown > 1) await kiosk.#cdp.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
    await page.clock.install();
    await page.addInitScript(() => {
      let longest = 0;
      const note = (entries: PerformanceEntryList) => {
        for (const { duration } of entries) longest = Math.max(longest, duration);
      };
      const observer = new PerformanceObserver((list) => note(list.getEntries()));
      observer.observe({ type: 'longtask' });
      Object.assign(window, {
        takeLongestStall: () => {
          // Stalls that the observer has not reported yet are older than this query, and must not count for the next
          // one.
          note(observer.takeRecords());
          const taken = longest;
          longest = 0;
          return taken;
        },
      });
    });
    await page.goto(url);
    await page.evaluate(fillNumberCache);
    await page.locator('dialog [data-running]').waitFor({ timeout: PHOTO_TIMEOUT_MS });
    return kiosk;
  }

  /** One automatic advance: the 90 seconds pass, the next photo is decoded and on screen. */
  async advance(): Promise<void> {
    const next = this.#page.evaluate(untilNextPhoto);
    await this.#page.clock.runFor(SLIDE_INTERVAL_MS);
    await inTime(next, 'No photo came after the 90 seconds');
    this.#longestStall = longestOf(this.#longestStall, await this.#takeStall());
  }

  /** Lets so much of the page's time pass at once. */
  async pass(ms: number): Promise<void> {
    await this.#page.clock.runFor(ms);
  }

  /** Calls a function in the page. */
  async ask<Value>(inPage: () => Value | Promise<Value>): Promise<Value> {
    return inTime(this.#page.evaluate(inPage), 'The page did not respond');
  }

  /**
   * Lets the page request everything that is due. Returns whether it soon has this many photos, and both images of each
   * stored.
   */
  async hasStored(photos: number): Promise<boolean> {
    const until = performance.now() + STORED_WITHIN_MS;
    while (performance.now() < until) {
      // Not `waitForFunction`: that brings a third of a megabyte of Playwright into the page whose heap is measured.
      if (await this.#page.evaluate(askAndLook, `Offline ready ${photos}/${photos}`)) return true;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    return false;
  }

  async figures(): Promise<Figures> {
    const longestStall = longestOf(this.#longestStall, await this.#takeStall());
    // While we move its clock every response of the server seems late to it: it may request it again in peace.
    await this.#page.evaluate(() => window.dispatchEvent(new Event('online')));
    const offlineMark = this.#page.getByText('Offline', { exact: true }).first();
    await offlineMark.waitFor({ state: 'detached', timeout: SERVER_HEARD_WITHIN_MS });
    for (let round = 0; round < 2; round += 1) {
      await this.#cdp.send('HeapProfiler.collectGarbage');
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    const metric = await this.#metrics();
    const figures = {
      heapBytes: metric('JSHeapUsedSize'),
      keptBytes: await keptBytes(this.#cdp),
      nodes: metric('Nodes'),
      listeners: metric('JSEventListeners'),
      images: await this.#alive('HTMLImageElement'),
      videos: await this.#alive('HTMLVideoElement'),
      storedBytes: await this.#page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0),
      longestStall,
    };
    // The collections and the walks through the heap are our own work.
    await this.#takeStall();
    this.#longestStall = NO_STALL;
    return figures;
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }

  async #metrics(): Promise<(name: string) => number> {
    const { metrics } = await this.#cdp.send('Performance.getMetrics');
    return (name) => metrics.find((entry) => entry.name === name)?.value ?? 0;
  }

  /** The longest task since the last query; it cannot hold more work than the thread has done since then. */
  async #takeStall(): Promise<Stall> {
    const ms = await this.#page.evaluate(() => {
      const take: unknown = Reflect.get(window, 'takeLongestStall');
      return typeof take === 'function' ? Number(take()) : 0;
    });
    const workedBefore = this.#workedMs;
    this.#workedMs = (await this.#metrics())('ThreadTime') * 1_000;
    return { ms, workMs: Math.min(ms, this.#workedMs - workedBefore) };
  }

  /** The number of elements of a class in the heap. */
  async #alive(element: 'HTMLImageElement' | 'HTMLVideoElement'): Promise<number> {
    const objectGroup = 'alive';
    const prototype = await this.#cdp.send('Runtime.evaluate', {
      expression: `${element}.prototype`,
      objectGroup,
    });
    const { objects } = await this.#cdp.send('Runtime.queryObjects', {
      prototypeObjectId: prototype.result.objectId ?? '',
      objectGroup,
    });
    const count = await this.#cdp.send('Runtime.callFunctionOn', {
      objectId: objects.objectId ?? '',
      functionDeclaration: 'function () { return this.length }',
      returnByValue: true,
    });
    await this.#cdp.send('Runtime.releaseObjectGroup', { objectGroup });
    return Number(count.result.value);
  }
}
