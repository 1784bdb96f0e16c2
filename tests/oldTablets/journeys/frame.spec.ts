import type { Browser, Page } from '@playwright/test';
import { imagePath } from '#contract/paths.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { expectAccessible } from '#support/browser/axe.ts';
import { expect, test } from '#support/browser/e2e.ts';
import { colouredPhotos } from '#support/kiosk/kioskLibrary.ts';
import { typedCode } from '#domain/tablets/pairingCode.ts';
import { acceptLetters, changeTablet, commandTablet, endKey, makeTablet } from '#support/kiosk/adminsTablet.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import type { ServerProcess } from '#scripts/run/serverProcess.ts';
import { Operator } from '#support/server/operator.ts';

// The page for tablets that are too old for the app, at GET /frame.

test.use({ serviceWorkers: 'block' });

const CONNECT_AGAIN = 'This screen was disconnected';

function frameUrl(server: ServerProcess, key = server.kioskKey): string {
  return `${server.origin}/frame?apiKey=${encodeURIComponent(key)}`;
}

interface Wall {
  page: Page;
  server: ServerProcess;
  photos: Photo[];
}

/** One photo at the top, and two in the album below it. */
async function fill(server: ServerProcess): Promise<Photo[]> {
  const api = await ApiClient.signedIn(server.origin);
  const top = await api.createAlbum('Years', 'years');
  const below = await api.createAlbum('Summer', 'summer', top.id);
  const { photos: first } = await api.upload(top.id, await colouredPhotos(1));
  const { photos: others } = await api.upload(below.id, await colouredPhotos(2, { first: 1 }));
  return [...first, ...others];
}

/** The addresses of the photos that are on the screen or on their way to it: one, but for the time of a fade. */
function sources(page: Page): Promise<string[]> {
  return page
    .locator('#photos img.shown')
    .evaluateAll((images) => images.map((image) => image.getAttribute('src') ?? ''));
}

async function expectPhoto(page: Page, server: ServerProcess, photo: Photo | undefined): Promise<void> {
  if (!photo) throw new Error('The library has fewer photos');
  const shown = page.locator('#photos img.shown');
  // These two wait through a change of the page too.
  await expect(shown).toHaveCount(1);
  await expect(shown).toHaveAttribute('src', server.origin + imagePath(photo, 'medium'));
}

/** Features of Chromium that the browsers of old tablets lack, taken away before the page's own scripts run. */
async function makeOld(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { deleteProperty } = Reflect;
    const gone: [object, string[]][] = [
      [
        window,
        ['fetch', 'Promise', 'URL', 'URLSearchParams', 'Map', 'Set', 'WeakMap', 'Symbol', 'Proxy', 'Reflect', 'Intl'],
      ],
      [Object, ['assign', 'entries', 'values', 'fromEntries', 'hasOwn']],
      [Array, ['from', 'of']],
      [
        Array.prototype,
        ['includes', 'find', 'findIndex', 'findLast', 'at', 'flat', 'flatMap', 'fill', 'entries', 'keys', 'values'],
      ],
      [
        String.prototype,
        ['includes', 'startsWith', 'endsWith', 'padStart', 'padEnd', 'repeat', 'replaceAll', 'at', 'trimEnd'],
      ],
      [
        Element.prototype,
        ['append', 'prepend', 'remove', 'replaceWith', 'replaceChildren', 'closest', 'matches', 'after', 'before'],
      ],
    ];
    for (const [owner, names] of gone) for (const name of names) deleteProperty(owner, name);
  });
}

