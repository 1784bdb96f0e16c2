import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { buildVariant } from '../support/buildVariant.ts';
import { expect, signInPage } from '../support/e2e.ts';
import { test as base } from '../support/offlineTest.ts';
import { controlled } from '../support/tablet.ts';
import type { Road } from '../support/road.ts';

// A wall that nobody touches gets every new version, and survives a bad one.

const DOES_NOT_START = 'throw new Error("this build does not start");';

const test = base.extend<object, { builds: Record<'A' | 'B' | 'C' | 'broken' | 'screenless', string> }>({
  builds: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off this pattern
    async ({}, provide) => {
      const builds = {
        A: buildVariant('A'),
        B: buildVariant('B'),
        C: buildVariant('C'),
        broken: buildVariant('Broken', { of: 'index.html', says: DOES_NOT_START }),
        screenless: buildVariant('Screenless', { of: 'src/routes/circuit-tree/index.tsx', says: DOES_NOT_START }),
      };
      await provide(builds);
      for (const folder of Object.values(builds)) rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

/** Of the running page: the letter at the end of its entry's name. */
const runningBuild = (page: Page) =>
  page.evaluate(
    () =>
      /([A-C]|Broken|Screenless)\.js$/.exec(
        document.querySelector('script[type="module"][src*="/assets/"]')?.getAttribute('src') ?? '',
      )?.[1] ?? '',
  );

const waitingWorker = (page: Page) =>
  page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));

const photoOnScreen = () => {
  const images = [...document.querySelectorAll<HTMLImageElement>('dialog img')];
  return images.find((image) => image.src.includes('/medium/') && getComputedStyle(image).opacity === '1')?.src ?? '';
};

test('a slideshow that nobody touches changes to the new version between two slides, at the same photo', async ({
  page,
  road,
  server,
  library,
  builds,
}) => {
  road.build = builds.A;
  await page.clock.install();
  await page.addInitScript(() => {
    addEventListener('pagehide', () => {
      const images = [...document.querySelectorAll<HTMLImageElement>('dialog img')];
      const shown = images.find((image) => image.src.includes('/medium/') && getComputedStyle(image).opacity === '1');
      sessionStorage.setItem('left-at', shown?.src ?? '');
    });
  });
  await page.goto(`${road.origin}/circuit-tree/photos/${library.album.slug}?apiKey=${server.kioskKey}`);
  await controlled(page);
  await page.getByRole('button', { name: 'Start Slideshow' }).click();
  await expect.poll(() => page.evaluate(photoOnScreen)).not.toBe('');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.evaluate(photoOnScreen)).not.toContain(library.photos[0]?.filename);
  expect(await runningBuild(page)).toBe('A');

  // The next check comes within 15 minutes and a bit; the slide that was due is let pass, with all that follows it.
  road.asked.length = 0;
  await page.clock.fastForward('17:00');
  await expect.poll(() => road.asked).toContain('GET /sw.js');
  await page.clock.runFor(5_000);
  await expect.poll(() => page.evaluate(photoOnScreen)).toContain(library.photos[2]?.filename);
  road.build = builds.B;
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect.poll(() => waitingWorker(page)).toBe(true);
  // Not in the middle of a slide, however long nobody touches it.
  await page.clock.runFor(35_000);
  expect(await runningBuild(page)).toBe('A');
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(31_000).catch(() => undefined);
        return runningBuild(page).catch(() => '');
      },
      // Only the clock is fast: the cross-fade takes its real time.
      { intervals: [2_000], timeout: 60_000 },
    )
    .toBe('B');
  await expect.poll(() => page.evaluate(photoOnScreen)).not.toBe('');
  const leftAt = await page.evaluate(() => sessionStorage.getItem('left-at'));
  expect(leftAt).toContain('/medium/');
  expect(await page.evaluate(photoOnScreen)).toBe(leftAt);
});

