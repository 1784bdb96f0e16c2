import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { Photo } from '#contract/photos/schemas.ts';
import { clipPath } from '#contract/clips/clips.ts';
import { API_PATHS, imagePath } from '#contract/paths.ts';
import { expect, signInPage } from '#support/browser/e2e.ts';
import { test } from '#support/browser/offlineTest.ts';
import { controlled } from '#support/browser/tablet.ts';
import { chooser, picture, uploadPanel } from '#support/browser/uploadPage.ts';
import { fromBlack, quickTime, readVideo, SQUARE, video } from '../support/videos.ts';

/** Plays H.264 in Debian's Chromium; the build that Playwright downloads does not. */
async function skipWithoutH264(page: Page): Promise<void> {
  const plays = await page.evaluate(() =>
    document.createElement('video').canPlayType('video/mp4; codecs="avc1.42001e"'),
  );
  test.skip(plays === '', 'This Chromium cannot play H.264');
}

async function photosOf(page: Page, albumId: string): Promise<Photo[]> {
  return page.evaluate(async (path) => {
    const { token }: { token: string } = JSON.parse(localStorage.getItem('user') ?? '{}');
    const photos: Photo[] = await (await fetch(path, { headers: { Authorization: `Bearer ${token}` } })).json();
    return photos;
  }, API_PATHS.albumPhotos(albumId));
}

