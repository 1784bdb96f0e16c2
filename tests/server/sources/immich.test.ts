import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { Source, SourceList } from '#contract/schemas/arrivals/sources.ts';
import { jpeg } from '../../support/pictures/images.ts';
import { BOMB_BYTES, type FakeAsset, FakeImmich } from '../../support/server/fakeImmich.ts';
import type { ImmichVersion } from '../../support/server/immichAnswers.ts';
import { PhotoClient } from '../../support/server/photoClient.ts';
import { fieldOf, startTestServer, type TestServer } from '../../support/server/testServer.ts';

const VERSIONS: ImmichVersion[] = ['1.100.0', '1.118.0', '1.138.1', '2.2.3', '2.7.5', '3.0.0', '3.2.2'];
/** The last of each kind: the album lists its assets, or a search does. */
const KINDS: ImmichVersion[] = ['2.7.5', '3.2.2'];

let server: TestServer;
let client: PhotoClient;
let immich: FakeImmich;
let token: string;
beforeEach(async () => {
  immich = await FakeImmich.start();
  await start();
});
afterEach(async () => {
  await server.close();
  await immich.close();
});

async function start(dataDir?: string): Promise<void> {
  server = await startTestServer(dataDir === undefined ? {} : { dataDir });
  client = await PhotoClient.on(server);
  token = (await server.signIn({ permissions: ['admin'] })).token;
}

const small = (seed: number) => jpeg({ width: 60, height: 40, seed });
const post = (path: string, body?: object) => server.call(path, { method: 'POST', token, body });
const door = () => ({ url: immich.url, apiKey: immich.key });

async function follow(): Promise<string> {
  const made = await post('/sources', { kind: 'immich', ...door(), immichAlbumId: immich.albumId, albumId: null });
  expect(made).toMatchObject({ status: 201 });
  return fieldOf(made, 'id');
}

async function source(): Promise<Source | undefined> {
  const { body } = await server.call('/sources', { token });
  const list: SourceList = JSON.parse(JSON.stringify(body));
  return list.sources[0];
}

async function shown() {
  const [album] = await client.albums();
  return album ? client.photos(album.id) : [];
}

const sorted = (texts: string[]) => texts.toSorted((one, other) => (one < other ? -1 : 1));
/** The captions of the album's photos. */
const captions = async () => sorted((await shown()).map(({ caption = '' }) => caption));
const inTrash = async () => (await client.ask<unknown[]>('GET /photos/trash')).body;

const eventually = (what: () => Promise<unknown>) => expect.poll(what, { timeout: 30_000 });

/** Resolves when a reading that began after this call has ended. */
async function read(id: string, outcome: Partial<Source> | object = { state: 'ok' }): Promise<void> {
  await eventually(source).not.toMatchObject({ state: 'reading' });
  expect((await post(`/sources/${id}/read`)).status).toBe(202);
  await eventually(source).toMatchObject(outcome);
}

test.each(VERSIONS)(
  'the list equals the album, and follows what comes, changes and goes: %s',
  async (version) => {
    immich.version = version;
    const lake: FakeAsset = { id: 'a', bytes: await small(1), description: 'At the lake' };
    const raw: FakeAsset = { id: 'b', bytes: await small(2), name: 'raw.dng', description: 'Shown as a preview' };
    const film: FakeAsset = { id: 'film', bytes: Buffer.from('film'), type: 'VIDEO' };
    immich.assets = [lake, raw, film];
    expect((await post('/sources/immich/albums', door())).body).toEqual([{ id: 'album-1', name: 'Family', photos: 3 }]);
    const id = await follow();
    await eventually(captions).toEqual(['At the lake', 'Shown as a preview']);
    const [album] = await client.albums();
    expect(album).toMatchObject({ name: 'Family' });
    expect((await shown())[0]?.takenAt).toBe('2024-05-06T07:08:09.000Z');
    expect(immich.pictures.toSorted()).toEqual(['original a', 'thumbnail b']);

    // Described anew: the same photo, which is not read again.
    const before = sorted((await shown()).map(({ filename }) => filename));
    immich.assets = [{ ...lake, description: 'At Lake Garda' }, raw, film];
    await read(id);
    await eventually(captions).toEqual(['At Lake Garda', 'Shown as a preview']);
    expect(sorted((await shown()).map(({ filename }) => filename))).toEqual(before);
    expect(immich.pictures).toHaveLength(2);

    // Replaced there by another picture, which is another photo here.
    immich.assets = [{ ...lake, bytes: await small(4), description: 'Replaced' }, raw, film];
    await read(id);
    await eventually(captions).toEqual(['Replaced', 'Shown as a preview']);
    expect(await inTrash()).toHaveLength(1);

    immich.assets = [raw, film, { id: 'c', bytes: await small(3), description: 'New' }];
    await read(id);
    await eventually(captions).toEqual(['New', 'Shown as a preview']);
    await eventually(inTrash).toHaveLength(2);

    // An empty album that says so is believed.
    immich.assets = [];
    await read(id);
    await eventually(captions).toEqual([]);
    expect(immich.writes).toEqual([]);
  },
  120_000,
);

