import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { headlessShellOptions } from '#scripts/run/chromium.ts';
import { countWorkerCode, coverageArgs, TABLET_PORT } from './workerCoverage.ts';

interface TabletOptions {
  args?: string[];
  viewport?: { width: number; height: number };
  /** The number of the screen's pixels that make one of the page's, along a side. */
  pixelRatio?: number;
  /** A home folder of its own, where Chromium looks for authorities that a person has added. */
  home?: string;
  timezoneId?: string;
}

/** A device with a profile of its own that outlives its browser: switch it off and on as often as you like. */
export class Tablet {
  readonly profile = mkdtempSync(join(tmpdir(), 'circuit-tree-tablet-'));
  readonly #options: TabletOptions;
  #context: BrowserContext | undefined;
  #stopCounting = async (): Promise<void> => undefined;

  constructor(options: TabletOptions = {}) {
    this.#options = options;
  }

  /** Starts the browser and opens the address, the way a tablet's launcher does. */
  async switchOn(url?: string): Promise<Page> {
    const launch = headlessShellOptions();
    this.#context = await chromium.launchPersistentContext(this.profile, {
      ...launch,
      args: [...(launch.args ?? []), ...coverageArgs(TABLET_PORT), ...(this.#options.args ?? [])],
      viewport: this.#options.viewport ?? { width: 1024, height: 768 },
      ...(this.#options.pixelRatio === undefined ? {} : { deviceScaleFactor: this.#options.pixelRatio }),
      ...(this.#options.timezoneId === undefined ? {} : { timezoneId: this.#options.timezoneId }),
      ...(this.#options.home === undefined ? {} : { env: { ...process.env, HOME: this.#options.home } }),
    });
    this.#stopCounting = await countWorkerCode(TABLET_PORT);
    const page = this.#context.pages()[0] ?? (await this.#context.newPage());
    // A page that never finishes loading is what some tests are about.
    if (url !== undefined) await page.goto(url, { waitUntil: 'commit' });
    return page;
  }

  async newPage(): Promise<Page> {
    if (!this.#context) throw new Error('The tablet is off');
    return this.#context.newPage();
  }

  async session(page: Page): Promise<CDPSession> {
    return page.context().newCDPSession(page);
  }

  async switchOff(): Promise<void> {
    const context = this.#context;
    this.#context = undefined;
    if (context) await this.#stopCounting();
    await context?.close();
  }

  async dispose(): Promise<void> {
    await this.switchOff();
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Waits until a worker answers this page's requests. */
export async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => Boolean(navigator.serviceWorker.controller));
}
