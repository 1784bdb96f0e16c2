import type { Page } from '@playwright/test';
import { LAUNCH_PARAMETER } from '#contract/offline.ts';
import { drift } from '#domain/clock/clock.ts';
import { storedLists } from '#support/browser/deviceStorage.ts';
import { expect } from '#support/browser/e2e.ts';
import { test } from '#support/browser/offlineTest.ts';
import { controlled } from '#support/browser/tablet.ts';
import { changeTablet, makeTablet } from '#support/kiosk/adminsTablet.ts';

// A tablet with its settings, which it keeps when the server is gone.

const EVENING = new Date(2027, 0, 10, 20, 0);
const MIDNIGHT = new Date(2027, 0, 11, 0, 30);

/** The time over a photo is large, low, and keeps away from the edges while it drifts: on a television, a tablet, a phone. */
async function expectTimeOverPhoto(page: Page): Promise<void> {
  const { xPx, yPx } = drift(EVENING.getTime());
  for (const [width, height] of [
    [1920, 1080],
    [390, 844],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    const time = (await page.getByText('20:00').boundingBox())!;
    const [left, top] = [time.x - xPx, time.y - yPx];
    const screen = `${width} × ${height}`;
    expect(Math.min(left, width - left - time.width), `${screen}: room beside it`).toBeGreaterThan(20);
    expect(height - top - time.height, `${screen}: room below it`).toBeGreaterThan(40);
    expect(top / height, `${screen}: its place`).toBeGreaterThan(0.6);
    expect(time.height / Math.min(width, height), `${screen}: its size`).toBeGreaterThan(0.08);
  }
}

test('settings are kept without a server, and a start at night is dark from its first frame', async ({
  page,
  road,
  api,
  library,
}) => {
  test.slow();
  const tablet = await makeTablet(api, {
    settings: {
      locale: 'de',
      hours: 24,
      fit: 'cover',
      caption: true,
      date: true,
      clockOverlay: true,
      pairs: true,
      startsWith: 'slideshow',
      startsWithAlbumId: library.album.id,
    },
  });
  await page.clock.install({ time: EVENING });
  const address = `${road.origin}/circuit-tree?apiKey=${tablet.key}`;
  await page.goto(address);
  await expect(page.getByRole('dialog', { name: 'Diashow' })).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL(new RegExp(`/photos/${library.album.slug}.*slideshow=true`));
  await expect(page.getByText('20:00')).toBeVisible();
  const front = page.locator('dialog img[data-front]').first();
  await expect(front).toHaveCSS('object-fit', 'cover');
  await expectTimeOverPhoto(page);

  const night = { shows: 'black', from: '22:00', to: '07:00' } as const;
  await changeTablet(api, tablet.id, { settings: { programme: [night] } });
  await controlled(page);
  // The start by the icon on the home screen, whose address has no key.
  await page.goto(`${road.origin}/circuit-tree?${LAUNCH_PARAMETER}=home-screen`);
  await expect(page).toHaveURL(new RegExp(`/photos/${library.album.slug}.*slideshow=true`));
  const stored = () => page.evaluate(() => JSON.stringify(localStorage));
  await expect.poll(stored, { timeout: 20_000 }).toContain('22:00');
  await expect(page.getByText('Offline bereit')).toBeHidden();
  // Without them no slideshow starts, and a busy machine may still be storing them.
  await expect(front).toBeVisible();
  const { album, below } = library;
  const missing = async () => {
    const urls = await storedLists(page);
    return ['/albums', album.id, below.id].filter(
      (part) => !urls.some((url) => url.replace('/photos', '').endsWith(part)),
    );
  };
  await expect.poll(missing).toEqual([]);

  await road.turn('dead');
  await page.clock.setSystemTime(MIDNIGHT);
  const cover = page.getByRole('dialog', { name: 'Nacht' });
  await page.clock.runFor(6_000);
  await expect(cover).toBeVisible();

  await page.addInitScript(() => {
    // The page is parsed, and its modules run next: at DOMContentLoaded the app may have drawn the night already.
    document.addEventListener('readystatechange', () => {
      document.documentElement.dataset.begins ??= getComputedStyle(document.body).visibility;
    });
  });
  await page.goto(address);
  expect(await page.locator('html').getAttribute('data-begins'), 'nothing shines before the code is there').toBe(
    'hidden',
  );
  await expect(cover).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('html')).not.toHaveClass(/first-night/);
  await cover.getByRole('button', { name: 'Bild zeigen' }).click();
  await expect(cover).toBeHidden();
  await expect(page.locator('dialog img[data-front]').first()).toBeVisible();
});
