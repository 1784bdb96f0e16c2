import { BATCH_MAX_FILES } from '../../src/domain/uploadPlan.ts';
import { expectAccessible } from '../support/axe.ts';
import { Cable } from '../support/cable.ts';
import { expect, signInPage, test } from '../support/e2e.ts';
import { jpeg, tiff, truncatedJpeg } from '../support/images.ts';
import {
  chooser,
  grid,
  numbersOf,
  photosOf,
  picture,
  pictures,
  uploadPanel,
  watchPanelHeight,
} from '../support/uploadPage.ts';

test('a selection: progress, success, what was there already, what collides and what is refused', async ({
  page,
  server,
  api,
}) => {
  const album = await api.createAlbum('Upload journey', 'upload-journey');
  await signInPage(page, server.origin);
  await page.goto(`${server.origin}/admin/photos/upload-journey`);
  await expect(page.getByText('No photos found in this album.')).toBeVisible();

  const opened = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '+ Add Photos' }).click();
  const fileChooser = await opened;
  expect(fileChooser.isMultiple()).toBe(true);
  expect(await chooser(page).getAttribute('accept')).toBe('image/*');

  const three = await pictures(3, 1);
  await fileChooser.setFiles(three);
  const success = page.getByText('Successfully uploaded 3 photos!');
  await expect(success).toBeVisible();
  const shownAt = Date.now();
  expect(await chooser(page).evaluate((input: HTMLInputElement) => input.files?.length)).toBe(0);
  await expect(grid(page).getByRole('img')).toHaveCount(3);
  const sources = await grid(page)
    .getByRole('img')
    .evaluateAll((images) =>
      images.map((image) => new URL(image.getAttribute('src') ?? '', document.baseURI).pathname),
    );
  for (const source of sources) expect(source).toMatch(/^\/photos\/upload-journey\/thumbnail\/photo-\d-[\w-]+\.\w+$/);
  await expect(success).toBeHidden();
  expect(Date.now() - shownAt).toBeGreaterThan(2_000);

  // The same three again, another picture by one of their names, and three that are no photos of ours.
  await chooser(page).setInputFiles([
    ...three,
    await picture('photo-0.jpg', { seed: 99 }),
    { name: 'scan.tiff', mimeType: 'image/tiff', buffer: await tiff({ width: 20, height: 20 }) },
    { name: 'half.jpg', mimeType: 'image/jpeg', buffer: await truncatedJpeg() },
    { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no film at all') },
  ]);
  await expect(page.getByText('Successfully uploaded 1 photos!')).toBeVisible();
  const upload = uploadPanel(page);
  await expect(upload.getByText('3 photos were already in this album:')).toBeVisible();
  await expect(upload.getByText('3 files were refused:')).toBeVisible();
  const refused = upload.getByRole('alert').getByRole('listitem');
  await expect(refused.filter({ hasText: 'scan.tiff' })).toContainText('JPEG, PNG, WebP');
  await expect(refused.filter({ hasText: 'half.jpg' })).toContainText('damaged');
  await expect(refused.filter({ hasText: 'film.mp4' })).toContainText('a video');
  await expect(grid(page).getByRole('img')).toHaveCount(4);
  expect(await photosOf(page, album.id)).toHaveLength(4);
  await expect(page.getByText('Successfully uploaded 1 photos!')).toBeHidden();
  await expectAccessible(page, 'upload done, with refused files');
  await upload.getByRole('button', { name: 'Dismiss' }).click();
  await expect(upload).toBeHidden();

  // Nothing but refusals: the server's own sentence is the message.
  await chooser(page).setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await expect(upload.getByRole('alert').first()).toContainText('Please send JPEG, PNG, WebP, GIF or AVIF');
  await expect(upload.getByRole('listitem').filter({ hasText: 'notes.txt' })).toBeVisible();
});

