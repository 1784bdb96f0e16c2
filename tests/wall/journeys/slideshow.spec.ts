import type { Browser, CDPSession, Page } from '@playwright/test';
import type { ApiClient } from '#scripts/run/apiClient.ts';
import type { ServerProcess } from '#scripts/run/serverProcess.ts';
import { expectAccessible } from '#support/browser/axe.ts';
import { expect, test } from '#support/browser/e2e.ts';
import { colouredPhotos, fillKioskLibrary, type KioskLibrary } from '#support/kiosk/kioskLibrary.ts';
import { kioskUrl } from '#support/kiosk/kioskPage.ts';
import { closeSlideshow, expectOnScreen, opaqueSource, showBar } from '#support/kiosk/slideshowPage.ts';

// Answers are bent at the page's door here; the service worker has journeys of its own.
test.use({ serviceWorkers: 'block' });

let library: KioskLibrary;

test.beforeAll(async ({ api }) => {
  library = await fillKioskLibrary(api, 'slides');
});

/** Names of the medium images that the page asks for from now on, in the order of asking. No worker warms anything here. */
function requestedPhotos(page: Page, albumSlug: string): string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    const [, name] = request.url().split(`/photos/${albumSlug}/medium/`);
    if (name) names.push(name);
  });
  return names;
}

async function swipe(cdp: CDPSession, from: [number, number], to: [number, number]): Promise<void> {
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: from[0], y: from[1] }] });
  for (let step = 1; step <= 5; step += 1) {
    const x = from[0] + ((to[0] - from[0]) * step) / 5;
    const y = from[1] + ((to[1] - from[1]) * step) / 5;
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] });
  }
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Zones, taps and swipes of a finger; the bar goes by itself. */
async function expectTouch(browser: Browser, server: ServerProcess): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1000, height: 700 },
    hasTouch: true,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await page.clock.install();
  await page.goto(kioskUrl(server, `/photos/${library.trip.slug}`));
  await page.getByRole('button', { name: 'Photo 1', exact: true }).tap();
  await expectOnScreen(page, 1, 5);
  const close = page.getByRole('button', { name: '✕ Close' });
  // A minute without a touch, after which time stands still.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await expect(close).toBeHidden();
  await page.touchscreen.tap(500, 400);
  await expect(close).toBeVisible();

  await page.touchscreen.tap(240, 400);
  await expectOnScreen(page, 5, 5);
  await page.touchscreen.tap(760, 400);
  await expectOnScreen(page, 1, 5);
  await expect(close).toBeVisible();
  await page.touchscreen.tap(260, 400);
  await expect(close).toBeHidden();
  await page.touchscreen.tap(740, 690);
  await expect(close).toBeVisible();
  await expectOnScreen(page, 1, 5);

  await swipe(cdp, [500, 400], [440, 405]);
  await expectOnScreen(page, 2, 5);
  await swipe(cdp, [800, 300], [500, 300]);
  await expectOnScreen(page, 3, 5);
  await swipe(cdp, [500, 400], [560, 395]);
  await expectOnScreen(page, 2, 5);
  await swipe(cdp, [500, 400], [545, 400]);
  await swipe(cdp, [500, 400], [455, 400]);
  await swipe(cdp, [500, 200], [490, 500]);
  await expectOnScreen(page, 2, 5);
  await expect(close).toBeVisible();
  await close.tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await context.close();
}

/** The ring loses 100/900 percent every 100 ms, down to 0. */
function percentLeft(elapsedMs: number): number {
  return 100 - Math.floor(elapsedMs / 100) * (100 / 900);
}

/** The ring empties by the rule, in one stepped animation that needs no script. */
async function expectRing(page: Page): Promise<void> {
  const percentAt = (elapsed: number) =>
    page.evaluate((time) => {
      const ring = document.querySelector('dialog [data-running]')!;
      const turned = ring.getAnimations({ subtree: true }).map((animation) => {
        animation.pause();
        animation.currentTime = time;
        const half = animation.effect instanceof KeyframeEffect ? animation.effect.target! : ring;
        const { a, b } = new DOMMatrix(getComputedStyle(half).transform);
        const degrees = (Math.atan2(b, a) * 180) / Math.PI;
        return degrees < -0.01 ? degrees + 360 : degrees;
      });
      return turned.length === 2 ? 100 - (turned[0]! + turned[1]!) / 3.6 : Number.NaN;
    }, elapsed);
  for (const elapsed of [0, 99, 100, 30_000, 44_950, 45_000, 60_050, 89_950, 90_000]) {
    expect(await percentAt(elapsed), `after ${elapsed} ms`).toBeCloseTo(percentLeft(elapsed), 1);
  }
}

