import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../support/browser/e2e.ts';
import { fillKioskLibrary, type KioskLibrary } from '../../support/kiosk/kioskLibrary.ts';
import { kioskUrl } from '../../support/kiosk/kioskPage.ts';
import { setPageSeen } from '../../support/browser/pageState.ts';
import { expectOnScreen, showBar } from '../../support/kiosk/slideshowPage.ts';

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

const TURNED_PHONE = { width: 844, height: 390, insets: { top: 0, left: 59, bottom: 21, right: 59 } };
const PHONE = { width: 390, height: 844, insets: { top: 59, left: 0, bottom: 34, right: 0 } };

for (const { width, height, insets } of [TURNED_PHONE, PHONE]) {
  test(`nothing lies under the edges of a ${width} × ${height} screen with a notch${width === PHONE.width ? '' : ' @full'}`, async ({
    page,
    server,
  }) => {
    const button = (name: string) => page.getByRole('button', { name, exact: true });
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
    const session = await page.context().newCDPSession(page);
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
  });
}
