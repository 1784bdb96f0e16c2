import type { Page } from '@playwright/test';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { AlbumChanges } from '#contract/curation/schemas.ts';
import { API_PATHS } from '#contract/paths.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { expectAccessible } from '#support/browser/axe.ts';
import { expect, signInPage, test } from '#support/browser/e2e.ts';
import { grid } from '#support/browser/uploadPage.ts';
import { jpeg } from '#support/pictures/images.ts';

const filesOf = (names: string[], seed: number) =>
  Promise.all(names.map(async (name, at) => ({ name, bytes: new Uint8Array(await jpeg({ seed: seed + at })) })));

async function choose(page: Page, album: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${album}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('photos are dragged into order with the mouse; axe finds nothing in what an album offers, tells and asks', async ({
  page,
  ownServer,
}) => {
  await signInPage(page, ownServer.origin);
  const api = await ApiClient.signedIn(ownServer.origin);
  const album = await api.createAlbum('Holidays', 'holidays');
  await api.createAlbum('Norway', 'norway', album.id);
  const names = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg', 'f.jpg', 'g.jpg'];
  await api.upload(album.id, await filesOf(names, 700));
  const changeElsewhere = (changes: AlbumChanges) => api.ask(`PATCH ${ADMIN_PATHS.album(album.id)}`, changes);
  await changeElsewhere({ order: 'manual' });
  // On a phone the card at the left edge has its whole menu in the window.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${ownServer.origin}/admin/photos`);
  await page.getByRole('button', { name: 'Actions for Holidays' }).click();
  await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, 'menu of an album');
  await page.setViewportSize({ width: 1024, height: 768 });

  await page.goto(`${ownServer.origin}/admin/photos/holidays`);
  await grid(page).getByRole('checkbox').last().check();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Deleted 1 photo.');
  await grid(page).getByRole('checkbox').first().check();
  await expectAccessible(page, 'a notice and a selection');
  await page.goto(`${ownServer.origin}/admin/trash`);
  await page.getByRole('checkbox').check();
  await expect(page.getByRole('listitem').locator('img')).toHaveJSProperty('complete', true);
  await expectAccessible(page, 'a selection in the trash');

  await page.goto(`${ownServer.origin}/admin/photos/holidays`);
  await choose(page, 'Holidays', 'Rename…');
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
  await changeElsewhere({ name: 'Theirs' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'a lost race');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Theirs' })).toBeVisible();

  const tile = (index: number) => grid(page).getByRole('button').nth(index);
  const nameAt = async (index: number) =>
    /thumbnail\/(\w)/.exec((await tile(index).locator('img').getAttribute('src')) ?? '')?.[1];
  const [first, third] = [await nameAt(0), await nameAt(2)];
  await tile(2).scrollIntoViewIfNeeded();
  const from = (await tile(0).boundingBox())!;
  const to = (await tile(2).boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width * 0.9, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => nameAt(2)).toBe(first);
  expect(await nameAt(1)).toBe(third);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect
    .poll(async () => {
      const list = await page.request.get(ownServer.origin + API_PATHS.albumPhotos(album.id), {
        headers: { Authorization: `Bearer ${api.token}` },
      });
      const stored: { filename: string }[] = await list.json();
      return stored[2]?.filename[0];
    })
    .toBe(first);

  await choose(page, 'Theirs', 'Delete…');
  await expectAccessible(page, 'the question before an album is deleted');
  await page.getByRole('button', { name: 'Delete album' }).click();
  await expect(page.getByText('No albums found.')).toBeVisible();
  await expectAccessible(page, 'no albums');
});
