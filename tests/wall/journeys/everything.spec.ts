import { showBar } from '#support/kiosk/slideshowPage.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { expect } from '#support/browser/e2e.ts';
import { NetworkConditions } from '#support/browser/networkConditions.ts';
import { test } from '#support/browser/offlineTest.ts';
import { controlled } from '#support/browser/tablet.ts';
import { photoOnScreen } from '#support/kiosk/albumCycle.ts';
import { colouredPhotos } from '#support/kiosk/kioskLibrary.ts';

test('the slideshow of everything starts cold without a server, from a mistyped album too @full', async ({
  tablet,
  ownServer,
}) => {
  const api = await ApiClient.signedIn(ownServer.origin);
  const holiday = await api.createAlbum('Holiday', 'holiday');
  const evening = await api.createAlbum('Evening', 'evening', holiday.id);
  const zoo = await api.createAlbum('Zoo', 'zoo');
  await api.upload(holiday.id, await colouredPhotos(6));
  await api.upload(evening.id, await colouredPhotos(1, { first: 6 }));
  await api.upload(zoo.id, await colouredPhotos(2, { first: 7 }));
  const count = 9;
  const road = await new NetworkConditions(ownServer.origin).start();
  const url = (path: string) => `${road.origin}/circuit-tree/photos${path}?apiKey=${ownServer.kioskKey}&slideshow=true`;

  let page = await tablet.switchOn(url(''));
  await controlled(page);
  await expect(page.getByRole('button', { name: new RegExp(`^Photo 1 of ${count}\\.`) })).toBeVisible();
  // Everything that the slideshow will show is on the tablet.
  const stored = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.includes(':images:'));
      const counts = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length));
      return counts.reduce((sum, one) => sum + one, 0);
    });
  await expect.poll(stored).toBe(2 * count);
  await tablet.switchOff();
  await road.turn('dead');

  const startedAt = performance.now();
  page = await tablet.switchOn(url(''));
  await expect.poll(() => photoOnScreen(page)).not.toBe('');
  console.log(`cold start without a server: a photo after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  await expect(page.getByRole('button', { name: new RegExp(`^Photo \\d+ of ${count}\\.`) })).toBeVisible();

  await page.goto(url('/typo'));
  await expect.poll(() => photoOnScreen(page)).not.toBe('');
  await showBar(page);
  await expect(page.getByText('All photos: no album “typo”')).toBeVisible();
  await road.close();
});