test('300 photos with the connection cut three times: all there once, none twice', async ({ page, ownServer }) => {
  test.setTimeout(180_000);
  const cable = await new Cable(ownServer.origin).plugIn();
  await signInPage(page, cable.origin);
  await page.goto(`${cable.origin}/admin/photos?dialog=new-album`);
  await page.getByLabel('Name').fill('Three hundred');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL('**/admin/photos/three-hundred');

  const heights = await watchPanelHeight(page);
  await chooser(page).setInputFiles(await pictures(300, 1_000));
  const status = page.getByText(/^\d+ of 300 photos/);
  const done = async () =>
    Number(/\d+/.exec((await status.textContent({ timeout: 2_000 }).catch(() => '')) ?? '')?.[0]);
  for (const cutAt of [20, 110, 230]) {
    await expect.poll(done, { timeout: 60_000, intervals: [20] }).toBeGreaterThanOrEqual(cutAt);
    // In the middle of a request: some of its bytes have left, and the answer has not come.
    const before = cable.carried;
    await expect.poll(() => cable.carried - before, { intervals: [1] }).toBeGreaterThan(500);
    cable.pull();
    await expect(page.getByText('The connection was lost. Trying again by itself…')).toBeVisible();
    // Photos are in the grid as they arrive, long before the last.
    expect(await grid(page).getByRole('img').count()).toBeGreaterThan(0);
    cable.restore();
  }
  await expect(page.getByText('Successfully uploaded 300 photos!')).toBeVisible({ timeout: 60_000 });
  // Nothing on the page has moved under the person's hands, from the first file to the last.
  expect(await heights()).toHaveLength(1);

  const albumId = await page.evaluate(async () => {
    const { token }: { token: string } = JSON.parse(localStorage.getItem('user') ?? '{}');
    const albums: { id: string }[] = await (
      await fetch('/photos/albums', { headers: { Authorization: `Bearer ${token}` } })
    ).json();
    return albums[0]?.id ?? '';
  });
  expect(await numbersOf(page, albumId)).toEqual(Array.from({ length: 300 }, (_, index) => index));
  await cable.dispose();
});

test('progress tells the bytes that have left, over a thin cable as well', async ({ page, server, api }) => {
  await api.createAlbum('Thin cable', 'thin-cable');
  const cable = await new Cable(server.origin).plugIn();
  await signInPage(page, cable.origin);
  await page.goto(`${cable.origin}/admin/photos/thin-cable`);
  await expect(page.getByText('No photos found in this album.')).toBeVisible();
  cable.bytesPerSecond = 8_000_000;
  const whole = await jpeg({ width: 64, height: 64 });
  // A picture with a long tail: real bytes to carry, and quick to decode.
  const buffer = Buffer.concat([whole, Buffer.alloc(16_000_000 - whole.length, 7)]);
  await chooser(page).setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer });
  const panel = uploadPanel(page);
  const seen = new Set<number>();
  const bar = page.getByRole('progressbar', { name: 'large.jpg' });
  await expect
    .poll(
      async () => {
        const megabytes = /([\d.]+) MB of 16\.0 MB/.exec(
          (await panel.textContent({ timeout: 1_000 }).catch(() => '')) ?? '',
        );
        if (megabytes && Number(await bar.getAttribute('value', { timeout: 1_000 }).catch(() => 0)) > 0) {
          seen.add(Number(megabytes[1]));
        }
        return [...seen].filter((value) => value > 0 && value < 16).length;
      },
      { intervals: [50], timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(2);
  await expect(page.getByText('Successfully uploaded 1 photos!')).toBeVisible({ timeout: 30_000 });
  await cable.dispose();
});

test('dropped files, walking about, the warning before leaving, and giving up', async ({ page, server, api }) => {
  await api.createAlbum('Dropped here', 'dropped-here');
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
    await expect(page.getByText(/^Drop to add to|^Please select an album first$/).first()).toBeVisible();
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
});

test('a server that is gone for long: the rest waits for a press of the button', async ({ page, ownServer }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInPage(page, ownServer.origin);
  await page.clock.install();
  await page.goto(`${ownServer.origin}/admin/photos?dialog=new-album`);
  await page.getByLabel('Name').fill('Patience');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL('**/admin/photos/patience');
  await expect(page.getByText('No photos found in this album.')).toBeVisible();
  await ownServer.stop('SIGKILL');
  const heights = await watchPanelHeight(page);
  await chooser(page).setInputFiles(await pictures(BATCH_MAX_FILES + 1, 2_000));
  for (let pause = 0; pause < 6; pause += 1) {
    await expect(page.getByText('The connection was lost. Trying again by itself…')).toBeVisible();
    expect(await heights(), 'on a phone').toHaveLength(1);
    if (pause === 5) await expectAccessible(page, 'upload without a connection, on a phone');
    await page.clock.fastForward(16_000);
  }
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to upload photos' })).toBeVisible();
  await expect(page.getByText(`${BATCH_MAX_FILES + 1} photos are still to be uploaded.`)).toBeVisible();
  await expectAccessible(page, 'upload given up, on a phone');
  await ownServer.start();
  await page.getByRole('button', { name: 'Upload the rest' }).click();
  await expect(page.getByText(`Successfully uploaded ${BATCH_MAX_FILES + 1} photos!`)).toBeVisible();
});
