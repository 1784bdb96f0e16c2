import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { Permission } from '#contract/permissions.ts';
import { jpeg } from '#support/pictures/images.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { TabletClient } from '#support/server/tabletClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let client: PhotoClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await PhotoClient.on(server);
});
afterAll(() => server.close());

async function overviewFor(...permissions: Permission[]) {
  const { token } = await server.signIn({ permissions });
  return (await server.call(ADMIN_PATHS.overview, { token })).body;
}

it('is empty at first', async () => {
  expect(await overviewFor('photos:read')).toEqual({
    library: { photos: 0, albums: 0, recent: [] },
    nodes: { total: 0, late: 0, failing: 0 },
  });
});

it('tells each person what they may see, and counts nothing that is in the trash but its bytes', async () => {
  const album = await client.createAlbum({ name: 'Lakes' });
  const pictures = { 'a.jpg': await jpeg({ seed: 1 }), 'b.jpg': await jpeg({ seed: 2 }) };
  const { photos } = (await client.upload(album.id, pictures)).body;
  const bytes = Object.values(pictures).reduce((sum, { length }) => sum + length, 0);
  await client.ask(`DELETE ${API_PATHS.albumPhotos(album.id)}`, { filenames: [photos[1]?.filename] });

  const library = { photos: 1, albums: 1, recent: [{ ...photos[0], albumName: 'Lakes' }] };
  expect(await overviewFor('photos:read')).toEqual({ library, nodes: { total: 0, late: 0, failing: 0 } });
  expect(await overviewFor()).toEqual({ nodes: { total: 0, late: 0, failing: 0 } });
  expect(await overviewFor('admin')).toEqual({
    library,
    space: { used: bytes, free: expect.any(Number) },
    nodes: { total: 0, late: 0, failing: 0 },
    tablets: { onWall: 0, away: 0, offline: 0, waiting: 0 },
    waiting: 0,
  });
});

it('counts the tablets for admins: on the wall, silent, offline and not opened yet, without those revoked', async () => {
  const tablets = await TabletClient.on(server);
  const [offline, away, onWall] = [await tablets.make(), await tablets.make(), await tablets.make()];
  await tablets.make();
  const revoked = await tablets.make();
  await tablets.admin('DELETE', ADMIN_PATHS.tablet(revoked.id));
  const report = ({ key }: { key: string }) =>
    tablets.tablet(key, `POST ${API_PATHS.kioskReport}`, { path: '/circuit-tree' });
  await report(offline);
  server.clock.advance(12 * 60_000);
  await report(away);
  server.clock.advance(4 * 60_000);
  await report(onWall);
  expect(await overviewFor('admin')).toMatchObject({ tablets: { onWall: 1, away: 1, offline: 1, waiting: 1 } });
});

it('shows the eight photos uploaded last, the latest first', async () => {
  const album = await client.createAlbum();
  const names = Array.from({ length: 9 }, (_, index) => `${index}.jpg`);
  for (const [index, name] of names.entries())
    await client.upload(album.id, { [name]: await jpeg({ seed: 10 + index }) });
  const overview = JSON.stringify(await overviewFor('photos:write'));
  const shown = [...overview.matchAll(/"filename":"(\d)-/g)].map(([, digit]) => digit);
  expect(shown.join('')).toBe('87654321');
});
