import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { MESSAGES } from '#domain/messages.ts';
import { expect, test } from '#support/browser/e2e.ts';
import { fillKioskLibrary, type KioskLibrary } from '#support/kiosk/kioskLibrary.ts';
import { kioskUrl } from '#support/kiosk/kioskPage.ts';
import { setPageSeen } from '#support/browser/pageState.ts';
import { closeSlideshow, expectOnScreen, opaqueSource, showBar, stage } from '#support/kiosk/slideshowPage.ts';

const INTERVAL_MS = 90_000;
/** The page's clock runs on by itself between our turns of its hands: time for a slow machine. */
const MARGIN_MS = 30_000;
const HOUR_MS = 3_600_000;
// Answers are bent at the page's door here; the service worker has journeys of its own.
test.use({ serviceWorkers: 'block' });

let library: KioskLibrary;

test.beforeAll(async ({ api }) => {
  library = await fillKioskLibrary(api, 'timer');
});

test('advances after 90 seconds, wraps, and every move by hand begins them anew @full', async ({ page, server }) => {
  await page.clock.install();
  await page.goto(kioskUrl(server, `/photos/${library.trip.slug}`));
  await page.getByRole('button', { name: 'Photo 4', exact: true }).click();
  await expectOnScreen(page, 4, 5);
  const bar = page.locator('dialog header');
  await expect(bar.getByRole('heading', { name: library.trip.name })).toBeVisible();
  await showBar(page);
  await expect(bar.getByRole('button', { name: '✕ Close' })).toBeVisible();
  const source = await opaqueSource(page);
  expect(source).toMatch(new RegExp(`/photos/${library.trip.slug}/medium/[^/?]+$`));
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  // Behind it the same photo, blurred and dimmed once and for all: nothing there moves.
  const backdrop = page.locator('dialog img[src*="/thumbnail/"]');
  await expect(backdrop).toHaveAttribute('src', source.replace('/medium/', '/thumbnail/'));
  const dress = await backdrop.evaluate((image) => getComputedStyle(image.parentElement!).filter);
  expect(dress).toMatch(/^blur\(\d+px\) brightness\(0\.\d+\)/);
  expect(await backdrop.evaluate((image) => image.parentElement!.getAnimations({ subtree: true }).length)).toBe(0);
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
  const second = await opaqueSource(page);
  expect(second).not.toBe(source);
  await expect(backdrop).toHaveAttribute('src', second.replace('/medium/', '/thumbnail/'));
  expect(await fades()).toBe('0.9s');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await fades()).toBe('0s');
  await page.emulateMedia({ reducedMotion: null });
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

/** The effect of an operator or a time server: the wall's clock jumps, and no timer notices. */
async function setClock(page: Page, byMs: number): Promise<void> {
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + byMs);
}

/** The next photo comes 90 seconds after this one did, and not before. */
async function expectNext(page: Page, number: number, next: number): Promise<void> {
  await page.clock.runFor(INTERVAL_MS - MARGIN_MS);
  await expectOnScreen(page, number, 5);
  await page.clock.runFor(MARGIN_MS + 1_000);
  await expectOnScreen(page, next, 5);
}

test('hours out of sight, and a clock that is set, cost one advance and no more @full', async ({ page, server }) => {
  await page.clock.install();
  await page.goto(kioskUrl(server, `/photos/${library.trip.slug}`));
  await page.getByRole('button', { name: 'Photo 1', exact: true }).click();
  await expectOnScreen(page, 1, 5);

  await setPageSeen(page, false);
  await page.clock.runFor(3 * INTERVAL_MS);
  await page.clock.fastForward(5 * HOUR_MS);
  await expectOnScreen(page, 1, 5);
  await setPageSeen(page, true);
  await expectOnScreen(page, 2, 5);
  await expectNext(page, 2, 3);

  // Set back by an hour: nothing is owed, and nothing is held up.
  await setPageSeen(page, false);
  await setClock(page, -HOUR_MS);
  await setPageSeen(page, true);
  await expectNext(page, 3, 4);

  // Set forward by a day: whoever looks again is shown one more photo.
  await setPageSeen(page, false);
  await setClock(page, 24 * HOUR_MS);
  await setPageSeen(page, true);
  await expectOnScreen(page, 5, 5);
  await expectNext(page, 5, 1);

  // Hours out of sight on a device whose clock was set back meanwhile: the other clock has counted them.
  await setPageSeen(page, false);
  await page.clock.fastForward(5 * HOUR_MS);
  await setClock(page, -24 * HOUR_MS);
  await setPageSeen(page, true);
  await expectOnScreen(page, 2, 5);
  await expectNext(page, 2, 3);
});

test('a link with slideshow=true starts by itself, and comes back from a failure by itself @full', async ({
  page,
  server,
}) => {
  await page.clock.install();
  let broken = true;
  await page.route('**/photos?includeChildAlbums=true', (route) =>
    broken ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await page.goto(kioskUrl(server, `/photos/${library.trip.slug}`, '&slideshow=true'));
  await expect(page.getByText(MESSAGES.slideshowPhotosFailed)).toBeVisible();
  broken = false;
  await page.clock.runFor(60_000);
  await expectOnScreen(page, 1, 8);
  await expect(page.getByText(MESSAGES.slideshowPhotosFailed)).toBeHidden();
  await closeSlideshow(page);
  await expect(page.getByRole('button', { name: 'Start Slideshow' })).toBeVisible();
  expect(new URL(page.url()).searchParams.has('slideshow')).toBe(false);
});

test('a photo that cannot be loaded is passed over after a pause, a single photo stays @full', async ({
  page,
  server,
}) => {
  await page.clock.install();
  await page.goto(kioskUrl(server, `/photos/${library.trip.slug}`));
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

  await page.goto(kioskUrl(server, `/photos/${library.single.slug}`));
  await page.getByRole('button', { name: 'Photo 1', exact: true }).click();
  await expectOnScreen(page, 1, 1);
  const only = await opaqueSource(page);
  await page.clock.runFor(INTERVAL_MS + 1_000);
  await expectOnScreen(page, 1, 1);
  await page.keyboard.press('ArrowRight');
  await expectOnScreen(page, 1, 1);
  expect(await opaqueSource(page)).toBe(only);
});
