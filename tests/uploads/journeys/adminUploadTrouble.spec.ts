import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { UPLOAD_SUCCESS_MESSAGE_MS } from '#contract/limits.ts';
import { BATCH_MAX_FILES } from '#domain/uploads/uploadPlan.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { expectAccessible } from '#support/browser/axe.ts';
import { Cable } from '#support/browser/cable.ts';
import { expect, signInPage, test } from '#support/browser/e2e.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { TinyDisk } from '#support/server/tinyDisk.ts';
import { chooser, grid, numbersOf, pictures, uploadPanel, watchPanelHeight } from '#support/browser/uploadPage.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

test('a disk that fills up for real: said clearly, and complete once there is room @full', async ({ page }) => {
  const disk = TinyDisk.mount(48);
  test.skip(!disk, 'This machine lets nobody mount a file system; tests/photos/faults tries what else it can');
  if (!disk) return;
  const server = new ServerProcess({ dataDir: join(disk.folder, 'data') });
  try {
    mkdirSync(server.dataDir);
    await server.start();
    const { id } = await (await ApiClient.signedIn(server.origin)).createAlbum('Narrow', 'narrow');
    await signInPage(page, server.origin);
    await page.goto(`${server.origin}/admin/photos/narrow`);
    await expect(page.getByText('No photos found in this album.')).toBeVisible();
    const count = BATCH_MAX_FILES + 4;
    const files = await pictures(count, 3_000, { width: 1_000, height: 750 });
    // Beside what stays free and what two pictures at a time may need for their images, there is room for some.
    disk.leaveRoom(12);
    await chooser(page).setInputFiles(files);
    const alert = uploadPanel(page).getByRole('alert');
    await expect(alert).toContainText('The disk of the server is full');
    const stored = await numbersOf(page, id);
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.length).toBeLessThan(count);
    await expect(alert).toContainText(`${count - stored.length} photos are still to be uploaded.`);
    disk.makeRoom();
    await page.getByRole('button', { name: 'Upload the rest' }).click();
    await expect(page.getByText(`Successfully uploaded ${count} photos!`)).toBeVisible();
    expect(await numbersOf(page, id)).toEqual(upTo(count));
    await expect(grid(page).getByRole('img')).toHaveCount(count);
  } finally {
    await server.dispose();
    disk.dispose();
  }
});

test('300 photos with the connection cut three times: all there once, none twice @full', async ({
  page,
  ownServer,
}) => {
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
    await expect(page.getByText('The connection was lost. Trying again…')).toBeVisible();
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

test('a server that is gone for long: the rest waits for a press of the button @full', async ({ page, ownServer }) => {
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
    await expect(page.getByText('The connection was lost. Trying again…')).toBeVisible();
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

test('an answer that gets lost: what it told of was uploaded by this selection @full', async ({
  page,
  server,
  api,
}) => {
  const { id } = await api.createAlbum('Lost answer', 'lost-answer');
  // Three seconds of success are too few for axe to look twice.
  await page.addInitScript((shortMs) => {
    const later = window.setTimeout.bind(window);
    const patient = (work: () => void, ms?: number) => later(work, ms === shortMs ? 60_000 : ms);
    Object.assign(window, { setTimeout: patient });
  }, UPLOAD_SUCCESS_MESSAGE_MS);
  const cable = await new Cable(server.origin).plugIn();
  await signInPage(page, cable.origin);
  await page.goto(`${cable.origin}/admin/photos/lost-answer`);
  await expect(page.getByText('No photos found in this album.')).toBeVisible();
  cable.loseAnswerTo('POST /photos/albums');
  await chooser(page).setInputFiles(await pictures(3, 4_000));
  await expect(page.getByText('The connection was lost. Trying again…')).toBeVisible();
  cable.restore();
  // The second time the server finds them there already. The person chose three new photos, and three are there.
  await expect(page.getByText('Successfully uploaded 3 photos!')).toBeVisible();
  await expectAccessible(page, 'upload done');
  await expect(page.getByText(/already in this album/)).toBeHidden();
  expect(await numbersOf(page, id)).toEqual([0, 1, 2]);
  await cable.dispose();
});

test('a session that ends in the middle of an upload: nothing is lost, and the rest is told @full', async ({
  page,
  server,
  api,
}) => {
  const { id } = await api.createAlbum('Cut short', 'cut-short');
  const cable = await new Cable(server.origin).plugIn();
  await signInPage(page, cable.origin);
  await page.goto(`${cable.origin}/admin/photos/cut-short`);
  await expect(page.getByText('No photos found in this album.')).toBeVisible();
  const token = await page.evaluate(() => String(JSON.parse(localStorage.getItem('user') ?? '{}').token));
  const count = 20;
  // Large enough that the server refuses each request long before it has all of it.
  const files = await pictures(count, 5_000);
  for (const file of files) file.buffer = Buffer.concat([file.buffer, Buffer.alloc(1_000_000, 7)]);
  cable.bytesPerSecond = 4_000_000;
  const firstAnswer = page.waitForResponse(
    (response) => new URL(response.url()).pathname.endsWith(`/${id}/photos`) && response.request().method() === 'POST',
  );
  await chooser(page).setInputFiles(files);
  await firstAnswer;
  await fetch(`${server.origin}/auth/sign-out`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
  cable.bytesPerSecond = undefined;

  await expect(page.getByText('You must be logged in and have the necessary permissions')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
  expect(new URL(page.url()).searchParams.get('requestedUrl')).toBe('/admin/photos/cut-short');
  await page.getByRole('button', { name: 'Sign in dev admin user' }).click();
  await expect(page).toHaveURL(`${cable.origin}/admin/photos/cut-short`);
  const stored = await numbersOf(page, id);
  // A response with a photo means that it is stored, and no other response does.
  expect(stored).toEqual(upTo(stored.length));
  expect(stored.length).toBeGreaterThanOrEqual(BATCH_MAX_FILES);
  const alert = uploadPanel(page).getByRole('alert');
  await expect(alert).toContainText('The session ended in the middle of the upload.');
  await expect(alert).toContainText(`${count - stored.length} photos are still to be uploaded.`);
  await page.getByRole('button', { name: 'Upload the rest' }).click();
  await expect(page.getByText(`Successfully uploaded ${count} photos!`)).toBeVisible();
  expect(await numbersOf(page, id)).toEqual(upTo(count));
  await cable.dispose();
});
