import type { Page } from '@playwright/test';
import type { Album } from '#contract/photos/schemas.ts';
import { expectAccessible } from '#support/browser/axe.ts';
import { everythingStored } from '#support/browser/deviceStorage.ts';
import { expect, signInPage } from '#support/browser/e2e.ts';
import { test } from '#support/browser/offlineTest.ts';
import { controlled } from '#support/browser/tablet.ts';
import { colouredPhotos } from '#support/kiosk/kioskLibrary.ts';

// A tablet's life as an admin sees it, on the administration's own screens and on a device of its own.

let stays: Album;
let goes: Album;
test.beforeAll(async ({ api }) => {
  stays = await api.createAlbum('Stays', `care-stays-${process.pid}`);
  goes = await api.createAlbum('Goes', `care-goes-${process.pid}`);
  await api.upload(stays.id, await colouredPhotos(1));
  await api.upload(goes.id, await colouredPhotos(2, { first: 1 }));
});

/** The stored files that belong to the album or tell of it. */
async function storedOf(wall: Page, album: Album): Promise<string[]> {
  const all = (await everythingStored(wall)).filter(({ place }) => place.startsWith('cache'));
  return all.filter(({ text }) => [album.slug, album.id].some((mark) => text.includes(mark))).map(({ place }) => place);
}

test('a tablet is added, set up, loses an album and is revoked, all from the sofa', async ({
  page,
  server,
  tablet,
}) => {
  test.slow();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await signInPage(page, server.origin);
  await page.goto(`${server.origin}/admin/tablets`);
  await expect(page.getByRole('link', { name: 'First kiosk' })).toBeVisible();
  await expectAccessible(page, 'the list of tablets');
  await page.getByRole('link', { name: 'Add Tablet' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Hall');
  await page.getByRole('radio', { name: 'Menu' }).check();
  await page.getByText('All albums, no end date. Change…').click();
  await page.getByLabel(/^Only some/).check();
  await page.getByLabel('Stays').check();
  await page.getByLabel('Goes').check();
  await expectAccessible(page, 'the dialog that adds a tablet');
  await page.getByText('Other ways…').click();
  await button('Make a link').click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();

  // While a tablet starts or loads, the admin's page is looked at.
  const [wall] = await Promise.all([tablet.switchOn(link), expectAccessible(page, 'the QR code and the link')]);
  await expect(wall.getByRole('button', { name: 'Clock' })).toBeVisible();
  await controlled(wall);
  await expect(page.getByText(/on the wall/i).first()).toBeVisible({ timeout: 15_000 });
  await button('Done').click();

  await page.getByRole('link', { name: 'Hall', exact: true }).click();
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
  // Without the event it would hear of it within a quarter of an hour.
  await expect(wall.getByRole('button', { name: 'Uhr' })).toBeVisible();
  await wall.goto(link.replace('?', `/photos/${goes.slug}?`));
  await Promise.all([
    expect(wall.getByText('Offline bereit 2/2')).toBeVisible({ timeout: 20_000 }),
    expectAccessible(page, 'the page of a tablet'),
  ]);
  expect(await storedOf(wall, goes)).not.toEqual([]);

  await button('Change…').click();
  await page.getByLabel('Goes').uncheck();
  await expectAccessible(page, 'the dialog of what it may see');
  await button('Save').click();
  await expect.poll(() => storedOf(wall, goes), { message: 'photos and lists are gone', timeout: 15_000 }).toEqual([]);
  await wall.goto(link.replace('?', '/photos?'));
  await expect(wall.getByText('Stays')).toBeVisible();
  await expect(wall.getByText('Goes')).toHaveCount(0);

  // With the keyboard alone.
  await button('Revoke…').focus();
  await page.keyboard.press('Enter');
  await expectAccessible(page, 'the question before a revocation');
  await expect(button('Cancel')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button('Revoke…')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  // In the language that it had.
  await expect(wall.getByRole('heading', { name: 'Dieser Bildschirm wurde getrennt' })).toBeVisible();
  expect((await everythingStored(wall)).filter(({ place }) => place.startsWith('cache kiosk:'))).toEqual([]);
  await button('Delete…').click();
  await expectAccessible(page, 'the question before a deletion');
  await button('Delete').click();
  await expect(page.getByRole('link', { name: 'Hall', exact: true })).toHaveCount(0);
});
