import type { Page } from '@playwright/test';
import { API_PATHS } from '#contract/paths.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { expectAccessible } from '#support/browser/axe.ts';
import { expect, signInPage, test } from '#support/browser/e2e.ts';
import { grid } from '#support/browser/uploadPage.ts';
import { jpeg } from '#support/pictures/images.ts';

const filesOf = (names: string[], seed: number) =>
  Promise.all(names.map(async (name, at) => ({ name, bytes: new Uint8Array(await jpeg({ seed: seed + at })) })));

const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });

async function choose(page: Page, album: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${album}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('photos are selected, deleted, restored and put in order; an album is renamed by two people at once', async ({
  page,
  ownServer,
  browser,
}) => {
  await signInPage(page, ownServer.origin);
  const api = await ApiClient.signedIn(ownServer.origin);
  const album = await api.createAlbum('Holidays', 'holidays');
  await api.createAlbum('Norway', 'norway', album.id);
  const names = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg', 'f.jpg'];
  const { photos } = await api.upload(album.id, await filesOf(names, 700));
  await page.goto(`${ownServer.origin}/admin/photos`);
  await expect(page.getByRole('link', { name: 'Holidays', exact: true })).toBeVisible();
  await expectAccessible(page, 'album cards');
  await page.getByRole('button', { name: 'Actions for Holidays' }).click();
  await expectAccessible(page, 'menu of an album');
  await page.keyboard.press('Escape');
  // On a phone the card at the left edge has its whole menu in the window.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Actions for Holidays' }).click();
  await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.getByRole('link', { name: 'Holidays', exact: true }).click();
  await expect(grid(page).getByRole('checkbox')).toHaveCount(6);

  // By keyboard alone: two photos, deleted, and back.
  await grid(page).getByRole('button').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(grid(page).getByRole('button').nth(1)).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByRole('region', { name: 'Selected photos' })).toContainText('2 photos selected');
  await expectAccessible(page, 'a selection');
  await page.keyboard.press('Delete');
  await expect(notices(page)).toContainText('Deleted 2 photos.');
  await expect(grid(page).getByRole('checkbox')).toHaveCount(4);
  await expect(grid(page).getByRole('button').nth(1)).toBeFocused();
  const gone = `${ownServer.origin}/photos/holidays/thumbnail/${photos[1]?.filename}`;
  expect((await page.request.get(gone)).status()).toBe(404);
  await expectAccessible(page, 'a notice');
  await notices(page).getByRole('button', { name: 'Undo' }).click();
  await expect(grid(page).getByRole('checkbox')).toHaveCount(6);
  expect((await page.request.get(gone)).status()).toBe(200);

  // Deleted again, and restored from the trash.
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(page.getByText('No photos found in this album.')).toBeVisible();
  await page.getByRole('link', { name: 'Trash (6)' }).click();
  await expect(page.getByRole('listitem')).toHaveCount(6);
  await expect(page.getByRole('listitem').first().locator('img')).toHaveJSProperty('complete', true);
  await page.getByRole('checkbox').first().check();
  await expectAccessible(page, 'the trash');
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText(/The trash is empty/)).toBeVisible();
  await page.goto(`${ownServer.origin}/admin/photos/holidays`);

  // Two people rename the album at once.
  const other = await (await browser.newContext()).newPage();
  await signInPage(other, ownServer.origin);
  await other.goto(`${ownServer.origin}/admin/photos/holidays`);
  await choose(other, 'Holidays', 'Rename…');
  await choose(page, 'Holidays', 'Rename…');
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
  await other.getByRole('textbox', { name: 'Name' }).fill('Theirs');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('heading', { name: 'Theirs' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('it is now called “Theirs”');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Mine');
  await expectAccessible(page, 'a lost race');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Theirs' })).toBeVisible();
  await other.context().close();

  // Dragged into order by hand, with the mouse.
  await choose(page, 'Theirs', 'Order of photos…');
  await page.getByRole('radio', { name: /By hand/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
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
  await expect(page).toHaveURL(`${ownServer.origin}/admin/photos`);
  await expect(notices(page)).toContainText('Deleted “Theirs” with 1 album and 6 photos.');
  await expect(page.getByText('No albums found.')).toBeVisible();
  await expectAccessible(page, 'no albums');
});
