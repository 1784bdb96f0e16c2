import type { Page } from '@playwright/test';
import type { ApiClient } from '#scripts/run/apiClient.ts';
import type { ServerProcess } from '#scripts/run/serverProcess.ts';
import { expectAccessible } from '#support/browser/axe.ts';
import { expect, signInPage, test } from '#support/browser/e2e.ts';
import { chooser, grid, picture, pictures, uploadPanel } from '#support/browser/uploadPage.ts';

test('chosen files, dropped files, and the warning before leaving', async ({ page, server, api }) => {
  await api.createAlbum('Upload journey', 'upload-journey');
  await signInPage(page, server.origin);
  await page.goto(`${server.origin}/admin/photos/upload-journey`);
  await expect(page.getByText('No photos found in this album.')).toBeVisible();

  const opened = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '+ Add Photos' }).click();
  const fileChooser = await opened;
  expect(fileChooser.isMultiple()).toBe(true);
  expect(await chooser(page).getAttribute('accept')).toBe('image/*,image/heic,image/heif,.heic,.heif');

  const three = await pictures(3, 1);
  await fileChooser.setFiles(three);
  const success = page.getByText('Successfully uploaded 3 photos!');
  await expect(success).toBeVisible();
  expect(await chooser(page).evaluate((input: HTMLInputElement) => input.files?.length)).toBe(0);
  await expect(grid(page).getByRole('img')).toHaveCount(3);
  const sources = await grid(page)
    .getByRole('img')
    .evaluateAll((images) =>
      images.map((image) => new URL(image.getAttribute('src') ?? '', document.baseURI).pathname),
    );
  for (const source of sources) expect(source).toMatch(/^\/photos\/upload-journey\/thumbnail\/photo-\d-[\w-]+\.\w+$/);

  // The same three again, another picture by one of their names, and what is no photo.
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
  await chooser(page).setInputFiles([...three, await picture('photo-0.jpg', { seed: 99 }), notes]);
  const upload = uploadPanel(page);
  await expect(upload.getByText('3 photos were already in this album')).toBeVisible();
  await expect(upload.getByRole('alert')).toContainText('1 file was refused');
  await expect(grid(page).getByRole('img')).toHaveCount(4);
  await expectAccessible(page, 'upload done, with a refused file');
  await upload.getByRole('button', { name: 'Dismiss' }).click();
  await expect(upload).toBeHidden();

  await test.step('dropped files', () => expectUploadToBeMinded(page, server, api));
});

/** Dropped files, walking about, the warning before leaving, and staying. */
async function expectUploadToBeMinded(page: Page, server: ServerProcess, api: ApiClient): Promise<void> {
  await api.createAlbum('Dropped here', 'dropped-here');
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${server.origin}/?requestedUrl=/admin/photos`);
  await page.getByRole('button', { name: 'Sign in dev admin user' }).click();
  await expect(page.getByRole('link', { name: 'Dropped here' })).toBeVisible();
  const files = await Promise.all([1, 2, 3].map((seed) => picture(`dropped-${seed}.jpg`, { seed: 500 + seed })));
  const drop = async () => {
    const data = files.map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') }));
    const transfer = await page.evaluateHandle((dropped) => {
      const dataTransfer = new DataTransfer();
      for (const { name, base64 } of dropped) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], name, { type: 'image/jpeg' }));
      }
      return dataTransfer;
    }, data);
    await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
    await expect(page.getByText(/^Drop to add to|^Drop folders to make albums/).first()).toBeVisible();
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  };

  await drop();
  await expect(page.getByRole('alert').filter({ hasText: 'Please select an album first' })).toBeVisible();

  await page.getByRole('link', { name: 'Dropped here' }).click();
  await expect(page.getByText('No photos found in this album.')).toBeVisible();
  // The request is held back, so that there is time to walk about.
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/photos/albums/*/photos', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await drop();
  await expect(page.getByText('0 of 3 photos')).toBeVisible();
  await expectAccessible(page, 'upload in progress');

  await page.getByRole('link', { name: '< Back to Admin' }).click();
  await expect(page.getByText('0 of 3 photos uploaded to Dropped here')).toBeVisible();

  const asked = page.waitForEvent('dialog');
  void page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();

  // Back, out of the admin area, is asked about as well.
  await page.evaluate(() => window.history.go(-3));
  const dialog = page.getByRole('alertdialog', { name: 'Photos are still being uploaded' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL(`${server.origin}/admin`);

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(dialog.getByRole('button', { name: 'Stay' })).toBeFocused();
  await expectAccessible(page, 'the question before leaving');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeFocused();

  letGo();
  await page.getByRole('link', { name: 'Photos', exact: true }).click();
  await page.getByRole('listitem').getByRole('link', { name: 'Dropped here' }).click();
  await expect(grid(page).getByRole('img')).toHaveCount(3);
}
