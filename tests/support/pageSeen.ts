import type { Page } from '@playwright/test';

/** Seen or not, as the browser would tell it: headless Chromium has no window to hide. */
export async function setPageSeen(page: Page, seen: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    seen ? 'visible' : 'hidden',
  );
}
