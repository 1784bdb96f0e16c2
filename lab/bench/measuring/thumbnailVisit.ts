import type { BrowserContext, Page } from '@playwright/test';
import { quiet } from './slowVisitor.ts';

export const SLOW_DOWN = 4;
export const FIRST_THUMBNAILS = 12;

/** Notes when the first pictures are visible, and the longest task since the last query. */
function watchPage(wanted: number): void {
  const seen = { firstThumbnailsMs: 0, longestTaskMs: 0 };
  Object.assign(window, { seen });
  const timer = setInterval(() => {
    const ready = [...document.images].filter((image) => image.complete && image.naturalWidth > 0).length;
    if (ready < wanted) return;
    clearInterval(timer);
    seen.firstThumbnailsMs = performance.now();
  }, 10);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longestTaskMs = Math.max(seen.longestTaskMs, duration);
  }).observe({ type: 'longtask' });
}

export function noted(page: Page, name: 'firstThumbnailsMs' | 'longestTaskMs'): Promise<number> {
  return page.evaluate((key) => Number(Reflect.get(Reflect.get(window, 'seen'), key)), name);
}

/** Opens an album on a slow device; returns when its first thumbnails were visible. */
export async function openAlbum(
  context: BrowserContext,
  url: string,
): Promise<{ page: Page; firstThumbnailsMs: number }> {
  const page = await context.newPage();
  await page.addInitScript(watchPage, FIRST_THUMBNAILS);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  await page.goto(url);
  await quiet();
  await page.waitForFunction(() => Number(Reflect.get(Reflect.get(window, 'seen'), 'firstThumbnailsMs')) > 0);
  return { page, firstThumbnailsMs: await noted(page, 'firstThumbnailsMs') };
}
