import type { Locator, Page } from '@playwright/test';
import type { ServerProcess } from '#scripts/run/serverProcess.ts';
import { expect } from '#support/browser/e2e.ts';
import type { NetworkConditions } from '#support/browser/networkConditions.ts';
import { ask, askStart, showsImage } from '#support/kiosk/kioskPage.ts';
import { type Library, test } from '#support/browser/offlineTest.ts';

// The worker's own rules, through a real page in front of a real server: what is answered when nothing else answers.

interface Device {
  kiosk: Page;
  road: NetworkConditions;
  server: ServerProcess;
  library: Library;
}

/** Runs in the worker: every write is refused, as a full disk does. */
function refuseWrites(): void {
  Cache.prototype.put = () => Promise.reject(new DOMException('No space', 'QuotaExceededError'));
}

test('the worker stores nothing but the real thing, each key’s for itself, nothing that a signed-in person sees, and no more than there is room for', async ({
  kiosk,
  road,
  server,
  api,
  library,
}) => {
  const home = `${road.origin}/circuit-tree?apiKey=${server.kioskKey}`;
  const [image = ''] = library.images;
  await test.step('nothing but the real thing', async () => {
    await road.turn('portal');
    await forgetImages(kiosk);
    expect(await showsImage(kiosk, image)).toBe(false);
    const albums = await ask(kiosk, '/photos/albums', { 'X-API-Key': 'never seen before' });
    expect(albums.type).toContain('text/html');
    await road.turn('dead');
    expect((await ask(kiosk, '/photos/albums', { 'X-API-Key': 'never seen before' })).status).toBe(0);
    await road.turn('fine');
    await ask(kiosk, '/photos/albums', { 'X-API-Key': server.kioskKey });
    expect(await showsImage(kiosk, image)).toBe(true);
    const stored = await kiosk.evaluate(async () => {
      const types: string[] = [];
      for (const name of (await caches.keys()).filter((cacheName) => cacheName.startsWith('kiosk:'))) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          types.push((await cache.match(request, { ignoreVary: true }))?.headers.get('Content-Type') ?? '');
        }
      }
      return types;
    });
    expect(stored.length).toBeGreaterThan(0);
    for (const type of stored) expect(type).toMatch(/^(?:image|application\/json)/);
  });

  await test.step('one key never sees what is stored for another, nor does a stranger', async () => {
    await askStart(kiosk, server.kioskKey, library.album.id);
    await road.turn('dead');
    expect((await ask(kiosk, '/photos/albums', { 'X-API-Key': server.kioskKey })).status).toBe(200);
    expect((await ask(kiosk, '/photos/albums', { 'X-API-Key': `${server.kioskKey}x` })).status).toBe(0);
    expect((await ask(kiosk, '/photos/albums')).status).toBe(0);
    expect((await ask(kiosk, '/auth/check-api-key/other')).status).toBe(0);
  });

  await test.step('a stored page has the headers that the server gave it at its address', async () => {
    await road.turn('dead');
    const openerPolicy = async (path: string) => {
      const answer = await kiosk.goto(`${road.origin}${path}`, { waitUntil: 'commit' });
      expect(answer?.fromServiceWorker(), path).toBe(true);
      return answer?.headers()['cross-origin-opener-policy'];
    };
    // Or it would get a process of its own beside its worker's: memory, and a quarter of a cold start.
    expect(await openerPolicy(`/circuit-tree/clock?apiKey=${server.kioskKey}`)).toBeUndefined();
    expect(await openerPolicy('/')).toBe('same-origin-allow-popups');
  });

  await test.step('a signed-in response is never stored, nor what an admin page looks at', async () => {
    await road.turn('fine');
    const [, , , other = ''] = library.images;
    const authorization = { Authorization: `Bearer ${api.token}` };
    // The kiosk home asks with its key now and then, and would be a kiosk again.
    await kiosk.goto(`${road.origin}/`);
    await forgetImages(kiosk);
    expect((await ask(kiosk, '/photos/albums', authorization)).status).toBe(200);
    expect(await showsImage(kiosk, other)).toBe(true);
    expect(await kiosk.evaluate(async (url) => Boolean(await caches.match(url, { ignoreVary: true })), other)).toBe(
      false,
    );
    await road.turn('dead');
    expect((await ask(kiosk, '/photos/albums', authorization)).status).toBe(0);
    expect((await ask(kiosk, '/photos/albums')).status).toBe(0);
  });

  await road.turn('fine');
  await test.step('while photos are stored a phone’s bar has room for how far that is', () =>
    expectRoomInBar({ kiosk, road, server, library }));
  await kiosk.goto(home);
  await test.step('a full device costs the stock, never the page', () =>
    expectFullDevice({ kiosk, road, server, library }));
});

const deleteImages = (page: Page) =>
  page.evaluate(async () => {
    for (const name of await caches.keys()) if (name.includes(':images:')) await caches.delete(name);
  });

/** A kiosk stores the whole library from its twentieth second on, before some of these steps on a slow machine. */
async function forgetImages(kiosk: Page): Promise<void> {
  await deleteImages(kiosk);
  await (await kiosk.context().newCDPSession(kiosk)).send('Network.clearBrowserCache');
}

async function expectRoomInBar({ kiosk, road, server, library }: Device): Promise<void> {
  await forgetImages(kiosk);
  road.hold = /\/medium\//;
  await kiosk.setViewportSize({ width: 390, height: 844 });
  await kiosk.goto(`${road.origin}/circuit-tree/photos/${library.album.slug}?apiKey=${server.kioskKey}`);
  const bar = kiosk.getByRole('banner');
  const progress = await boxOf(bar.getByText('Storing 0 of 7'));
  const others = [bar.getByRole('button'), bar.getByRole('heading')];
  for (const other of (await Promise.all(others.map((each) => each.all()))).flat()) {
    const box = await boxOf(other);
    const isApart =
      box.x + box.width <= progress.x ||
      progress.x + progress.width <= box.x ||
      box.y + box.height <= progress.y ||
      progress.y + progress.height <= box.y;
    expect(isApart, `${JSON.stringify(box)} leaves room for ${JSON.stringify(progress)}`).toBe(true);
  }
  expect(progress.x + progress.width).toBeLessThanOrEqual(390);
  road.release();
  await kiosk.setViewportSize({ width: 1024, height: 768 });
}

async function boxOf(part: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await expect(part).toBeVisible({ timeout: 30_000 });
  const box = await part.boundingBox();
  if (!box) throw new Error('It has gone');
  return box;
}

/** The least recently shown album goes, the one on screen stays, and no page breaks. */
async function expectFullDevice({ kiosk, road, server, library }: Device): Promise<void> {
  const context = kiosk.context();
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
  await session.send('Storage.overrideQuotaForOrigin', { origin: road.origin, quotaSize: 1 });
  await deleteImages(kiosk);
  await kiosk.reload();
  await expect(kiosk.getByText('Offline ready 0/7 – storage full')).toBeVisible({ timeout: 30_000 });
  for (const url of library.images) expect(await showsImage(kiosk, url)).toBe(true);

  await test.step('nor where every write is refused', async () => {
    await session.send('Storage.overrideQuotaForOrigin', { origin: road.origin });
    await kiosk.goto(`${road.origin}/circuit-tree?apiKey=${server.kioskKey}`);
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
}
