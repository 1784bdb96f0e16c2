import type { Page } from '@playwright/test';

/** Holds the app's code back until it is let go. */
export async function holdCode(page: Page): Promise<() => void> {
  const code = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await code.promise;
    await route.continue();
  });
  return () => code.resolve();
}

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