/** Shows clock and photos in a browser that lacks what old tablets lack. */
async function expectOldBrowser({ page, server, photos }: Wall): Promise<void> {
  const api = await ApiClient.signedIn(server.origin);
  const { id: albumId } = await api.createAlbum('Party', 'party');
  const { key } = await makeTablet(api, { settings: { locale: 'de' }, guestCode: { albumId, mayUpload: 'at-once' } });
  await makeOld(page);
  await page.goto(frameUrl(server, key));
  const time = await page.locator('#clock .spoken').textContent();
  expect(time).toMatch(/^\d{1,2}:\d\d (?:am|pm)$/);
  await expect(page.locator('#clock .half.now')).toHaveText(time?.slice(-2) ?? '');
  await expect(page.locator('#clock .date')).toHaveText(/^\d{4}\.\d{1,2}\.\d{1,2}$/);
  // Playwright's own code in the page would need what was taken away: here are only calls that run apart from the page.
  const shown = page.locator('#photos img.shown');
  await expect(shown).toHaveAttribute('src', server.origin + imagePath(photos[0]!, 'medium'));
  await expect(page.getByRole('img', { name: 'Eigene Fotos schicken' })).toBeVisible();
  await page.getByRole('button', { name: 'Next photo' }).click();
  await expect(shown).toHaveAttribute('src', server.origin + imagePath(photos[1]!, 'medium'));
  await page.getByRole('button', { name: 'Photos or clock' }).click();
  await expect(page.locator('#photos')).toBeHidden();
}

/** Shows letters without a key, and the wall when an admin has typed them. */
async function expectLetters({ page, server, photos }: Wall): Promise<void> {
  await makeOld(page);
  await page.goto(`${server.origin}/frame`);
  const letters = page.locator('#letters');
  await expect(letters).toHaveText(/^[A-Z]{3} [A-Z]{3}$/);
  const api = await ApiClient.signedIn(server.origin);
  await acceptLetters(api, typedCode((await letters.textContent()) ?? ''));
  await expect(page.locator('#photos img.shown')).toHaveAttribute(
    'src',
    server.origin + imagePath(photos[0]!, 'medium'),
  );
  expect(page.url()).toContain('/frame?apiKey=');
}

/** Follows commands, and keeps the line of words over a reload. */
async function expectCommands({ page, server, photos }: Wall): Promise<void> {
  const api = await ApiClient.signedIn(server.origin);
  const { key, id, name } = await makeTablet(api);
  await makeOld(page);
  await page.goto(frameUrl(server, key));
  const shown = page.locator('#photos img.shown');
  const source = (photo: Photo | undefined) => server.origin + imagePath(photo!, 'medium');
  await expect(shown).toHaveAttribute('src', source(photos[0]));
  // Until the stream is open, the server says that the tablet cannot be reached.
  await expect(() => commandTablet(api, id, { command: 'message', text: 'Dinner is ready' })).toPass();
  const line = page.locator('#line-text');
  await expect(line).toHaveText('Dinner is ready');
  await expect(line).toBeVisible();
  await page.reload();
  await expect(line).toHaveText('Dinner is ready');
  await expect(shown).toHaveAttribute('src', source(photos[0]));
  await expect(() => commandTablet(api, id, { command: 'next' })).toPass();
  await expect(shown).toHaveAttribute('src', source(photos[1]));
  await commandTablet(api, id, { command: 'identify' });
  await expect(line).toHaveText(name);
  await commandTablet(api, id, { command: 'awake', on: false });
  await expect(page.locator('body')).toHaveClass(/night black/);
  await expect(line).toBeHidden();
  await commandTablet(api, id, { command: 'awake', on: true });
  await expect(shown).toBeVisible();
  await commandTablet(api, id, { command: 'message', text: '' });
  await expect(line).toBeHidden();
}

