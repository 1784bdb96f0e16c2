import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { API_PATHS } from '#contract/paths.ts';
import { BATCH_MAX_FILES } from '#domain/uploads/uploadPlan.ts';
import { Cable } from '../support/cable.ts';
import { expect, signInPage, test } from '#support/browser/e2e.ts';
import { jpeg } from '#support/pictures/images.ts';
import { chooser, grid, numbersOf, pictures, uploadPanel, watchPanelHeight } from '#support/browser/uploadPage.ts';

/** A request arrives before each cut, and one after the last. */
const CUTS = 3;
const COUNT = (CUTS + 1) * BATCH_MAX_FILES;
const uploadTo = (albumId: string) => `POST ${API_PATHS.albumPhotos(albumId)} `;
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
const LOST = 'The connection was lost. Trying again…';

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'circuit-tree-large-'));
});
test.afterEach(() => rmSync(folder, { recursive: true }));

/** Chooses large files from the disk: the test would hand them over more slowly than the cable carries them. */
async function chooseLarge(page: Page, files: readonly { name: string; buffer: Buffer }[]): Promise<void> {
  for (const { name, buffer } of files) writeFileSync(join(folder, name), buffer);
  await chooser(page).setInputFiles(files.map(({ name }) => join(folder, name)));
}

/** A large picture: the panel tells the bytes that have left the device, while they leave. */
async function expectProgress(page: Page): Promise<void> {
  const whole = await jpeg({ width: 64, height: 64 });
  // With a long tail: quick to decode, and more bytes than the system takes before any has gone through the cable.
  const buffer = Buffer.concat([whole, Buffer.alloc(16_000_000 - whole.length, 7)]);
  // Watched in the page: from outside, a busy machine may see none of its two seconds.
  const seen = await page.evaluateHandle(() => {
    const megabytes = new Set<string>();
    const look = () => {
      const bar = document.querySelector('progress[aria-label="large.jpg"]');
      const text = document.querySelector('section[aria-label="Upload"]')?.textContent ?? '';
      const [, sent = '0'] = /([\d.]+) MB of 16\.0 MB/.exec(text) ?? [];
      if (Number(bar?.getAttribute('value')) > 0 && Number(sent) > 0 && Number(sent) < 16) megabytes.add(sent);
      requestAnimationFrame(look);
    };
    look();
    return megabytes;
  });
  await chooseLarge(page, [{ name: 'large.jpg', buffer }]);
  await expect(page.getByText('Successfully uploaded 1 photos!')).toBeVisible();
  expect(await seen.evaluate(({ size }) => size)).toBeGreaterThanOrEqual(2);
}

/** Cut off in the middle of every second request: some of its bytes have left, and the response has not come. */
async function expectWholeThroughCuts(page: Page, cable: Cable, albumId: string): Promise<void> {
  const heights = await watchPanelHeight(page);
  const files = await pictures(COUNT, 1_000);
  const halfARequest = (BATCH_MAX_FILES / 2) * Math.min(...files.map(({ buffer }) => buffer.length));
  for (let cut = 1; cut <= CUTS; cut += 1) {
    const pulled = cable.pullWithin(uploadTo(albumId), { requests: 2, bytes: halfARequest });
    if (cut === 1) await chooser(page).setInputFiles(files);
    else cable.restore();
    await pulled;
    await expect(page.getByText(LOST)).toBeVisible();
    // Photos are in the grid as they arrive, long before the last.
    await expect(grid(page).getByRole('img').first()).toBeVisible();
  }
  cable.restore();
  await expect(page.getByText(`Successfully uploaded ${COUNT} photos!`)).toBeVisible({ timeout: 60_000 });
  // Nothing on the page has moved under the person's hands, from the first file to the last.
  expect(await heights()).toHaveLength(1);
  expect(await numbersOf(page, albumId)).toEqual(upTo(COUNT));
}

/** The second time the server finds them there already. The person chose three new photos, and three are there. */
async function expectLostResponse(page: Page, cable: Cable, albumId: string): Promise<void> {
  cable.loseAnswerTo(uploadTo(albumId));
  await chooser(page).setInputFiles(await pictures(3, 4_000));
  await expect(page.getByText(LOST)).toBeVisible();
  cable.restore();
  await expect(page.getByText('Successfully uploaded 3 photos!')).toBeVisible();
  await expect(page.getByText(/already in this album/)).toBeHidden();
  expect(await numbersOf(page, albumId)).toEqual([0, 1, 2]);
}

/** Nothing is lost, and the rest is told after the next sign-in. */
async function expectRestAfterSignOut(page: Page, cable: Cable, albumId: string): Promise<void> {
  const token = await page.evaluate(() => String(JSON.parse(localStorage.getItem('user') ?? '{}').token));
  const count = 20;
  // Large enough that the server refuses each request long before it has all of it.
  const files = await pictures(count, 5_000);
  for (const file of files) file.buffer = Buffer.concat([file.buffer, Buffer.alloc(1_000_000, 7)]);
  cable.bytesPerSecond = 4_000_000;
  const firstResponse = page.waitForResponse(
    (response) =>
      new URL(response.url()).pathname.endsWith(`/${albumId}/photos`) && response.request().method() === 'POST',
  );
  await chooseLarge(page, files);
  await firstResponse;
  await fetch(`${cable.origin}/auth/sign-out`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
  cable.bytesPerSecond = undefined;

  await expect(page.getByText('You must be logged in and have the necessary permissions')).toBeVisible();
  const landing = new URL(page.url());
  expect(landing.pathname).toBe('/');
  const requested = landing.searchParams.get('requestedUrl') ?? '';
  await page.getByRole('button', { name: 'Sign in dev admin user' }).click();
  await expect(page).toHaveURL(cable.origin + requested);
  const stored = await numbersOf(page, albumId);
  // A response with a photo means that it is stored, and no other response does.
  expect(stored).toEqual(upTo(stored.length));
  expect(stored.length).toBeGreaterThanOrEqual(BATCH_MAX_FILES);
  const alert = uploadPanel(page).getByRole('alert');
  await expect(alert).toContainText('The session ended in the middle of the upload.');
  await expect(alert).toContainText(`${count - stored.length} photos are still to be uploaded.`);
  await page.getByRole('button', { name: 'Upload the rest' }).click();
  await expect(page.getByText(`Successfully uploaded ${count} photos!`)).toBeVisible();
  expect(await numbersOf(page, albumId)).toEqual(upTo(count));
}

test('an upload tells its bytes, outlives cuts, a lost response and the end of the session, and sends nothing twice', async ({
  page,
  server,
  api,
}) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 390, height: 844 });
  const cable = await new Cable(server.origin).plugIn();
  await signInPage(page, cable.origin);
  const inNewAlbum = async (slug: string) => {
    const { id } = await api.createAlbum(slug, slug);
    await page.goto(`${cable.origin}/admin/photos/${slug}`);
    await expect(page.getByText('No photos found in this album.')).toBeVisible();
    return id;
  };

  await inNewAlbum('thin-cable');
  cable.bytesPerSecond = 8_000_000;
  await test.step('progress over a thin cable', () => expectProgress(page));
  cable.bytesPerSecond = undefined;
  const cutOff = await inNewAlbum('cut-off');
  await test.step('three cuts', () => expectWholeThroughCuts(page, cable, cutOff));
  const unheard = await inNewAlbum('unheard');
  await test.step('a response that gets lost', () => expectLostResponse(page, cable, unheard));
  const cutShort = await inNewAlbum('cut-short');
  await test.step('the end of the session', () => expectRestAfterSignOut(page, cable, cutShort));
  await cable.dispose();
});
