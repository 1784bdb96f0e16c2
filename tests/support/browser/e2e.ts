import { test as base, type Page } from '@playwright/test';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { ApiClient, signInAsDev } from '#scripts/run/apiClient.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { BROWSER_PORT, countWorkerCode } from './workerCoverage.ts';

export { expect } from '@playwright/test';

interface WorkerFixtures {
  /** One real server for all specs of a worker: don't stop it, and name your albums after your spec. */
  server: ServerProcess;
  /** Signed in as the dev admin of `server`. */
  api: ApiClient;
}

interface TestFixtures {
  /** A server of this test's own, to be stopped, killed and started again. */
  ownServer: ServerProcess;
  /** Texts of console errors this test expects; any other one fails it. Failed requests don't count. */
  expectedConsoleErrors: RegExp[];
  consoleGuard: void;
}

/** Also a stream of events that a portal answers with its own page. */
const FAILED_REQUEST = /Failed to load resource|net::ERR_|EventSource's response has a MIME type/;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  browser: [
    async ({ browser }, provide) => {
      const stopCounting = await countWorkerCode(BROWSER_PORT);
      await provide(browser);
      await stopCounting();
    },
    { scope: 'worker' },
  ],
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern
    async ({}, provide) => {
      // Logs as much as production does: some specs search its log.
      const server = await new ServerProcess({ env: { LOG_LEVEL: 'info' } }).start();
      await provide(server);
      await server.dispose();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  api: [async ({ server }, provide) => provide(await ApiClient.signedIn(server.origin)), { scope: 'worker' }],
  // oxlint-disable-next-line no-empty-pattern -- as above
  ownServer: async ({}, provide) => {
    const server = await new ServerProcess().start();
    await provide(server);
    await server.dispose();
  },
  expectedConsoleErrors: [[], { option: true }],
  consoleGuard: [
    async ({ page, expectedConsoleErrors }, provide) => {
      const spoken: string[] = [];
      const hear = (text: string) => {
        if (FAILED_REQUEST.test(text) || expectedConsoleErrors.some((pattern) => pattern.test(text))) return;
        spoken.push(text);
      };
      page.on('console', (message) => message.type() === 'error' && hear(message.text()));
      page.on('pageerror', (error) => hear(String(error)));
      await provide();
      if (spoken.length > 0) throw new Error(`The page's console spoke:\n${spoken.join('\n')}`);
    },
    { auto: true },
  ],
});

/** Puts a signed-in user into the page's storage, as a sign-in would have, before the app's code runs. */
export async function signInPage(page: Page, origin: string, as: 'admin' | 'user' = 'admin'): Promise<void> {
  const user = JSON.stringify(await signInAsDev(origin, as));
  await page.goto(`${origin}/health`);
  await page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [LOCAL_STORAGE.user, user]);
}