/** Changes photos every 90 seconds, through all albums and around. */
async function expectRound({ page, server, photos }: Wall): Promise<void> {
  await page.clock.install({ time: new Date('2026-02-28T23:58:30') });
  await page.goto(frameUrl(server));
  await expectPhoto(page, server, photos[0]);
  // The clock goes on by itself too: nothing that takes seconds comes before the first change.
  await expect(page.locator('#clock .spoken')).toHaveText('11:58 pm');
  await page.clock.runFor(85_000);
  await expectPhoto(page, server, photos[0]);
  await page.clock.runFor(7_000);
  await expectPhoto(page, server, photos[1]);
  await expect(page.locator('#clock .spoken')).toHaveText('12:00 am');
  await expect(page.locator('#clock .date')).toHaveText('2026.3.1');
  for (const photo of [photos[2], photos[0]]) {
    await page.clock.runFor(95_000);
    await expectPhoto(page, server, photo);
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Circuit Tree');
  await expectAccessible(page, "an old tablet's photos");
  await page.getByRole('button', { name: 'Photos or clock' }).click();
  await expect(page.locator('#photos')).toBeHidden();
  await expectAccessible(page, "an old tablet's clock");
}

/** Follows order, words and night of its settings. */
async function expectSettings({ page, server, photos }: Wall): Promise<void> {
  const api = await ApiClient.signedIn(server.origin);
  const night = { shows: 'dark-clock', from: '22:00', to: '07:00' } as const;
  const { key, id } = await makeTablet(api, {
    settings: { order: 'newest', date: true, caption: true, hours: 24, locale: 'de', fit: 'cover', programme: [night] },
  });
  await page.clock.install({ time: new Date(2027, 0, 10, 21, 58) });
  await page.goto(frameUrl(server, key));
  // None of them tells its time, so that the album's order is left.
  await expectPhoto(page, server, photos[0]);
  await expect(page.locator('#clock .spoken')).toHaveText('21:58');
  await expect(page.locator('#clock .weekday')).toHaveText('Sonntag');
  const [body, shown] = [page.locator('body'), page.locator('#photos img.shown')];
  const isCovering = await shown.evaluate(
    (image) => image.clientWidth >= window.innerWidth && image.clientHeight >= window.innerHeight,
  );
  expect(isCovering).toBe(true);

  await page.clock.runFor(121_000);
  await expect(body).toHaveClass('night clock');
  await expect(shown).toBeHidden();
  await expect(page.locator('#clock .spoken')).toHaveText('22:00');
  await expectAccessible(page, "an old tablet's night");
  await page.getByRole('button', { name: 'Show the wall' }).click();
  await expect(shown).toBeVisible();
  await page.clock.runFor(121_000);
  await expect(shown).toBeHidden();
  await changeTablet(api, id, { settings: { programme: [{ ...night, shows: 'black' }] } });
  await page.clock.runFor(30_000);
  await expect(page.locator('#clock')).toBeHidden();
  await page.reload();
  await expect(body).toHaveClass('night black');
}

/** Shows the code for guests over photos, and takes it off. */
async function expectGuestCode({ page, server, photos }: Wall): Promise<void> {
  const api = await ApiClient.signedIn(server.origin);
  const { id: albumId } = await api.createAlbum('Party', 'guests');
  const { key, id } = await makeTablet(api, { guestCode: { albumId, mayUpload: 'at-once' } });
  await page.clock.install();
  await page.goto(frameUrl(server, key));
  await expectPhoto(page, server, photos[0]);
  const code = page.getByRole('img', { name: 'Add your photos' });
  await expect(code).toBeVisible();
  await expectAccessible(page, "an old tablet's guest code");
  // It is drawn: the picture has pixels.
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Photos or clock' }).click();
  await expect(code).toBeHidden();
  await page.getByRole('button', { name: 'Photos or clock' }).click();
  await expect(code).toBeVisible();
  await changeTablet(api, id, { guestCode: null });
  await page.clock.runFor(30_000);
  await expect(code).toBeHidden();
}

/** Goes on without the server, says so, and finds it again by itself. */
async function expectWithoutServer({ page, server, photos }: Wall): Promise<void> {
  await page.clock.install();
  await page.goto(frameUrl(server));
  await expectPhoto(page, server, photos[0]);
  await page.getByRole('button', { name: 'Next photo' }).click();
  await expectPhoto(page, server, photos[1]);
  await page.clock.runFor(3_000);
  await server.stop('SIGKILL');
  const mark = page.locator('#mark');
  await page.clock.runFor(30_000);
  await expect(mark).toHaveText('Offline');
  // The third photo was never loaded: it is passed over, and those that the browser has kept go on.
  await page.clock.runFor(65_000);
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000);
      return sources(page);
    })
    .toEqual([server.origin + imagePath(photos[0]!, 'medium')]);
  expect(await page.locator('#clock .spoken').textContent()).toMatch(/:/);
  await page.clock.runFor(120_000);
  expect(await sources(page)).toHaveLength(1);

  await server.start();
  await expect
    .poll(async () => {
      await page.clock.runFor(5_000);
      return mark.isVisible();
    })
    .toBe(false);
  await expect
    .poll(async () => {
      await page.clock.runFor(5_000);
      return sources(page);
    })
    .toEqual([server.origin + imagePath(photos[2]!, 'medium')]);
}