/** Behind the photo the same photo, blurred and dimmed once and for all: nothing there moves. */
async function expectBackdrop(page: Page): Promise<void> {
  const backdrop = page.locator('dialog img[src*="/thumbnail/"]');
  await expect(backdrop).toHaveAttribute('src', (await opaqueSource(page)).replace('/medium/', '/thumbnail/'));
  const dress = await backdrop.evaluate((image) => getComputedStyle(image.parentElement!).filter);
  expect(dress).toMatch(/^blur\(\d+px\) brightness\(0\.\d+\)/);
  expect(await backdrop.evaluate((image) => image.parentElement!.getAnimations({ subtree: true }).length)).toBe(0);
}

test('the slideshow keeps the focus, takes sub-albums along, and closing it leads back, by button, Escape and Back', async ({
  page,
  browser,
  server,
  api,
}) => {
  await page.goto(kioskUrl(server, `/photos/${library.trip.slug}`));
  await page.getByRole('button', { name: 'Photo 5', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Start Slideshow' }).click();
  await expectOnScreen(page, 1, 8);
  await page.keyboard.press('ArrowLeft');
  await expectOnScreen(page, 8, 8);
  expect(await opaqueSource(page)).toContain(`/photos/${library.day.slug}/medium/`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Start Slideshow' })).toBeFocused();

  const tile = page.getByRole('button', { name: 'Photo 3', exact: true });
  await tile.focus();
  await page.keyboard.press('Enter');
  await expectOnScreen(page, 3, 5);
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(
      () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
    );
    expect(outside, 'the focus left the slideshow').toBe(false);
  }
  await page.locator('dialog').focus();
  await showBar(page);
  await expectAccessible(page, 'the slideshow with its bar');
  await page.keyboard.press(' ');
  await expect(page.getByRole('button', { name: '✕ Close' })).toBeHidden();
  await page.reload();
  await expectOnScreen(page, 3, 5);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: library.trip.name })).toBeVisible();
  await tile.click();
  await expectOnScreen(page, 3, 5);
  await closeSlideshow(page);
  await expect(tile).toBeFocused();
  await test.step('by touch', () => expectTouch(browser, server));
  await test.step('from the middle of a large album and back', () => expectMiddleOfAlbum(page, server, api));
});

/** A slideshow looks as described, asks for each photo once, and leads back into the middle of its album. */
async function expectMiddleOfAlbum(page: Page, server: ServerProcess, api: ApiClient): Promise<void> {
  const album = await api.createAlbum('slides Many', 'slides-many');
  const { photos } = await api.upload(album.id, await colouredPhotos(60, { first: 100, width: 320, height: 240 }));
  await page.goto(kioskUrl(server, `/photos/${album.slug}`));
  await page.getByRole('button', { name: 'Photo 1', exact: true }).waitFor();
  await page.mouse.move(500, 500);
  await page.mouse.wheel(0, 1_800);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(1_800);
  const tile = page.getByRole('button', { name: 'Photo 33', exact: true });
  await tile.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(1_000);
  const asked = requestedPhotos(page, album.slug);
  await tile.click();
  await expectOnScreen(page, 33, 60);
  // The first photo is simply there; the fade comes with the first move.
  const fades = () =>
    page
      .locator('dialog img[src*="/medium/"]')
      .first()
      .evaluate((image) => getComputedStyle(image).transitionDuration);
  expect(await fades()).toBe('0s');
  // The photo itself first, then the two on each side of it, and none twice.
  await expect.poll(() => asked.length).toBe(5);
  const named = (number: number) => photos[number - 1]!.filename;
  expect(asked[0]).toBe(named(33));
  expect(asked.toSorted()).toEqual([31, 32, 33, 34, 35].map(named).toSorted());
  await page.keyboard.press('ArrowRight');
  await expectOnScreen(page, 34, 60);
  expect(await fades()).toBe('0.9s');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await fades()).toBe('0s');
  await page.emulateMedia({ reducedMotion: null });
  await expect.poll(() => asked.slice(5)).toEqual([named(36)]);
  await page.keyboard.press('ArrowLeft');
  await expectOnScreen(page, 33, 60);
  // While it runs the thumbnails are let go of: seven pictures live, the preloaded ones included.
  expect(await page.locator('img').count()).toBeLessThanOrEqual(3);
  await expectBackdrop(page);
  await expectRing(page);
  await page.keyboard.press('Escape');
  await expect(tile).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
}
