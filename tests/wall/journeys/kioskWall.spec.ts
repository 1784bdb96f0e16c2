import type { Locator, Page } from '@playwright/test';
import { drift } from '#domain/clock/clock.ts';
import { expect, test } from '#support/browser/e2e.ts';
import { fillKioskLibrary, type KioskLibrary } from '#support/kiosk/kioskLibrary.ts';
import { kioskUrl } from '#support/kiosk/kioskPage.ts';
import { setPageSeen } from '#support/browser/pageState.ts';
import { expectOnScreen, showBar } from '#support/kiosk/slideshowPage.ts';

test.use({ serviceWorkers: 'block' });

let library: KioskLibrary;

test.beforeAll(async ({ api }) => {
  library = await fillKioskLibrary(api, 'wall');
});

declare global {
  interface Window {
    wakeLocks: WakeLockSentinel[];
  }
}

/** Listens in on the real wake lock: every call goes through. */
async function watchWakeLocks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.wakeLocks = [];
    const ask = navigator.wakeLock.request.bind(navigator.wakeLock);
    navigator.wakeLock.request = async (type) => {
      const lock = await ask(type);
      window.wakeLocks.push(lock);
      return lock;
    };
  });
}

function locksHeld(page: Page): Promise<number> {
  return page.evaluate(() => window.wakeLocks.filter(({ released }) => !released).length);
}

/** Out of sight and back: the platform takes the lock away, which headless Chromium has to be told. */
async function lookAway(page: Page): Promise<void> {
  await setPageSeen(page, false);
  await page.evaluate(() => Promise.all(window.wakeLocks.map((lock) => lock.release())));
  expect(await locksHeld(page)).toBe(0);
  await setPageSeen(page, true);
}

test('clock and slideshow keep the screen on, ask again when they are seen again, and let go when they are left', async ({
  page,
  server,
}) => {
  await watchWakeLocks(page);
  await page.goto(kioskUrl(server, '/clock'));
  await expect.poll(() => locksHeld(page)).toBe(1);
  await lookAway(page);
  await expect.poll(() => locksHeld(page)).toBe(1);
  await page.getByRole('button', { name: 'Show the menu' }).click();
  await page.getByRole('button', { name: '< Home' }).click();
  await expect.poll(() => locksHeld(page), 'the other screens may go dark').toBe(0);

  await page.goto(kioskUrl(server, `/photos/${library.trip.slug}`, '&slideshow=true'));
  await expectOnScreen(page, 1, 8);
  await expect.poll(() => locksHeld(page)).toBe(1);
  await lookAway(page);
  await expect.poll(() => locksHeld(page)).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => locksHeld(page)).toBe(0);
});

const EDGED = [
  { width: 844, height: 390, insets: { top: 0, left: 59, bottom: 21, right: 59 } },
  { width: 390, height: 844, insets: { top: 59, left: 0, bottom: 34, right: 0 } },
];

test('nothing lies under the edges of a screen with a notch, and the clock fills any screen and stays on it', async ({
  page,
  server,
}) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const session = await page.context().newCDPSession(page);
  for (const { width, height, insets } of EDGED) {
    /** Whole, and clear of notch, rounded corners and home indicator. */
    const expectClear = async (...shown: Locator[]) => {
      for (const locator of shown) {
        const box = (await locator.boundingBox())!;
        const name = String(locator);
        expect(box.x, name).toBeGreaterThanOrEqual(insets.left + 8);
        expect(box.y, name).toBeGreaterThanOrEqual(insets.top);
        expect(box.x + box.width, name).toBeLessThanOrEqual(width - insets.right - 8);
        expect(box.y + box.height, name).toBeLessThanOrEqual(height - insets.bottom);
      }
    };
    await page.setViewportSize({ width, height });
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets });

    await page.goto(kioskUrl(server));
    await expectClear(button('Clock'), button('Photos'), page.getByText('2025-10-30 11:53'));
    await page.goto(kioskUrl(server, '/clock'));
    await button('Show the menu').click();
    await expectClear(page.locator('.clock-time'), page.locator('.clock-day'), button('< Home'));
    await page.goto(kioskUrl(server, `/photos/${library.day.slug}`));
    await button('Photo 3').waitFor();
    await expectClear(button('< Back'), button('Start Slideshow'), page.getByRole('heading', { level: 1 }));
    await expectClear(button('Photo 1'));
    await button('Photo 1').click();
    await expectOnScreen(page, 1, 3);
    const dialog = page.getByRole('dialog');
    await showBar(page);
    await expectClear(dialog.getByRole('heading'), button('✕ Close'), dialog.locator('[data-running]'));
  }
  await expectClockToFill(page, kioskUrl(server, '/clock'));
});

