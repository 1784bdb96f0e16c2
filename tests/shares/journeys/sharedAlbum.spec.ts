import type { ShareWithKey } from '#contract/shares/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { shareLink } from '#domain/access/links.ts';
import { expectAccessible } from '#support/browser/axe.ts';
import { everythingStored } from '#support/browser/deviceStorage.ts';
import { expect } from '#support/browser/e2e.ts';
import { test } from '#support/browser/offlineTest.ts';
import { controlled } from '#support/browser/tablet.ts';
import { photoOnScreen } from '#support/kiosk/albumCycle.ts';

test('a visitor’s link opened on a tablet shows the album, stores nothing, and leaves the tablet a tablet', async ({
  tablet,
  road,
  server,
  api,
  library,
}) => {
  const headers = { Authorization: `Bearer ${api.token}` };
  const body = JSON.stringify({ albumId: library.album.id, term: 'day' });
  const made = await fetch(server.origin + ADMIN_PATHS.shares, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body,
  });
  const { id, key }: ShareWithKey = JSON.parse(await made.text());
  const page = await tablet.switchOn(`${road.origin}/circuit-tree?apiKey=${server.kioskKey}`);
  await controlled(page);

  await page.goto(shareLink(road.origin, key));
  await expect(page.getByRole('heading', { name: 'Holiday' })).toBeVisible();
  await expectAccessible(page, 'the shared album');
  await page.getByRole('link', { name: 'Evening' }).click();
  await page.getByRole('button', { name: /1$/ }).click();
  await expect.poll(() => photoOnScreen(page)).not.toBe('');
  // The slideshow is an entry of the history, and so is the album below.
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Evening' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Holiday' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Holiday' })).toBeVisible();
  expect((await everythingStored(page)).filter(({ text }) => text.includes(key))).toEqual([]);

  await fetch(server.origin + ADMIN_PATHS.share(id), { method: 'DELETE', headers });
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('This link was taken back');
  await expectAccessible(page, 'a link that has ended');

  await page.goto(`${road.origin}/circuit-tree?launch=home-screen`);
  await expect(page.getByRole('button', { name: 'Photos' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('apiKey')).toBe(server.kioskKey);
});
