import type { Page } from '@playwright/test';
import { CACHES } from '#contract/storageKeys.ts';
import { changeWorker, runningBuild, test } from '#support/browser/buildsTest.ts';
import { expect, signInPage } from '#support/browser/e2e.ts';
import type { NetworkConditions } from '#support/browser/networkConditions.ts';
import { controlled } from '#support/browser/tablet.ts';

// A wall survives a bad version, and any page the loss of the files of its own. What it does with a copy of the version
// before is in goingBack.spec.ts.

test.describe('parts of the app that are gone', () => {
  test.use({
    expectedConsoleErrors: [
      /Failed to fetch dynamically imported module|error occurred in|Unable to preload|Camera not available/,
    ],
  });

  test('lead to one reload, only when there is another build', async ({ page, road, server, builds }) => {
    road.build = builds.A;
    await signInPage(page, server.origin);
    const user = await page.evaluate(() => localStorage.getItem('user') ?? '');
    const openCodenames = async () => {
      await page.goto(`${road.origin}/codenames`);
      await page.getByRole('heading', { name: 'Codenames' }).waitFor();
    };
    await openCodenames();
    await page.evaluate((value) => localStorage.setItem('user', value), user);
    let loads = 0;
    page.on('load', () => (loads += 1));
    const openUsers = () =>
      page.evaluate(() => {
        history.pushState({}, '', '/admin/users');
        dispatchEvent(new PopStateEvent('popstate'));
      });

    // The file is missing, but the server has no other build: a reload would help nobody.
    road.intercept = (request, response) => {
      if (!/\/assets\/admin-/.test(request.url ?? '')) return false;
      response.writeHead(404).end();
      return true;
    };
    await openUsers();
    await expect.poll(() => road.asked.filter((line) => line.includes('/assets/admin-')).length).toBeGreaterThan(0);
    await expect.poll(() => road.asked.filter((line) => line === 'GET /codenames').length).toBeGreaterThan(1);
    await page.waitForTimeout(1_000);
    expect(loads).toBe(0);

    await openCodenames();
    road.intercept = undefined;
    loads = 0;
    road.build = builds.C;
    await openUsers();
    await expect(page.getByRole('columnheader', { name: 'Email' })).toBeVisible();
    expect(await runningBuild(page)).toBe('C');
    expect(loads).toBe(1);
  });
});

/** A tablet that runs A changes to the given build and is reloaded, with nothing to go back to. */
async function changeTo(page: Page, road: NetworkConditions, build: string): Promise<void> {
  road.build = build;
  await changeWorker(page);
  await page.evaluate((name) => caches.delete(name), CACHES.keptShell);
  await page.reload();
}

const triedAfresh = (page: Page) => page.evaluate(() => localStorage.getItem('boot-tried-afresh')).catch(() => '');

test.describe('a build that does not start', () => {
  test.use({ expectedConsoleErrors: [/this build does not start/] });

  test('is left behind as soon as the server has another @full', async ({ page, road, server, builds }) => {
    road.build = builds.A;
    await page.goto(`${road.origin}/circuit-tree?apiKey=${server.kioskKey}`);
    await controlled(page);
    await changeTo(page, road, builds.broken);
    // It has fetched everything afresh, which was the same broken build, and looks again now and then.
    await expect.poll(() => triedAfresh(page), { timeout: 60_000 }).toContain('Broken');
    road.build = builds.C;
    await expect.poll(() => runningBuild(page).catch(() => ''), { timeout: 60_000 }).toBe('C');
    await expect(page.getByRole('button', { name: 'Photos' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('boot-failures'))).toBe('');
  });

  test('is no better for an error screen that it can still show @full', async ({ page, road, server, builds }) => {
    road.build = builds.A;
    await page.goto(`${road.origin}/circuit-tree/clock?apiKey=${server.kioskKey}`);
    await controlled(page);
    await expect(page.locator('main').getByRole('timer')).toBeVisible();
    await changeTo(page, road, builds.screenless);
    await expect.poll(() => triedAfresh(page), { timeout: 60_000 }).toContain('Screenless');
    await expect(page.getByText('Something went wrong on this page.')).toBeVisible();
    expect(await page.evaluate(() => Number(localStorage.getItem('boot-failures')))).toBeGreaterThan(1);
  });
});

test.describe('a first frame that does not run', () => {
  // The policy refuses the script that was tampered with.
  test.use({ serviceWorkers: 'block', expectedConsoleErrors: [/Content Security Policy/] });

  test('keeps the app from nothing', async ({ page, server }) => {
    await page.route('**/circuit-tree?*', async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      await route.fulfill({ response, body: html.replace(/(<body>[^]*?<script>)/, '$1;') });
    });
    await page.goto(`${server.origin}/circuit-tree?apiKey=${encodeURIComponent(server.kioskKey)}`);
    await expect(page.locator('#root').getByRole('button', { name: 'Clock' })).toBeVisible();
    await expect(page.locator('.first-frame')).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('boot-failures') ?? '')).toBe('');
  });
});
