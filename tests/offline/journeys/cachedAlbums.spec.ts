import type { Page } from '@playwright/test';
import { expect } from '#support/browser/e2e.ts';
import { test } from '#support/browser/offlineTest.ts';
import { controlled } from '#support/browser/tablet.ts';
import { photoOnScreen } from '#support/kiosk/albumCycle.ts';
import { colouredPhotos } from '#support/kiosk/kioskLibrary.ts';

const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
/** A while after the start, so that nothing is in the way of the first screen. */
const IN_TIME = { timeout: 75_000 };

test('albums that nobody opened are kept by themselves, and what is not kept says so without a server @full', async ({
  tablet,
  road,
  server,
  api,
  library,
}) => {
  test.slow();
  const lost = await api.createAlbum('Lost', `kept-${process.pid}`);
  await api.upload(lost.id, await colouredPhotos(2));
  // Its photos never arrive.
  road.intercept = ({ url = '' }, response) => {
    const isLost = url.includes(`/photos/${lost.slug}/`);
    if (isLost) response.writeHead(502).end();
    return isLost;
  };
  const url = (path: string) => `${road.origin}/circuit-tree${path}?apiKey=${server.kioskKey}`;
  let page = await tablet.switchOn(url('/clock'));
  await controlled(page);
  // Nobody has opened a screen with photos.
  const isKept = () =>
    page.evaluate(
      async (slug) => (await caches.keys()).some((name) => name.endsWith(`:images:${slug}`)),
      library.album.slug,
    );
  await expect.poll(isKept, IN_TIME).toBe(true);
  await page.goto(url('/photos'));
  await expect(card(page, library.album.name).getByText('✓ Kept')).toBeVisible(IN_TIME);
  await expect(card(page, 'Lost').getByText(/kept/i)).toBeHidden();

  await road.turn('dead');
  await expect(card(page, 'Lost').getByText('Not on this tablet')).toBeVisible(IN_TIME);
  await tablet.switchOff();

  page = await tablet.switchOn(url('/photos'));
  await expect(card(page, 'Lost').getByText('Not on this tablet')).toBeVisible(IN_TIME);
  await expect(card(page, library.album.name).getByText('✓ Kept')).toBeVisible(IN_TIME);
  await page.screenshot({ path: 'test-results/kept-offline.png' });
  await page.goto(`${url(`/photos/${library.album.slug}`)}&slideshow=true`);
  await expect.poll(() => photoOnScreen(page)).not.toBe('');
});