test.each(['2.7.5', '3.2.2'] as const)(
  'a picture that was edited there is shown as it was edited: %s',
  async (version) => {
    immich.version = version;
    const asset: FakeAsset = { id: 'a', bytes: await small(1), description: 'Original' };
    immich.assets = [asset];
    const id = await follow();
    await eventually(shown).toMatchObject([{ width: 60 }]);
    const editing = async (width: number) => {
      immich.assets = [{ ...asset, edited: await jpeg({ width, height: 40, seed: 1 }) }];
      await read(id);
      await eventually(shown).toMatchObject([{ width }]);
    };
    await editing(30);
    await editing(20);
    expect(immich.pictures).toEqual(['original a', 'original a', 'original a']);
  },
);

test('a caption that somebody wrote here is not written over, and two of one picture are one photo', async () => {
  const bytes = await small(1);
  const twice = { id: 'b', bytes };
  immich.assets = [{ id: 'a', bytes, description: 'Theirs' }];
  const id = await follow();
  await eventually(captions).toEqual(['Theirs']);
  const [photo] = await shown();
  const [album] = await client.albums();
  const options = { method: 'PATCH', body: { caption: 'Ours' }, version: photo!.version };
  const changed = await client.call(ADMIN_PATHS.photo(album!.id, photo!.filename), options);
  expect(changed.status).toBe(200);
  immich.assets = [{ id: 'a', bytes, description: 'Theirs again' }, twice];
  await read(id, { state: 'ok', photos: 2 });
  expect(await captions()).toEqual(['Ours']);
  // Another person's copy of it left the album, and this one is still in it.
  immich.assets = [twice];
  await read(id, { state: 'ok', photos: 1 });
  expect(await captions()).toEqual(['Ours']);
  expect(await inTrash()).toEqual([]);
});

test.each(KINDS)(
  'what is away, or cannot be understood, changes nothing and is said: %s',
  async (version) => {
    immich.version = version;
    immich.assets = [
      { id: 'a', bytes: await small(4), description: 'One' },
      { id: 'b', bytes: await small(5), description: 'Two' },
    ];
    const id = await follow();
    await eventually(captions).toEqual(['One', 'Two']);
    for (const [trouble, state, message] of [
      [500, 'away', /says 500/],
      [503, 'away', /says 503/],
      [429, 'away', /says 429/],
      ['html', 'failed', /does not understand/],
      ['cut json', 'failed', /does not understand/],
      ['no count', 'failed', /does not understand/],
      ['nameless', 'failed', /does not understand/],
      ['twice', 'failed', /does not understand/],
      ['huge count', 'failed', /more than 100,000 photos/],
      ['short', 'failed', /names 2 photos in the album and lists 1/],
      ['long', 'failed', /names 2 photos in the album and lists 3/],
      [400, 'failed', /perhaps the album is gone/],
      [404, 'failed', /perhaps the album is gone/],
      [403, 'failed', /needs album\.read, asset\.read, asset\.view and asset\.download/],
    ] as const) {
      immich.trouble = trouble;
      await read(id, { state, message: expect.stringMatching(message) });
      expect(await captions()).toEqual(['One', 'Two']);
      immich.trouble = undefined;
      await read(id, { state: 'ok', photos: 2 });
    }
    expect(await inTrash()).toEqual([]);
  },
  120_000,
);

/** The most that the memory of this process, and so of the server in it, grows while something is done. */
async function memoryGrowthOf(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const sample = () => (most = Math.max(most, process.memoryUsage.rss()));
  const sampling = setInterval(sample, 2);
  await work();
  clearInterval(sampling);
  sample();
  return most - before;
}

test.each([
  ['2.7.5', /more than 32 MB at once: nothing was changed/],
  ['3.2.2', /more than 10 MB at once: nothing was changed/],
] as const)(
  'a response that unpacks to very much is read up to a bound, and changes nothing: %s',
  async (version, says) => {
    immich.version = version;
    immich.assets = [{ id: 'a', bytes: await small(6), description: 'One' }];
    const id = await follow();
    await eventually(captions).toEqual(['One']);
    expect(immich.accepted).toBe('identity');
    // Read once before, so that what the server needs for any reading is there.
    await read(id);
    const fail = async (trouble: FakeImmich['trouble'], message: RegExp) => {
      immich.trouble = trouble;
      await read(id, { state: 'failed', message: expect.stringMatching(message) });
      expect(await captions()).toEqual(['One']);
    };
    const most = BOMB_BYTES / 3;
    expect(await memoryGrowthOf(() => fail('bomb', says))).toBeLessThan(most);
    // Not many bytes, and far more memory than bytes.
    expect(await memoryGrowthOf(() => fail('tiny values', /does not understand/))).toBeLessThan(most);
    expect(await inTrash()).toEqual([]);
    immich.trouble = undefined;
    await read(id, { state: 'ok', photos: 1 });
  },
);

