import { expect } from '#support/browser/e2e.ts';
import { ask, askStart, showsImage } from '#support/kiosk/kioskPage.ts';
import { test } from '#support/browser/offlineTest.ts';
import { controlled } from '#support/browser/tablet.ts';

// The worker's own rules, through a real page in front of a real server: what is answered when nothing else answers.

test('nothing but the real thing is stored', async ({ kiosk, road, server, library }) => {
  const [image = ''] = library.images;
  await road.turn('portal');
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

test('a signed-in answer is never stored, nor what an admin page looks at', async ({ kiosk, road, api, library }) => {
  const [image = ''] = library.images;
  const authorization = { Authorization: `Bearer ${api.token}` };
  // The kiosk home asks with its key now and then, and would be a kiosk again.
  await kiosk.goto(`${road.origin}/`);
  expect((await ask(kiosk, '/photos/albums', authorization)).status).toBe(200);
  expect(await showsImage(kiosk, image)).toBe(true);
  expect(await kiosk.evaluate(async (url) => Boolean(await caches.match(url, { ignoreVary: true })), image)).toBe(
    false,
  );
  await road.turn('dead');
  expect((await ask(kiosk, '/photos/albums', authorization)).status).toBe(0);
  expect((await ask(kiosk, '/photos/albums')).status).toBe(0);
});

test('one key never sees what is stored for another, nor does a stranger', async ({ kiosk, road, server, library }) => {
  await askStart(kiosk, server.kioskKey, library.album.id);
  await road.turn('dead');
  expect((await ask(kiosk, '/photos/albums', { 'X-API-Key': server.kioskKey })).status).toBe(200);
  expect((await ask(kiosk, '/photos/albums', { 'X-API-Key': `${server.kioskKey}x` })).status).toBe(0);
  expect((await ask(kiosk, '/photos/albums')).status).toBe(0);
  expect((await ask(kiosk, '/auth/check-api-key/other')).status).toBe(0);
});

test('half of everything deleted underfoot is fetched again @full', async ({ kiosk, road, server, library }) => {
  await askStart(kiosk, server.kioskKey, library.album.id);
  for (const url of library.images) await showsImage(kiosk, url);
  const precached = () =>
    kiosk.evaluate(async () => {
      const name = (await caches.keys()).find((cacheName) => cacheName.includes('precache')) ?? '';
      return (await (await caches.open(name)).keys()).length;
    });
  const whole = await precached();
  await kiosk.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const requests = await cache.keys();
      await Promise.all(requests.filter((_, at) => at % 2 === 0).map((request) => cache.delete(request)));
    }
  });
  // Or the page would take the pictures from its own memory.
  await kiosk.reload();
  await controlled(kiosk);
  expect((await askStart(kiosk, server.kioskKey, library.album.id)).photos.status).toBe(200);
  for (const url of library.images) expect(await showsImage(kiosk, url)).toBe(true);
  await expect
    .poll(() =>
      kiosk.evaluate(async () => {
        const names = (await caches.keys()).filter((name) => name.includes(':images:'));
        const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return lists.flat().length;
      }),
    )
    .toBeGreaterThanOrEqual(library.images.length);
  // The page has heard from the server, and the worker mends its shell.
  await expect.poll(precached).toBe(whole);
  await road.turn('dead');
  await kiosk.goto(`${road.origin}/circuit-tree?apiKey=${server.kioskKey}`, { waitUntil: 'commit' });
  await expect(kiosk.locator('#root')).not.toBeEmpty();
  for (const url of library.images) expect(await showsImage(kiosk, url)).toBe(true);
});

test('a stored page has the headers that the server gave it at its address', async ({ kiosk, road, server }) => {
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

test('administration says that it needs the server, and opens by itself when that is back @full', async ({
  kiosk,
  road,
}) => {
  for (const weather of ['dead', 'bad gateway'] as const) {
    await road.turn(weather);
    await kiosk.goto(`${road.origin}/admin/photos`, { waitUntil: 'commit' });
    await expect(kiosk.getByRole('heading', { name: 'The server is out of reach' })).toBeVisible();
    await road.turn('fine');
    await expect(kiosk.getByText('You must be logged in')).toBeVisible();
  }
});
