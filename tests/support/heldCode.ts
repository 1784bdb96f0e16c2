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
