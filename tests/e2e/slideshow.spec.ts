import { AxeBuilder } from '@axe-core/playwright';
import type { CDPSession, Page } from '@playwright/test';
import { MESSAGES } from '../../src/domain/messages.ts';
import { countdownPercent } from '../../src/domain/countdown.ts';
import { expect, test } from '../support/e2e.ts';
import { colouredPhotos, fillKioskLibrary, type KioskLibrary } from '../support/kioskLibrary.ts';

const INTERVAL_MS = 90_000;
/** The page's clock runs on by itself between our turns of its hands: time for a slow machine. */
const MARGIN_MS = 30_000;
// Answers are bent at the page's door here; the service worker has journeys of its own.
test.use({ serviceWorkers: 'block' });

let library: KioskLibrary;

test.beforeAll(async ({ api }) => {
  library = await fillKioskLibrary(api, 'slides');
});

function albumUrl(server: { origin: string; kioskKey: string }, slug: string, extra = ''): string {
  return `${server.origin}/circuit-tree/photos/${slug}?apiKey=${encodeURIComponent(server.kioskKey)}${extra}`;
}

/** The stage names the photo on screen or on its way, and is what a tap on the photo hits. */
function stage(page: Page) {
  return page.getByRole('button', { name: /^Photo \d+ of \d+\./ });
}

/** The photo that is on screen: its cross-fade is over, exactly one medium image is opaque, and the ring runs. */
async function expectOnScreen(page: Page, number: number, count: number): Promise<void> {
  await expect(stage(page)).toHaveAccessibleName(new RegExp(`^Photo ${number} of ${count}\\.`));
  await expect(page.locator('dialog [data-running]')).toBeVisible();
  const opacities = () =>
    page
      .locator('dialog img[src*="/medium/"]')
      .evaluateAll((images) =>
        images
          .map((image) => `${image.hasAttribute('data-front') ? 'front' : 'back'} ${getComputedStyle(image).opacity}`)
          .sort(),
      );
  await expect.poll(async () => (await opacities()).join(', ')).toMatch(/^(back 0, )?front 1$/);
}

