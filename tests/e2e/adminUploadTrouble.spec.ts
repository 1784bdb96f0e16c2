import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { UPLOAD_SUCCESS_MESSAGE_MS } from '../../src/contract/limits.ts';
import { BATCH_MAX_FILES } from '../../src/domain/uploadPlan.ts';
import { ApiClient } from '../support/apiClient.ts';
import { expectAccessible } from '../support/axe.ts';
import { Cable } from '../support/cable.ts';
import { expect, signInPage, test } from '../support/e2e.ts';
import { ServerProcess } from '../support/serverProcess.ts';
import { TinyDisk } from '../support/tinyDisk.ts';
import { chooser, grid, numbersOf, photosOf, picture, pictures, uploadPanel } from '../support/uploadPage.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

test('a disk that fills up for real: said clearly, and complete once there is room', async ({ page }) => {
  const disk = TinyDisk.mount(24);
  test.skip(!disk, 'This machine lets nobody mount a file system; tests/server/faults.test.ts tries what else it can');
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
    disk.leaveRoom(3);
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

test('an answer that gets lost: what it told of was uploaded by this selection', async ({ page, server, api }) => {
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
  await expect(page.getByText('The connection was lost. Trying again by itself…')).toBeVisible();
  cable.restore();
  // The second time the server finds them there already. The person chose three new photos, and three are there.
  await expect(page.getByText('Successfully uploaded 3 photos!')).toBeVisible();
  await expectAccessible(page, 'upload done');
  await expect(page.getByText(/already in this album/)).toBeHidden();
  expect(await numbersOf(page, id)).toEqual([0, 1, 2]);
  await cable.dispose();
});

test('a session that ends in the middle of an upload: nothing is lost, and the rest is told', async ({
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
  const firstAnswer = page.waitForResponse((response) => response.request().method() === 'POST');
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
  // What was answered with a photo is there, and nothing else is said to be.
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

/** By the browser's own door, since no script can make a folder that is dropped. */
async function dropFromDisk(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 200, y: 300, data });
  }
  await session.detach();
}

test('a dropped folder: the photos in it and below it, and a word when there are none', async ({
  page,
  server,
  api,
}) => {
  const { id } = await api.createAlbum('From a folder', 'from-a-folder');
  const folder = mkdtempSync(join(tmpdir(), 'circuit-tree-drop-'));
  mkdirSync(join(folder, 'empty'));
  mkdirSync(join(folder, 'trip', 'day 2', 'night'), { recursive: true });
  const places = ['trip/a.jpg', 'trip/b.jpg', 'trip/day 2/a.jpg', 'trip/day 2/night/c.jpg'];
  for (const [seed, place] of places.entries()) {
    writeFileSync(join(folder, place), (await picture(place, { seed: 6_000 + seed })).buffer);
  }
  for (const ours of ['.DS_Store', 'Thumbs.db', 'day 2/desktop.ini']) writeFileSync(join(folder, 'trip', ours), 'x');
  await signInPage(page, server.origin);
  await page.goto(`${server.origin}/admin/photos/from-a-folder`);
  await expect(page.getByText('No photos found in this album.')).toBeVisible();

  await dropFromDisk(page, join(folder, 'empty'));
  await expect(page.getByText('There are no files in what you dropped.')).toBeVisible();
  await dropFromDisk(page, join(folder, 'trip'));
  await expect(page.getByText('Successfully uploaded 4 photos!')).toBeVisible();
  await expect(page.getByText('There are no files in what you dropped.')).toBeHidden();
  await expect(page.getByText(/refused/)).toBeHidden();
  const stems = (await photosOf(page, id)).map((name) => name.charAt(0));
  expect(stems.toSorted()).toEqual(['a', 'a', 'b', 'c']);
  rmSync(folder, { recursive: true });
});