/** Says what is missing without a key, and with one that the server never knew. */
async function expectWordsOnKeys({ page, server }: Wall): Promise<void> {
  await page.goto(`${server.origin}/frame`);
  await expect(page.getByRole('heading', { name: 'Connect this screen' })).toBeVisible();
  await page.goto(frameUrl(server, 'mistyped'));
  await expect(page.getByRole('heading', { name: 'This API key is not valid' })).toBeVisible();
}

/** Says so when its key is revoked, keeps nothing, and takes another. */
async function expectRevocation({ page, server, photos }: Wall): Promise<void> {
  const operator = new Operator(server.dataDir);
  const key = operator.createKey('Old tablet');
  await page.clock.install();
  await page.goto(frameUrl(server, key));
  await expectPhoto(page, server, photos[0]);
  const kept = () => page.evaluate((name) => localStorage.getItem(name), LOCAL_STORAGE.framePhotos);
  expect(await kept()).toContain(photos[0]!.filename);
  expect(await kept()).not.toContain(key);

  operator.revokeKey('Old tablet');
  await page.clock.runFor(310_000);
  await expect(page.getByRole('heading', { name: CONNECT_AGAIN })).toBeVisible();
  expect(await sources(page)).toEqual([]);
  expect(await kept()).toBeNull();
  await expect(page.locator('#clock .spoken')).toHaveText(/:/);
  await expectAccessible(page, 'a refused old tablet');
  await page.clock.runFor(310_000);
  await expect(page.getByRole('heading', { name: CONNECT_AGAIN })).toBeVisible();

  const { key: next } = await makeTablet(await ApiClient.signedIn(server.origin));
  await page.getByLabel('Key').fill(next);
  await page.getByLabel('Key').press('Enter');
  await expectPhoto(page, server, photos[0]);
}

/** Empties when its key ends, is the same tablet by its letters, and its icon follows. */
async function expectKeyToEnd({ page, server, photos }: Wall): Promise<void> {
  const api = await ApiClient.signedIn(server.origin);
  const { key: first, id } = await makeTablet(api, { settings: { hours: 24 } });
  const keyNow = () => new URL(page.url()).searchParams.get('apiKey') ?? '';
  await page.clock.install();
  await page.goto(frameUrl(server, first));
  await expectPhoto(page, server, photos[0]);
  let key = first;
  for (let times = 0; times < 2; times += 1) {
    await endKey(api, id);
    await page.clock.runFor(30_000);
    await expect(page.getByRole('heading', { name: CONNECT_AGAIN })).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(key);
    const letters = page.locator('#letters');
    await expect(letters).toHaveText(/^[A-Z]{3} [A-Z]{3}$/);
    await acceptLetters(api, typedCode((await letters.textContent()) ?? ''), { tabletId: id });
    await page.clock.runFor(3_000);
    const ended = key;
    // Also waits until the page of the new address is loaded.
    await page.waitForURL((url) => url.searchParams.get('apiKey') !== ended);
    key = keyNow();
    await expectPhoto(page, server, photos[0]);
    // The address of an icon that was made with the first key.
    await page.goto(frameUrl(server, first));
    await expectPhoto(page, server, photos[0]);
    await page.clock.runFor(30_000);
    await expect(page.locator('#notice')).toBeHidden();
  }
}

/** Each in a browser of its own, whose cache is empty and whose calls are all there. */
async function onPages(
  { browser, server }: { browser: Browser; server: ServerProcess },
  expectations: readonly ((wall: Wall) => Promise<void>)[],
): Promise<void> {
  const photos = await fill(server);
  for (const expectation of expectations) {
    const page = await browser.newPage({ serviceWorkers: 'block' });
    await test.step(expectation.name, () => expectation({ page, server, photos }));
    await page.close();
  }
}

test('works in a browser that lacks what old tablets lack, and keeps nothing of a key that is revoked or ends', async ({
  browser,
  ownServer,
}) => {
  test.slow();
  const keys = [expectWordsOnKeys, expectRevocation, expectKeyToEnd];
  await onPages({ browser, server: ownServer }, [expectOldBrowser, expectLetters, expectCommands, ...keys]);
});

test('follows time, settings and the code for guests, and goes on without the server', async ({
  browser,
  ownServer,
}) => {
  test.slow();
  await onPages({ browser, server: ownServer }, [expectRound, expectSettings, expectGuestCode, expectWithoutServer]);
});
