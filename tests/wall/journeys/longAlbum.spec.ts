import { expectAccessible } from '#support/browser/axe.ts';
import { expect } from '#support/browser/e2e.ts';
import { test } from '#support/browser/offlineTest.ts';
import { controlled } from '#support/browser/tablet.ts';
import { makeRows } from '#lab/bench/measuring/manyRows.ts';

const PHOTOS = 600;
/** A dozen photos a day: some weeks. */
const takenAt = (index: number) => Date.UTC(2023, 5, 1) + index * 2 * 60 * 60 * 1_000;

test('a long album is accessible, and begins with its sections without a server too @full', async ({
  page,
  road,
  server,
}) => {
  const [album] = await makeRows(server.dataDir, { albums: 1, photosPerAlbum: PHOTOS, takenAt });
  const key = `apiKey=${server.kioskKey}`;
  await page.goto(`${road.origin}/circuit-tree?${key}`);
  await controlled(page);
  await page.goto(`${road.origin}/circuit-tree/photos/${album!.slug}?${key}`);
  const june = page.getByRole('heading', { level: 2, name: 'June 2023' });
  const scrubber = page.getByRole('slider', { name: 'Month' });
  await expect(june).toBeVisible();
  await expect(scrubber).toBeVisible();
  await expectAccessible(page, 'long album');
  await scrubber.focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('heading', { level: 2, name: 'July 2023' })).toBeInViewport();
  await expect(scrubber).toHaveAttribute('aria-valuetext', 'July 2023');

  await road.turn('dead');
  await page.reload();
  await expect(june).toBeAttached();
  await expect(scrubber).toHaveAttribute('aria-valuemax', '2');
  await page.screenshot({ path: 'test-results/long-album-offline.png' });
});
