import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Source, SourceList } from '#contract/schemas/arrivals/sources.ts';
import { jpeg } from '../../support/pictures/images.ts';
import { FakeImmich } from '../../support/server/fakeImmich.ts';
import { PhotoClient } from '../../support/server/photoClient.ts';
import { fieldOf, startTestServer, type TestServer } from '../../support/server/testServer.ts';

let server: TestServer;
let client: PhotoClient;
let immich: FakeImmich;
let token: string;
beforeEach(async () => {
  immich = await FakeImmich.start();
  server = await startTestServer();
  client = await PhotoClient.on(server);
  token = (await server.signIn({ permissions: ['admin'] })).token;
});
afterEach(async () => {
  await server.close();
  await immich.close();
});

const small = (seed: number) => jpeg({ width: 60, height: 40, seed });
const post = (path: string, body?: object) => server.call(path, { method: 'POST', token, body });
const door = () => ({ url: immich.url, apiKey: immich.key });
const follow = () => post('/sources', { kind: 'immich', ...door(), immichAlbumId: immich.albumId, albumId: null });

async function source(): Promise<Source | undefined> {
  const { body } = await server.call('/sources', { token });
  const list: SourceList = JSON.parse(JSON.stringify(body));
  return list.sources[0];
}

/** The captions of the album's photos. */
async function captions(): Promise<string[]> {
  const [album] = await client.albums();
  return album
    ? (await client.photos(album.id))
        .map(({ caption = '' }) => caption)
        .toSorted((one, other) => (one < other ? -1 : 1))
    : [];
}

const eventually = (what: () => Promise<unknown>) => expect.poll(what, { timeout: 20_000 });

test.each(['v1', 'v3'] as const)(
  'the list equals the album, and follows what comes and goes: %s',
  async (version) => {
    immich.version = version;
    immich.assets = [
      { id: 'a', bytes: await small(1), description: 'At the lake' },
      { id: 'b', bytes: await small(2), name: 'raw.dng', description: 'Shown as a preview' },
      { id: 'film', bytes: Buffer.from('film'), type: 'VIDEO' },
    ];
    expect((await post('/sources/immich/albums', door())).body).toEqual([{ id: 'album-1', name: 'Family', photos: 3 }]);
    const id = fieldOf(await follow(), 'id');
    await eventually(captions).toEqual(['At the lake', 'Shown as a preview']);
    const [album] = await client.albums();
    expect(album).toMatchObject({ name: 'Family' });
    expect((await client.photos(album!.id))[0]?.takenAt).toBe('2024-05-06T07:08:09.000Z');

    immich.assets = [...immich.assets.slice(1), { id: 'c', bytes: await small(3), description: 'New' }];
    await post(`/sources/${id}/read`);
    await eventually(captions).toEqual(['New', 'Shown as a preview']);
    expect((await client.ask<unknown[]>('GET /photos/trash')).body).toHaveLength(1);
    // An empty album that says so is believed.
    immich.assets = [];
    await post(`/sources/${id}/read`);
    await eventually(captions).toEqual([]);
    expect(immich.writes).toEqual([]);
  },
  60_000,
);

test('what is away, or cannot be understood, changes nothing and is said', async () => {
  immich.assets = [
    { id: 'a', bytes: await small(4), description: 'One' },
    { id: 'b', bytes: await small(5), description: 'Two' },
  ];
  const id = fieldOf(await follow(), 'id');
  await eventually(captions).toEqual(['One', 'Two']);
  for (const [trouble, state, message] of [
    [500, 'away', /says 500/],
    ['slow-down', 'away', /says 429/],
    ['html', 'failed', /does not understand/],
    ['short', 'failed', /names 2 photos in the album and lists 1/],
    [404, 'failed', /perhaps the album is gone/],
  ] as const) {
    immich.trouble = trouble;
    await post(`/sources/${id}/read`);
    await eventually(source).toMatchObject({ state, message: expect.stringMatching(message) });
    expect(await captions()).toEqual(['One', 'Two']);
  }
  immich.trouble = undefined;
  await post(`/sources/${id}/read`);
  await eventually(source).toMatchObject({ state: 'ok', photos: 2 });
}, 60_000);

test('its key is stored encrypted, told to nobody, and a wrong one is refused before anything is made', async () => {
  const refused = await post('/sources/immich/albums', { ...door(), apiKey: 'wrong' });
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(/does not accept the key/) } });
  expect((await post('/sources/immich/albums', { url: 'file:///etc', apiKey: 'x' })).status).toBe(400);
  await follow();
  const rows = await server.dependencies.db.selectFrom('sources').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(immich.key);
  expect(JSON.stringify((await server.call('/sources', { token })).body)).not.toContain(immich.key);
});
