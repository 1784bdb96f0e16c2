import { expectAccessible } from '#support/browser/axe.ts';
import { expect, signInPage, test } from '#support/browser/e2e.ts';
import { jpeg } from '#support/pictures/images.ts';

test('a photo is looked at closely, rotated and downloaded, and searched for', async ({ page, server, api }) => {
  test.setTimeout(120_000);
  const album = await api.createAlbum('Viewed', 'viewed');
  for (const [index, name] of ['one.jpg', 'two.jpg', 'three-otters.jpg'].entries()) {
    const bytes = new Uint8Array(await jpeg({ seed: 900 + index, width: 1600, height: 1000 }));
    await api.upload(album.id, [{ name, bytes }]);
  }
  await page.setViewportSize({ width: 1024, height: 768 });
  await signInPage(page, server.origin);
  await page.goto(`${server.origin}/admin/photos/viewed`);
  const tiles = page.locator('section[aria-label="Photos in Viewed"] button[data-index]');
  await tiles.nth(1).click();
  const viewer = page.getByRole('dialog', { name: 'Photo' });
  const picture = viewer.getByRole('img', { name: 'Photo 2' });
  await expect(picture).toBeVisible();
  const box = async () => (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const fitted = await box();
  expect(fitted.width).toBeLessThanOrEqual(1024);
  expect(fitted.width).toBeGreaterThan(900);

  // Again where a busy page heard of the second press too late for a double click.
  await expect(async () => {
    await page.mouse.dblclick(200, 300);
    await expect.poll(async () => (await box()).width, { timeout: 3_000 }).toBeGreaterThan(fitted.width * 2);
  }).toPass();
  const zoomed = await box();
  await page.mouse.move(500, 400);
  await page.mouse.down();
  await page.mouse.move(400, 400, { steps: 4 });
  await page.mouse.up();
  expect((await box()).x).toBeCloseTo(zoomed.x - 100, 0);
  await page.mouse.wheel(0, 2_000);
  await expect.poll(async () => (await box()).width).toBeLessThan(zoomed.width);
  await page.keyboard.press('0');
  await expect.poll(async () => (await box()).width).toBeCloseTo(fitted.width, 0);

  await page.keyboard.press('i');
  await viewer.getByText('two.jpg').waitFor();
  await viewer.getByRole('button', { name: 'Rotate right' }).click();
  await expect.poll(async () => picture.evaluate((img) => img.clientHeight > img.clientWidth)).toBe(true);
  await expectAccessible(page, 'photo viewer');
  const download = page.waitForEvent('download');
  await viewer.getByRole('button', { name: 'Download original' }).click();
  expect((await download).suggestedFilename()).toBe('two.jpg');
  await page.keyboard.press('End');
  await expect(viewer.getByText('3 of 3', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(viewer).toBeHidden();
  await expect(tiles.nth(2)).toBeFocused();

  await page.keyboard.press('/');
  await page.keyboard.type('otters');
  await expect(page.getByText('1 photo', { exact: true })).toBeVisible();
  await expectAccessible(page, 'search results');
});
