import type { Page } from '@playwright/test';
import { expect } from '#support/browser/e2e.ts';
import { test } from '#support/browser/offlineTest.ts';
import { controlled } from '#support/browser/tablet.ts';

// Chromium takes the build's scripts out of the precache by itself, without waiting for the worker.

/** The source of each script of the page: the one that its static route names, and the one that had it. */
function scriptSources(page: Page): Promise<{ file: string; source: string }[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
      .map((entry) => {
        const sourceOf = (property: string) => String(Reflect.get(entry, property) || 'none');
        return {
          file: entry.name.replace(/.*\//, ''),
          source: `${sourceOf('workerMatchedSourceType')}, then ${sourceOf('workerFinalSourceType')}`,
        };
      }),
  );
}

test('a start takes the scripts of its build past the worker, with a network and without one @full', async ({
  tablet,
  road,
  server,
}) => {
  const clock = `${road.origin}/circuit-tree/clock?apiKey=${server.kioskKey}`;
  const page = await tablet.switchOn(clock);
  await controlled(page);
  for (const weather of ['fine', 'dead'] as const) {
    await tablet.switchOff();
    await road.turn(weather);
    const started = await tablet.switchOn(clock);
    await expect(started.locator('main .clock-face')).toBeVisible();
    const sources = await scriptSources(started);
    expect(sources.length).toBeGreaterThan(3);
    expect(sources.filter(({ source }) => source !== 'cache, then cache')).toEqual([]);
  }
});

test('a script that the browser has dropped comes from the server, and is stored again', async ({
  tablet,
  road,
  server,
}) => {
  const clock = `${road.origin}/circuit-tree/clock?apiKey=${server.kioskKey}`;
  const page = await tablet.switchOn(clock);
  await controlled(page);
  const dropped = await page.evaluate(async () => {
    const name = (await caches.keys()).find((one) => one.includes('precache-v'));
    const cache = await caches.open(name ?? '');
    const requests = (await cache.keys()).filter(({ url }) => /\/assets\/wall-.*\.js$/.test(url));
    await Promise.all(requests.map((request) => cache.delete(request)));
    return requests.map(({ url }) => url);
  });
  expect(dropped).toHaveLength(1);
  await tablet.switchOff();
  const started = await tablet.switchOn(clock);
  await expect(started.locator('main .clock-face')).toBeVisible();
  const file = dropped[0]?.replace(/.*\//, '') ?? '';
  expect(await scriptSources(started)).toContainEqual({ file, source: 'cache, then network' });
  await expect
    .poll(() => started.evaluate(async (url) => (await caches.match(url)) !== undefined, dropped[0] ?? ''))
    .toBe(true);
});