async function bytesOf(address: string): Promise<Buffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} for ${address}`);
  return Buffer.from(await response.arrayBuffer());
}

/** The red of a still's pixel, by its place in the video that it was made of. */
async function redAt(still: Buffer, x: number, y: number): Promise<number> {
  const { data, info } = await sharp(still).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const [column, row] = [(x / SQUARE.in.width) * info.width, (y / SQUARE.in.height) * info.height].map(Math.floor);
  return data[((row ?? 0) * info.width + (column ?? 0)) * info.channels] ?? -1;
}

test('an admin adds a pair, a long video by itself, a large one and a broken one, and plays a clip in the viewer', async ({
  page,
  server,
  api,
}) => {
  const album = await api.createAlbum('Clips', `clips-${process.pid}`);
  await signInPage(page, server.origin);
  await skipWithoutH264(page);
  await page.goto(`${server.origin}/admin/photos/${album.slug}`);
  await chooser(page).setInputFiles([
    await picture('IMG_1.jpg', { seed: 1, width: 160, height: 120 }),
    { name: 'IMG_1.MOV', mimeType: 'video/quicktime', buffer: await quickTime() },
    // Forty seconds, with sound: it is shortened, and encoded anew.
    { name: 'party.mp4', mimeType: 'video/mp4', buffer: await video({ slower: 40, hasSound: true }) },
    // Wider than a clip may be, with more frames, and black at first.
    { name: 'dark.mp4', mimeType: 'video/mp4', buffer: fromBlack() },
    { name: 'broken.mov', mimeType: 'video/quicktime', buffer: (await quickTime()).subarray(0, 600) },
  ]);
  await expect(uploadPanel(page).getByText('1 file was refused')).toBeVisible();
  await expect(uploadPanel(page).getByRole('alert')).toContainText('No photo can be made from this video');
  const photos = await photosOf(page, album.id);
  const clips = Object.fromEntries(photos.map(({ filename, clip }) => [filename.split('-')[0], clip]));
  expect(clips).toEqual({
    IMG_1: expect.objectContaining({ seconds: 1, width: 160, height: 120 }),
    party: expect.objectContaining({ width: 160, height: 120 }),
    dark: expect.objectContaining({ width: 1920, height: 120 }),
  });
  expect(clips.party?.seconds).toBeGreaterThan(25);
  expect(clips.party?.seconds).toBeLessThanOrEqual(30);
  const dark = photos.find(({ filename }) => filename.startsWith('dark-')) ?? { albumSlug: '', filename: '' };
  const { frames } = await readVideo(await bytesOf(server.origin + clipPath(dark)));
  expect(frames).toBeGreaterThan(20);
  expect(frames).toBeLessThanOrEqual(31);
  // Its still is the first frame that shows something: later the square is elsewhere.
  const still = await bytesOf(server.origin + imagePath(dark, 'medium'));
  expect(await redAt(still, SQUARE.x, SQUARE.y)).toBeGreaterThan(180);
  expect(await redAt(still, SQUARE.x + 100, SQUARE.y)).toBeLessThan(100);

  // The same video again makes no second photo.
  await chooser(page).setInputFiles({
    name: 'party (1).mp4',
    mimeType: 'video/mp4',
    buffer: await video({ slower: 40, hasSound: true }),
  });
  await expect(uploadPanel(page).getByText('1 photo was already in this album')).toBeVisible();

  await page
    .getByRole('button', { name: /IMG_1|Photo 1/ })
    .first()
    .click();
  // Noted in the page, since a clip of a second may be over between two looks from outside.
  const played = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const note = ({ target }: Event) => {
          if (target instanceof HTMLVideoElement && target.currentTime > 0) resolve(target.currentTime);
        };
        document.addEventListener('timeupdate', note, { capture: true });
      }),
  );
  await page.getByRole('button', { name: 'Play the clip' }).click();
  expect(await played).toBeGreaterThan(0);
  await expect(page.locator('.photo-viewer video')).toHaveCount(0);
});

/** Notes from now on when a clip is seen, and what its element held then. */
async function watchClip(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { clipsSeen: seen });
    new MutationObserver(() => {
      const clip = document.querySelector<HTMLVideoElement>('dialog video[data-playing]');
      const state = clip ? `plays ${clip.videoWidth} × ${clip.videoHeight}` : 'still';
      if (seen.at(-1) !== state) seen.push(state);
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-playing'] });
  });
}

const clipsSeen = (page: Page) =>
  page.evaluate(() => ('clipsSeen' in window && Array.isArray(window.clipsSeen) ? window.clipsSeen.map(String) : []));

test('a wall without a server plays a stored clip once, and answers parts of it from the stored whole', async ({
  page: admin,
  tablet,
  road,
  server,
  api,
}) => {
  test.slow();
  const album = await api.createAlbum('Moving', `moving-${process.pid}`);
  await signInPage(admin, server.origin);
  await skipWithoutH264(admin);
  await admin.goto(`${server.origin}/admin/photos/${album.slug}`);
  await chooser(admin).setInputFiles({ name: 'a.mov', mimeType: 'video/quicktime', buffer: await quickTime() });
  await expect(admin.getByText('Successfully uploaded 1 photos!')).toBeVisible();
  const [photo] = await photosOf(admin, album.id);
  const clip = clipPath(photo ?? { albumSlug: '', filename: '' });

  const url = `${road.origin}/circuit-tree/photos/${album.slug}?apiKey=${server.kioskKey}&slideshow=true`;
  let page = await tablet.switchOn(url);
  await controlled(page);
  const isStored = () => page.evaluate(async (path) => (await caches.match(path)) !== undefined, clip);
  // After the images of all albums, which begin 20 s after the first screen.
  await expect.poll(isStored, { timeout: 90_000 }).toBe(true);
  await tablet.switchOff();

  await road.turn('dead');
  page = await tablet.switchOn(url);
  await watchClip(page);
  await expect(page.locator('dialog img[data-front]')).toBeVisible();
  await expect.poll(() => clipsSeen(page)).toContain('plays 160 × 120');
  await page.screenshot({ path: 'test-results/clip-on-the-wall.png' });
  await expect.poll(() => clipsSeen(page)).toEqual(expect.arrayContaining(['plays 160 × 120', 'still']));
  expect((await clipsSeen(page)).filter((state) => state !== 'still')).toHaveLength(1);
  await expect(page.locator('dialog video')).toHaveCount(0);
  const part = await page.evaluate(async (path) => {
    const response = await fetch(path, { headers: { Range: 'bytes=4-7' } });
    return [response.status, await response.text()];
  }, clip);
  expect(part).toEqual([206, 'ftyp']);
});