function opaqueSource(page: Page): Promise<string> {
  return page
    .locator('dialog img[src*="/medium/"]')
    .evaluateAll(
      (images) => images.find((image) => getComputedStyle(image).opacity === '1')?.getAttribute('src') ?? '',
    );
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

test('advances after 90 seconds, wraps, and every move by hand begins them anew', async ({ page, server }) => {
  await page.clock.install();
  await page.goto(albumUrl(server, library.trip.slug));
  await page.getByRole('button', { name: 'Photo 4', exact: true }).click();
  await expectOnScreen(page, 4, 5);
  const bar = page.locator('dialog header');
  await expect(bar.getByRole('heading', { name: library.trip.name })).toBeVisible();
  await expect(bar.getByRole('button', { name: '✕ Close' })).toBeVisible();
  const source = await opaqueSource(page);
  expect(source).toMatch(new RegExp(`/photos/${library.trip.slug}/medium/[^/?]+$`));
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  // The first photo is simply there; the fade comes with the first move.
  const fades = () =>
    page
      .locator('dialog img[src*="/medium/"]')
      .first()
      .evaluate((image) => getComputedStyle(image).transitionDuration);
  expect(await fades()).toBe('0s');

  await page.clock.runFor(INTERVAL_MS - MARGIN_MS);
  await expectOnScreen(page, 4, 5);
  await page.clock.runFor(MARGIN_MS + 1_000);
  await expectOnScreen(page, 5, 5);
  expect(await opaqueSource(page)).not.toBe(source);
  expect(await fades()).toBe('0.9s');
  await page.clock.runFor(INTERVAL_MS + 1_000);
  await expectOnScreen(page, 1, 5);

  await page.clock.runFor(INTERVAL_MS - MARGIN_MS);
  await page.keyboard.press('ArrowRight');
  await expectOnScreen(page, 2, 5);
  await page.clock.runFor(INTERVAL_MS - MARGIN_MS);
  await expectOnScreen(page, 2, 5);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expectOnScreen(page, 5, 5);

  // After a night of sleep there is one advance, and after the next 90 seconds one more.
  await page.clock.fastForward('08:00:00');
  await expectOnScreen(page, 1, 5);
  await page.clock.runFor(INTERVAL_MS - MARGIN_MS);
  await expectOnScreen(page, 1, 5);
});

test('zones, taps and swipes', async ({ browser, server }) => {
  const context = await browser.newContext({
    viewport: { width: 1000, height: 700 },
    hasTouch: true,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await page.goto(albumUrl(server, library.trip.slug));
  await page.getByRole('button', { name: 'Photo 1', exact: true }).tap();
  await expectOnScreen(page, 1, 5);
  const close = page.getByRole('button', { name: '✕ Close' });

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
});

test("'Start Slideshow' takes the sub-albums along; closing leads back, by button, Escape and Back", async ({
  page,
  server,
}) => {
  await page.goto(albumUrl(server, library.trip.slug));
  await page.getByRole('button', { name: 'Photo 5', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Start Slideshow' }).click();
  await expectOnScreen(page, 1, 8);
  await page.keyboard.press('ArrowLeft');
  await expectOnScreen(page, 8, 8);
  expect(await opaqueSource(page)).toContain(`/photos/${library.day.slug}/medium/`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Start Slideshow' })).toBeFocused();
  await expect(page.getByRole('button', { name: '< Back' })).toBeVisible();

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
  await page.keyboard.press(' ');
  await expect(page.getByRole('button', { name: '✕ Close' })).toBeHidden();
  await page.reload();
  await expectOnScreen(page, 3, 5);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: library.trip.name })).toBeVisible();
  await tile.click();
  await expectOnScreen(page, 3, 5);
  await page.getByRole('button', { name: '✕ Close' }).click();
  await expect(tile).toBeFocused();
});

test('a link with slideshow=true starts by itself, and comes back from a failure by itself', async ({
  page,
  server,
}) => {
  await page.clock.install();
  let broken = true;
  await page.route('**/photos?includeChildAlbums=true', (route) =>
    broken ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await page.goto(albumUrl(server, library.trip.slug, '&slideshow=true'));
  await expect(page.getByText(MESSAGES.slideshowPhotosFailed)).toBeVisible();
  broken = false;
  await page.clock.runFor(60_000);
  await expectOnScreen(page, 1, 8);
  await expect(page.getByText(MESSAGES.slideshowPhotosFailed)).toBeHidden();
  await page.getByRole('button', { name: '✕ Close' }).click();
  await expect(page.getByRole('button', { name: 'Start Slideshow' })).toBeVisible();
  expect(new URL(page.url()).searchParams.has('slideshow')).toBe(false);
});

test('a photo that cannot be loaded is passed over after a pause, a single photo stays', async ({ page, server }) => {
  await page.clock.install();
  await page.goto(albumUrl(server, library.trip.slug));
  const second = page.getByRole('button', { name: 'Photo 2', exact: true }).locator('img');
  const name = (await second.getAttribute('src'))!.split('/').pop()!;
  let asked = 0;
  await page.route(`**/medium/${name}`, (route) => {
    asked += 1;
    return route.fulfill({ status: 500 });
  });
  await page.getByRole('button', { name: 'Photo 1', exact: true }).click();
  await expectOnScreen(page, 1, 5);
  const first = await opaqueSource(page);
  await page.keyboard.press('ArrowRight');
  await expect(stage(page)).toHaveAccessibleName(/^Photo 2 of 5/);
  await page.clock.runFor(1_000);
  // The broken one is never seen: what was on screen stays there for the pause.
  expect(await opaqueSource(page)).toBe(first);
  await expect
    .poll(() => page.clock.runFor(500).then(() => stage(page).getAttribute('aria-label')))
    .toMatch(/^Photo 3 of 5/);
  await expectOnScreen(page, 3, 5);
  expect(asked).toBeLessThanOrEqual(3);

  await page.goto(albumUrl(server, library.single.slug));
  await page.getByRole('button', { name: 'Photo 1', exact: true }).click();
  await expectOnScreen(page, 1, 1);
  const only = await opaqueSource(page);
  await page.clock.runFor(INTERVAL_MS + 1_000);
  await expectOnScreen(page, 1, 1);
  await page.keyboard.press('ArrowRight');
  await expectOnScreen(page, 1, 1);
  expect(await opaqueSource(page)).toBe(only);
});

test('the ring empties by the rule, in one stepped animation that needs no script', async ({ page, server }) => {
  await page.goto(albumUrl(server, library.trip.slug));
  await page.getByRole('button', { name: 'Photo 1', exact: true }).click();
  await expectOnScreen(page, 1, 5);
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
    expect(await percentAt(elapsed), `after ${elapsed} ms`).toBeCloseTo(countdownPercent(elapsed), 1);
  }
});

test('from the middle of a large album the slideshow leads back to the same place', async ({ page, server, api }) => {
  const album = await api.createAlbum('slides Many', 'slides-many');
  await api.upload(album.id, await colouredPhotos(60, { first: 100, width: 320, height: 240 }));
  await page.goto(albumUrl(server, album.slug));
  await page.getByRole('button', { name: 'Photo 1', exact: true }).waitFor();
  await page.mouse.move(500, 500);
  await page.mouse.wheel(0, 1_800);
  const tile = page.getByRole('button', { name: 'Photo 33', exact: true });
  await tile.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(1_000);
  await tile.click();
  await expectOnScreen(page, 33, 60);
  // While it runs the thumbnails are let go of: seven pictures live, the preloaded ones included.
  expect(await page.locator('img').count()).toBeLessThanOrEqual(3);
  await page.keyboard.press('Escape');
  await expect(tile).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
});
