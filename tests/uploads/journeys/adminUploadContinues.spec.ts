import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { BATCH_MAX_FILES } from '#domain/uploads/uploadPlan.ts';
import { expectAccessible } from '#support/browser/axe.ts';
import { recordsWritten } from '#support/browser/deviceStorage.ts';
import { expect, signInPage, test } from '#support/browser/e2e.ts';
import { dropFromDisk, numbersOf, pictures } from '#support/browser/uploadPage.ts';

const COUNT = 30;
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Names of the files in all requests with photos that leave the page. */
async function watchUploads(page: Page): Promise<string[]> {
  const names: string[] = [];
  await page.route('**/photos/albums/*/photos', async (route) => {
    const body = route.request().postDataBuffer()?.toString('latin1') ?? '';
    names.push(...Array.from(body.matchAll(/filename="([^"]+)"/g), ([, name = '']) => name));
    await route.continue();
  });
  return names;
}

/**
 * Lets the page send its first requests with photos and none after them. It holds them within the page: what is held on
 * the way goes on when its page is closed, and the server would store some of it.
 */
async function holdUploads(page: Page, letPass: number): Promise<void> {
  await page.evaluate((most) => {
    let requests = 0;
    const prototype = XMLHttpRequest.prototype;
    const send: (this: XMLHttpRequest, body: Parameters<XMLHttpRequest['send']>[0]) => void = Reflect.get(
      prototype,
      'send',
    );
    prototype.send = function sendOrHold(body) {
      if (body instanceof FormData && ++requests > most) return;
      send.call(this, body);
    };
  }, letPass);
}

test('a folder of 30 photos, and the tab is killed in the middle: the rest is sent when it is opened again, and nothing twice', async ({
  page,
  context,
  server,
  api,
}) => {
  const { id } = await api.createAlbum('Broken off', 'broken-off');
  const folder = mkdtempSync(join(tmpdir(), 'circuit-tree-continue-'));
  mkdirSync(join(folder, 'trip'));
  mkdirSync(join(folder, 'empty'));
  for (const { name, buffer } of await pictures(COUNT, 8_000)) writeFileSync(join(folder, 'trip', name), buffer);
  await signInPage(page, server.origin);
  await page.goto(`${server.origin}/admin/photos/broken-off`);
  await expect(page.getByText('No photos found in this album.')).toBeVisible();
  await dropFromDisk(page, join(folder, 'empty'));
  await expect(page.getByText('You dropped no files.')).toBeVisible();
  const first = await watchUploads(page);
  await holdUploads(page, 1);
  await dropFromDisk(page, join(folder, 'trip'));
  const all = page.getByRole('button', { name: `All ${COUNT} photos into this album` });
  await expect(all).toBeFocused();
  await expectAccessible(page, 'the question about dropped folders');
  await all.click();
  await expect(page.getByText(`${BATCH_MAX_FILES} of ${COUNT} photos`)).toBeVisible();
  // While a page of the site is open, the browser needs no permission to read the folder again: nobody could give it here.
  await (await context.newPage()).goto(`${server.origin}/health`);
  await recordsWritten(page);
  await page.close({ runBeforeUnload: false });

  const reopened = await context.newPage();
  const second = await watchUploads(reopened);
  await reopened.goto(`${server.origin}/admin/photos/broken-off`);
  const bar = reopened.getByRole('complementary', { name: 'Unfinished upload' });
  const left = COUNT - BATCH_MAX_FILES;
  await expect(bar).toContainText(`${left} of ${COUNT} photos are still to be sent to “Broken off”.`);
  await expectAccessible(reopened, 'an unfinished upload');
  await bar.getByRole('button', { name: 'Continue' }).click();
  await expect(reopened.getByText(`Successfully uploaded ${left} photos!`)).toBeVisible();
  await expect(bar).toBeHidden();
  expect(await numbersOf(reopened, id)).toEqual(upTo(COUNT));
  expect([...first, ...second]).toHaveLength(COUNT);
  expect(new Set([...first, ...second]).size).toBe(COUNT);
  rmSync(folder, { recursive: true });
});
