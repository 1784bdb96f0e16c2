import { expect } from '#support/browser/e2e.ts';
import { ask, showsImage } from '#support/kiosk/kioskPage.ts';
import { test } from '#support/browser/offlineTest.ts';

// A full device costs the stock, never the page; and what goes is the album that nobody looked at for longest.

/** Runs in the worker: every write is refused, as a full disk does. */
function refuseWrites(): void {
  Cache.prototype.put = () => Promise.reject(new DOMException('No space', 'QuotaExceededError'));
}

test('a cache that refuses every write breaks no page', async ({ kiosk, server, library, context }) => {
  for (const worker of context.serviceWorkers()) await worker.evaluate(refuseWrites);
  for (const url of library.images) expect(await showsImage(kiosk, url)).toBe(true);
  expect((await ask(kiosk, '/photos/albums', { 'X-API-Key': server.kioskKey })).status).toBe(200);
  expect((await ask(kiosk, `/auth/check-api-key/${server.kioskKey}`)).status).toBe(200);
  await kiosk.getByRole('button', { name: 'Photos' }).click();
  await kiosk.getByText('Holiday').click();
  await kiosk.getByRole('button', { name: 'Start Slideshow' }).click();
  await expect
    .poll(() =>
      kiosk.evaluate(
        () =>
          [...document.querySelectorAll('dialog img')].filter(
            (image) => image instanceof HTMLImageElement && image.naturalWidth > 0,
          ).length,
      ),
    )
    .toBeGreaterThan(0);
});

test("with the browser's own quota used up the least recently shown album goes, and the one on screen stays", async ({
  kiosk,
  road,
  server,
  library,
  context,
}) => {
  const hash = await kiosk.evaluate(async (key) => {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }, server.kioskKey);
  // An album from last year, large enough to be in the way.
  await kiosk.evaluate(async (keyHash) => {
    const cache = await caches.open(`kiosk:${keyHash}:images:last-year`);
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    for (let at = 0; at < 100; at += 1) {
      await cache.put(
        `/photos/last-year/medium/${at}.jpg`,
        new Response(new Blob([bytes]), { headers: { 'Content-Type': 'image/jpeg' } }),
      );
    }
  }, hash);
  const session = await context.newCDPSession(kiosk);
  await session.send('Storage.overrideQuotaForOrigin', { origin: road.origin, quotaSize: 7_000_000 });
  await kiosk.goto(`${road.origin}/circuit-tree/photos/${library.album.slug}?apiKey=${server.kioskKey}`);
  await expect(kiosk.getByText('Offline ready 7/7')).toBeVisible({ timeout: 30_000 });
  const names = await kiosk.evaluate(() => caches.keys());
  expect(names).not.toContain(`kiosk:${hash}:images:last-year`);
  expect(names).toContain(`kiosk:${hash}:images:${library.album.slug}`);

  // Not even room for the album on screen: it is shown all the same, and says why it is not stored.
  await kiosk.evaluate(async () => {
    for (const name of await caches.keys()) if (name.includes(':images:')) await caches.delete(name);
  });
  await session.send('Storage.overrideQuotaForOrigin', { origin: road.origin, quotaSize: 1 });
  await kiosk.reload();
  await expect(kiosk.getByText('Offline ready 0/7 – storage full')).toBeVisible({ timeout: 30_000 });
  for (const url of library.images) expect(await showsImage(kiosk, url)).toBe(true);
});