test('a tablet two versions behind, with all old files gone, starts and changes by itself', async ({
  page,
  road,
  server,
  builds,
}) => {
  road.build = builds.A;
  await page.clock.install();
  await page.goto(`${road.origin}/circuit-tree?apiKey=${server.kioskKey}`);
  await controlled(page);
  road.build = builds.C;
  await page.reload();
  expect(await runningBuild(page)).toBe('A');
  await page.getByRole('button', { name: 'Clock' }).click();
  await expect(page.getByRole('timer')).toBeVisible();
  await expect.poll(() => waitingWorker(page)).toBe(true);
  // A person is at it: not now.
  await page.mouse.move(10, 10);
  await page.clock.runFor(20_000);
  expect(await runningBuild(page)).toBe('A');
  // Nor without a server, should the new version need it.
  await road.turn('bad gateway');
  await page.clock.runFor(30_000);
  expect(await runningBuild(page)).toBe('A');
  await road.turn('fine');
  await expect
    .poll(async () => {
      await page.clock.runFor(6_000).catch(() => undefined);
      return runningBuild(page).catch(() => '');
    })
    .toBe('C');
  expect(new URL(page.url()).pathname).toBe('/circuit-tree/clock');
});

test.describe('a page with a person in front of it', () => {
  test.use({ expectedConsoleErrors: [/Camera not available/] });

  test('codenames gets a note with a button on reconnect, and nothing happens by itself', async ({
    page,
    road,
    builds,
  }) => {
    road.build = builds.A;
    await page.goto(`${road.origin}/codenames`);
    await controlled(page);
    await expect(page.getByText('New version')).toBeHidden();
    // The server comes back as another one, which is looked for at once.
    road.asked.length = 0;
    await road.turn('bad gateway');
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await expect.poll(() => road.asked.filter((line) => line === 'GET /health').length).toBeGreaterThan(1);
    road.build = builds.B;
    await road.turn('fine');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(page.getByText('New version')).toBeVisible();
    expect(await runningBuild(page)).toBe('A');
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => runningBuild(page).catch(() => '')).toBe('B');
    await expect(page.getByText('New version')).toBeHidden();
  });
});

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
    await page.goto(`${road.origin}/codenames`);
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
      if (!/\/assets\/users-/.test(request.url ?? '')) return false;
      response.writeHead(404).end();
      return true;
    };
    await openUsers();
    await expect.poll(() => road.asked.filter((line) => line.includes('/assets/users-')).length).toBeGreaterThan(0);
    await expect.poll(() => road.asked.filter((line) => line === 'GET /codenames').length).toBeGreaterThan(1);
    await page.waitForTimeout(1_000);
    expect(loads).toBe(0);

    await page.goto(`${road.origin}/codenames`);
    road.intercept = undefined;
    loads = 0;
    road.build = builds.C;
    await openUsers();
    await expect(page.getByRole('columnheader', { name: 'Email' })).toBeVisible();
    expect(await runningBuild(page)).toBe('C');
    expect(loads).toBe(1);
  });
});

/** A tablet that runs A changes to the given build and is reloaded. */
async function changeTo(page: Page, road: Road, build: string): Promise<void> {
  road.build = build;
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect.poll(() => waitingWorker(page)).toBe(true);
  await page.evaluate(async () => {
    (await navigator.serviceWorker.getRegistration())?.waiting?.postMessage({ type: 'SKIP_WAITING' });
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });
  await page.reload();
}

const triedAfresh = (page: Page) => page.evaluate(() => localStorage.getItem('boot-tried-afresh')).catch(() => '');

test.describe('a build that does not start', () => {
  test.use({ expectedConsoleErrors: [/this build does not start/] });

  test('is left behind as soon as the server has another', async ({ page, road, server, builds }) => {
    road.build = builds.A;
    await page.goto(`${road.origin}/circuit-tree?apiKey=${server.kioskKey}`);
    await controlled(page);
    await changeTo(page, road, builds.broken);
    // It has fetched everything afresh, which was the same broken build, and looks again now and then.
    await expect.poll(() => triedAfresh(page), { timeout: 30_000 }).toContain('Broken');
    road.build = builds.C;
    await expect.poll(() => runningBuild(page).catch(() => ''), { timeout: 60_000 }).toBe('C');
    await expect(page.getByRole('button', { name: 'Photos' })).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('boot-failures'))).toBe('');
  });

  test('is no better for an error screen that it can still show', async ({ page, road, server, builds }) => {
    road.build = builds.A;
    await page.goto(`${road.origin}/circuit-tree?apiKey=${server.kioskKey}`);
    await controlled(page);
    await expect(page.getByRole('button', { name: 'Photos' })).toBeVisible();
    await changeTo(page, road, builds.screenless);
    await expect.poll(() => triedAfresh(page), { timeout: 30_000 }).toContain('Screenless');
    await expect(page.getByText('Something went wrong on this page.')).toBeVisible();
    expect(await page.evaluate(() => Number(localStorage.getItem('boot-failures')))).toBeGreaterThan(1);
  });
});
