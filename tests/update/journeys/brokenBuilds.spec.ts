import { runningBuild, test } from '../support/buildsTest.ts';
import { expect, signInPage } from '#support/browser/e2e.ts';

// A wall survives a bad version, and any page the loss of the files of its own. What it does with a copy of the version
// before is in goingBack.spec.ts.

test.describe('parts of the app that are gone', () => {
  // A worker that has claimed the page would have the code already.
  test.use({
    serviceWorkers: 'block',
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
    await expect(page.getByText('This page could not be loaded.')).toBeVisible();
    expect(loads).toBe(0);

    await openCodenames();
    road.intercept = undefined;
    loads = 0;
    road.build = builds.C;
    await openUsers();
    await expect(page.getByRole('columnheader', { name: 'Email' })).toBeVisible();
    expect(await runningBuild(page)).toBe('C');
    await expect.poll(() => loads).toBe(1);
  });
});

test.describe('a page without its worker', () => {
  // The policy refuses the script that was tampered with. A worker that has claimed the page would load the code itself,
  // past the routes of the test.
  test.use({
    serviceWorkers: 'block',
    expectedConsoleErrors: [/Content Security Policy|dynamically imported module|preload CSS|Unable to preload/],
  });

  test('starts without its first frame, and a screen whose code does not come says so until the server is back', async ({
    page,
    server,
  }) => {
    await page.route('**/circuit-tree?*', async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      await route.fulfill({ response, body: html.replace(/(<body>[^]*?<script>)/, '$1;') });
    });
    await page.goto(`${server.origin}/circuit-tree?apiKey=${encodeURIComponent(server.kioskKey)}`);
    await expect(page.locator('#root').getByRole('button', { name: 'Clock' })).toBeVisible();
    await expect(page.locator('.first-frame')).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('boot-failures') ?? '')).toBe('');

    await page.goto(server.origin);
    await page.getByRole('button', { name: 'Sign in dev admin user' }).waitFor();
    await page.route(/\/assets\/(?!index-)|\/health$/, (route) => route.abort());
    await page.getByRole('button', { name: 'Sign in dev admin user' }).click();
    await expect(page.getByText('This page could not be loaded.')).toBeVisible();
    await expect(page.getByText(/The page comes back as soon as/)).toBeVisible();
    await page.unrouteAll();
    await expect(page.getByRole('heading', { name: 'Admin' })).toBeVisible();
    await expect(page).toHaveURL(`${server.origin}/admin`);
  });
});