test('pages without an end are read up to a bound', async () => {
  immich.version = '3.2.2';
  immich.assets = [{ id: 'a', bytes: await small(6), description: 'One' }];
  const id = await follow();
  await eventually(captions).toEqual(['One']);
  immich.trouble = 'endless';
  immich.searches = 0;
  await read(id, { state: 'failed', message: expect.stringMatching(/more than 100,000 photos/) });
  expect(immich.searches).toBe(101);
  expect(await captions()).toEqual(['One']);
});

test('a picture that does not come is said, tried again, and does not stop the others', async () => {
  const good = { id: 'good', bytes: await small(1), description: 'Good' };
  const bad = { id: 'bad', bytes: await small(2), description: 'Bad' };
  immich.assets = [{ ...bad, pictureTrouble: 500 }, { id: 'lost', bytes: bad.bytes, pictureTrouble: 404 }, good];
  const id = await follow();
  await eventually(source).toMatchObject({ state: 'away', message: expect.stringMatching(/says 500/), photos: 1 });
  expect(await source()).toMatchObject({
    refused: [{ file: 'lost', message: 'Immich lists this picture and does not give it (404)' }],
  });
  immich.assets = [{ ...bad, pictureTrouble: 'cut' }, good];
  await read(id, { state: 'away', message: expect.stringMatching(/Immich broke off/), refused: [] });
  expect(await captions()).toEqual(['Good']);
  immich.assets = [bad, good];
  await read(id, { state: 'ok', photos: 2 });
  expect(await captions()).toEqual(['Bad', 'Good']);
});

test('a server that gives no pictures at all is not asked for each of many', async () => {
  const bytes = await small(1);
  immich.assets = Array.from({ length: 40 }, (_, index) => ({ id: `a${index}`, bytes, pictureTrouble: 503 }));
  await follow();
  await eventually(source).toMatchObject({ state: 'away', message: expect.stringMatching(/says 503/) });
  expect(immich.pictures.length).toBeLessThan(20);
});

test('a search that leaves out what Immich has not read yet is asked without descriptions', async () => {
  immich.version = '3.2.2';
  immich.assets = [
    { id: 'a', bytes: await small(1), description: 'Read' },
    { id: 'b', bytes: await small(2), isUnread: true },
  ];
  const id = await follow();
  await eventually(captions).toEqual(['', 'Read']);
  immich.assets = [immich.assets[0]!, { id: 'b', bytes: immich.assets[1]!.bytes, description: 'Now read too' }];
  await read(id);
  await eventually(captions).toEqual(['Now read too', 'Read']);
});

test('more photos than a page of the search has', async () => {
  immich.version = '3.0.0';
  const bytes = Buffer.from('film');
  const films = Array.from({ length: 1_003 }, (_, index) => ({ id: `f${index}`, bytes, type: 'VIDEO' as const }));
  immich.assets = [...films, { id: 'last', bytes: await small(1), description: 'On the second page' }];
  await follow();
  await eventually(captions).toEqual(['On the second page']);
});

test('a restart goes on where it stopped, and follows what left meanwhile', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'circuit-tree-immich-test-'));
  await server.close();
  await start(dataDir);
  immich.version = '3.2.2';
  const [one, two] = [await small(1), await small(2)];
  immich.assets = [
    { id: 'a', bytes: one, description: 'One' },
    { id: 'b', bytes: two, description: 'Two', pictureTrouble: 503 },
  ];
  const id = await follow();
  await eventually(source).toMatchObject({ state: 'away', photos: 1 });
  immich.assets = [{ id: 'b', bytes: two, description: 'Two' }];
  await server.close();
  await start(dataDir);
  await eventually(captions).toEqual(['Two']);
  expect(await source()).toMatchObject({ id });
  await eventually(inTrash).toHaveLength(1);
  await rm(dataDir, { recursive: true, force: true });
});

test('its key is stored encrypted, told to nobody, and a wrong one is refused before anything is made', async () => {
  for (const apiKey of ['wrong', 'not\na header', 'schlüssel…']) {
    const refused = await post('/sources/immich/albums', { ...door(), apiKey });
    const message = 'Immich does not accept the key: make a new one there';
    expect({ status: refused.status, body: refused.body }).toEqual({ status: 400, body: { message } });
  }
  expect((await post('/sources/immich/albums', { url: 'file:///etc', apiKey: 'x' })).status).toBe(400);
  for (const path of ['/sources', '/sources/immich/albums']) {
    const url = immich.url.replace('http://', 'http://anna:her-password@');
    const { status, body } = await post(path, {
      kind: 'immich',
      ...door(),
      url,
      immichAlbumId: immich.albumId,
      albumId: null,
    });
    expect({ status, body }).toEqual({
      status: 400,
      body: {
        message: 'Enter the address of Immich without a name and password before the host: the key alone opens it',
      },
    });
  }
  await follow();
  const rows = await server.dependencies.db.selectFrom('sources').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(immich.key);
  expect(JSON.stringify((await server.call('/sources', { token })).body)).not.toContain(immich.key);
});