const CLOCK_SHAPES = [
  [1024, 768, 0],
  [768, 1024, 0],
  [844, 390, 0],
  [390, 844, 47],
  [402, 874, 62],
  [1080, 1920, 0],
  [1920, 1080, 0],
] as const;

/** On each screen the time is large, and clear of the menu and of the edges. */
async function expectClockToFill(page: Page, url: string): Promise<void> {
  // Four numerals wide, and as near to the menu as the drift brings it.
  let moment = Date.parse('2026-11-21T12:30:00');
  while (drift(moment).yPx > -7) moment += 60_000;
  await page.clock.setFixedTime(moment);
  await page.goto(url);
  await page.getByRole('button', { name: 'Show the menu' }).click();
  const boxOf = async (part: string) => (await page.locator(`#root ${part}`).boundingBox())!;
  const device = await page.context().newCDPSession(page);
  for (const [width, height, notch] of CLOCK_SHAPES) {
    await page.setViewportSize({ width, height });
    const insets = { top: notch, bottom: notch && 34, left: 0, right: 0 };
    await device.send('Emulation.setSafeAreaInsetsOverride', { insets });
    const [bar, time, day] = [await boxOf('header'), await boxOf('.clock-time'), await boxOf('.clock-day')];
    const screen = `${width} × ${height}, notch ${notch}`;
    expect(bar.height - time.y, `${screen}: the time begins below the menu`).toBeLessThanOrEqual(0);
    expect(height - day.y - day.height, `${screen}: room below the date`).toBeGreaterThan(20);
    for (const { x, width: taken } of [time, day]) {
      expect(Math.min(x, width - x - taken), `${screen}: room beside it`).toBeGreaterThan(12);
    }
    expect(Math.max(time.width / width, (day.y + day.height - time.y) / height), screen).toBeGreaterThan(0.6);
  }
}

test('on a television the arrow keys lead through every screen, and sizes grow with it', async ({ page, server }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(kioskUrl(server));
  const focused = page.locator(':focus');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const albumLink = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });
  await button('Clock').waitFor();
  // The keys are listened for soon after the first paint.
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(button('Clock')).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('ArrowRight');
  await expect(button('Photos')).toBeFocused();
  await page.keyboard.press('Enter');

  const { trip } = library;
  await albumLink(trip.name).waitFor();
  // Whichever control the keys begin with, up leads to the bar, and down from it to the albums.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(focused).toHaveText(/< Home|Start Slideshow/);
  await albumLink(trip.name).focus();
  await page.keyboard.press('Enter');

  await button('Photo 5').waitFor();
  const back = button('< Back');
  await back.focus();
  await page.keyboard.press('ArrowRight');
  await expect(button('Start Slideshow')).toBeFocused();
  await back.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('list', { name: 'Albums' }).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(button('Photo 1')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(button('Photo 2')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('list', { name: 'Albums' }).locator(':focus')).toHaveCount(1);

  const heights = async () => {
    const boxes = [await back.boundingBox(), await button('Photo 1').boundingBox()];
    return boxes.map((box) => box?.height ?? 0);
  };
  const [bar = 0, tile = 0] = await heights();
  expect(bar).toBeGreaterThan(80);
  expect(tile).toBeGreaterThan(300);
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(async () => (await heights())[0]).toBe(48);

  await button('Photo 2').focus();
  await page.keyboard.press('Enter');
  await expectOnScreen(page, 2, 5);
  // The bar goes by itself: on a slow machine once more.
  await expect(async () => {
    await showBar(page);
    await page.keyboard.press('ArrowUp');
    await expect(button('✕ Close')).toBeFocused({ timeout: 1_000 });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
});
