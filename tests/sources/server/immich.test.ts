import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { Source, SourceList } from '#contract/sources/schemas.ts';
import { jpeg } from '#support/pictures/images.ts';
import { upgradeEarlierSources } from '../support/earlierSources.ts';
import { BOMB_BYTES, type FakeAsset, FakeImmich } from '#support/server/fakeImmich.ts';
import type { ImmichVersion } from '#support/server/immichAnswers.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { fieldOf, startTestServer, type TestServer } from '#support/server/testServer.ts';

const VERSIONS: ImmichVersion[] = ['1.100.0', '1.118.0', '1.138.1', '2.2.3', '2.7.5', '3.0.0', '3.2.2'];
/** The last of each kind: the album lists its assets, or a search does. */
const KINDS: ImmichVersion[] = ['2.7.5', '3.2.2'];

let server: TestServer;
let client: PhotoClient;
let immich: FakeImmich;
let token: string;
beforeAll(async () => {
  immich = await FakeImmich.start();
});
beforeEach(async () => {
  immich.reset();
  await start();
});
afterEach(() => server.close());
afterAll(() => immich.close());

async function start(dataDir?: string): Promise<void> {
  server = await startTestServer(dataDir === undefined ? {} : { dataDir });
  client = await PhotoClient.on(server);
  token = (await server.signIn({ permissions: ['admin'] })).token;
}

const small = (seed: number) => jpeg({ width: 60, height: 40, seed });
const post = (path: string, body?: object) => server.call(path, { method: 'POST', token, body });
const door = () => ({ url: immich.url, apiKey: immich.key });

async function follow(albumId: string | null = null): Promise<string> {
  const made = await post('/sources', { kind: 'immich', ...door(), immichAlbumId: immich.albumId, albumId });
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
    const song: FakeAsset = { id: 'song', bytes: Buffer.from('song'), type: 'AUDIO' };
    immich.assets = [lake, raw, song];
    expect((await post('/sources/immich/albums', door())).body).toEqual([{ id: 'album-1', name: 'Family', photos: 3 }]);
    const id = await follow();
    await eventually(captions).toEqual(['At the lake', 'Shown as a preview']);
    const [album] = await client.albums();
    expect(album).toMatchObject({ name: 'Family' });
    expect((await shown())[0]?.takenAt).toBe('2024-05-06T07:08:09.000Z');
    expect(immich.pictures.toSorted()).toEqual(['original a', 'thumbnail b']);

    // Described anew: the same photo, which is not read again.
    const before = sorted((await shown()).map(({ filename }) => filename));
    immich.assets = [{ ...lake, description: 'At Lake Garda' }, raw, song];
    await read(id);
    await eventually(captions).toEqual(['At Lake Garda', 'Shown as a preview']);
    expect(sorted((await shown()).map(({ filename }) => filename))).toEqual(before);
    expect(immich.pictures).toHaveLength(2);

    // Replaced there by another picture, which is another photo here.
    immich.assets = [{ ...lake, bytes: await small(4), description: 'Replaced' }, raw, song];
    await read(id);
    await eventually(captions).toEqual(['Replaced', 'Shown as a preview']);
    expect(await inTrash()).toHaveLength(1);

    immich.assets = [raw, song, { id: 'c', bytes: await small(3), description: 'New' }];
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

test.each([
  ['endless', /more than 100,000 photos/, 101],
  ['long texts', /more than 64 MB of text/, 7],
  // Once with descriptions, once without.
  ['endless nothing', /names 1 photo in the album and lists 0/, 1_000],
] as const)('pages without an end are read up to a bound: %s', async (trouble, says, searches) => {
  immich.version = '3.2.2';
  immich.assets = [{ id: 'a', bytes: await small(6), description: 'One' }];
  const id = await follow();
  await eventually(captions).toEqual(['One']);
  immich.trouble = trouble;
  immich.searches = 0;
  await read(id, { state: 'failed', message: expect.stringMatching(says) });
  expect(immich.searches).toBe(searches);
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
  const bytes = Buffer.from('song');
  const songs = Array.from({ length: 1_003 }, (_, index) => ({ id: `f${index}`, bytes, type: 'AUDIO' as const }));
  immich.assets = [...songs, { id: 'last', bytes: await small(1), description: 'On the second page' }];
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

/** The names under which the photos of an album came. */
async function namesIn(albumId: string): Promise<string[]> {
  const photos = server.dependencies.db
    .selectFrom('photos')
    .select('original_filename')
    .where('album_id', '=', albumId);
  const rows = await photos.where('state', '=', 'shown').execute();
  return sorted(rows.map((row) => row.original_filename));
}
const overview = async () => (await server.call(ADMIN_PATHS.overview, { token })).body;
/** The sentences of the audit log about what left. */
async function whatLeft(): Promise<unknown[]> {
  const { body } = await server.call('/audit?topic=deletions', { token });
  const { entries }: { entries: { what: string }[] } = JSON.parse(JSON.stringify(body));
  return entries.map(({ what }) => what);
}

test('an album that takes the name of one here takes nothing from it, and has one of its own', async () => {
  const [one, two] = [await small(1), await small(2)];
  const family = await client.createAlbum({ name: 'Family' });
  await client.upload(family.id, { 'mine-0.jpg': one, 'mine-1.jpg': two });
  immich.albumName = 'Mallory';
  const id = await follow();
  immich.albumName = 'Family';
  immich.assets = [
    { id: 'i0', bytes: one },
    { id: 'i1', bytes: two },
    { id: 'i2', bytes: await small(3) },
  ];
  await read(id, { state: 'ok', photos: 3 });
  expect(await namesIn(family.id)).toEqual(['mine-0.jpg', 'mine-1.jpg']);
  const own = (await client.albums()).find(({ slug }) => slug !== family.slug);
  expect(own).toMatchObject({ name: 'Family' });
  // Its photos go on coming into this album, also after the album was renamed here or in Immich.
  immich.albumName = 'Mallory again';
  await server.call(`/photos/albums/${own!.id}`, { method: 'PATCH', token, body: { name: 'From Immich' } });
  immich.assets = [{ id: 'i3', bytes: await small(4) }];
  await read(id, { state: 'ok', photos: 1 });
  expect(await namesIn(own!.id)).toEqual(['i3.jpg']);
  expect(await namesIn(family.id)).toEqual(['mine-0.jpg', 'mine-1.jpg']);
  expect(await client.albums()).toHaveLength(2);
});

test('what was in the album before stays when it leaves Immich, and what left is one entry of the audit log', async () => {
  const mine = await small(1);
  const family = await client.createAlbum({ name: 'Family' });
  await client.upload(family.id, { 'mine.jpg': mine });
  const theirs = await Promise.all([2, 3, 4].map(async (seed) => ({ id: `i${seed}`, bytes: await small(seed) })));
  immich.assets = [{ id: 'i1', bytes: mine }, ...theirs];
  const id = await follow(family.id);
  await eventually(source).toMatchObject({ state: 'ok', photos: 4 });
  expect(await namesIn(family.id)).toHaveLength(4);
  immich.assets = [{ id: 'i2', bytes: await small(5) }];
  await read(id, { state: 'ok', photos: 1 });
  expect(await namesIn(family.id)).toEqual(['i2.jpg', 'mine.jpg']);
  expect(await whatLeft()).toEqual(['2 photos of “Family” left Immich, 1 photo of “Family” was replaced there']);
  // The photo by hand is not its own when it comes back either.
  immich.assets = [...immich.assets, { id: 'i1', bytes: mine }];
  await read(id, { state: 'ok', photos: 2 });
  immich.assets = [];
  await read(id, { state: 'ok', photos: 0 });
  expect(await namesIn(family.id)).toEqual(['mine.jpg']);
  expect(await whatLeft()).toHaveLength(2);
});

test('a source that is removed and added again finds the album that it made', async () => {
  immich.assets = [{ id: 'a', bytes: await small(1), description: 'One' }];
  const first = await follow();
  await eventually(captions).toEqual(['One']);
  expect((await server.call(`/sources/${first}`, { method: 'DELETE', token })).status).toBe(200);
  immich.assets = [...immich.assets, { id: 'b', bytes: await small(2), description: 'Two' }];
  await follow();
  await eventually(captions).toEqual(['One', 'Two']);
  expect(await client.albums()).toHaveLength(1);
});

test('photos for an album that was deleted wait until it is restored', async () => {
  const family = await client.createAlbum({ name: 'Family' });
  const id = await follow(family.id);
  await server.call(`/photos/albums/${family.id}`, { method: 'DELETE', token });
  immich.assets = [{ id: 'a', bytes: await small(1) }];
  await read(id, { state: 'failed', message: expect.stringMatching(/Its album was deleted: restore it/) });
  expect(await client.albums()).toEqual([]);
});

describe('a reading that would take most of it to the trash', () => {
  /** A library that has read all 40 photos: each test goes on with a copy of it. */
  let folder: string;
  let assets: FakeAsset[];
  let id: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'circuit-tree-immich-test-'));
    await start(join(folder, 'read'));
    const picture = await small(1);
    const bytesOf = (index: number) => Buffer.concat([picture, Buffer.from(`${index}`)]);
    assets = Array.from({ length: 40 }, (_, index) => ({ id: `a${index}`, bytes: bytesOf(index) }));
    immich.assets = assets;
    id = await follow();
    await vi.waitFor(async () => expect(await source()).toMatchObject({ state: 'ok', photos: 40 }), {
      timeout: 30_000,
    });
    await server.close();
  });
  beforeEach(async () => {
    await server.close();
    const dataDir = await mkdtemp(join(folder, 'copy-'));
    await cp(join(folder, 'read'), dataDir, { recursive: true });
    await start(dataDir);
    server.clock.advance(60_000);
    immich.assets = assets.slice(25);
    await read(id, { state: 'ok', leaving: { photos: 25 } });
  });
  afterAll(() => rm(folder, { recursive: true }));
  const decide = (action: string, namedAt: string | undefined) => post(`/sources/${id}/left`, { action, namedAt });

  test('waits for an admin’s yes, and is named to admins alone', async () => {
    await read(id, { state: 'ok', leaving: { photos: 25 } });
    expect(await shown()).toHaveLength(40);
    expect(await inTrash()).toEqual([]);
    expect(await overview()).toMatchObject({ leaving: [{ source: 'Family', photos: 25 }] });
    const other = await server.signIn({ permissions: ['photos:write'] });
    expect((await server.call(ADMIN_PATHS.overview, { token: other.token })).body).not.toHaveProperty('leaving');

    const named = (await source())?.leaving?.namedAt;
    expect(await decide('trash', named)).toMatchObject({ status: 200 });
    await eventually(inTrash).toHaveLength(25);
    expect(await shown()).toHaveLength(15);
    expect(await source()).not.toHaveProperty('leaving');
    expect(await overview()).not.toHaveProperty('leaving');
    expect(await whatLeft()).toEqual(['25 photos of “Family” left Immich']);
    const { body } = await server.call('/audit?topic=settings', { token });
    expect(body).toMatchObject({
      entries: [
        { action: 'leaving-approved', what: '25 photos of “Family” that left Immich' },
        { action: 'source-read' },
        {},
        {},
      ],
    });
    expect(await decide('trash', named)).toMatchObject({ status: 409 });
  });

  test('and the yes is to what was named then, and is still gone', async () => {
    const named = (await source())?.leaving?.namedAt;
    server.clock.advance(60_000);
    // Five are back, and two more have left.
    immich.assets = [...assets.slice(0, 5), ...assets.slice(27)];
    await read(id, { state: 'ok', leaving: { photos: 22 } });
    // Back between the last reading and the yes.
    immich.assets = [...assets.slice(0, 6), ...assets.slice(27)];
    expect(await decide('trash', named)).toMatchObject({ status: 200 });
    await eventually(inTrash).toHaveLength(19);
    await eventually(source).toMatchObject({ state: 'ok', leaving: { photos: 2 } });
    expect(await shown()).toHaveLength(21);
  });

  test('stays when an admin keeps it, also when it comes back and leaves once more', async () => {
    expect(await decide('keep', (await source())?.leaving?.namedAt)).toMatchObject({ status: 200 });
    await eventually(source).toMatchObject({ state: 'ok', photos: 15 });
    expect(await source()).not.toHaveProperty('leaving');
    immich.assets = assets;
    await read(id, { state: 'ok', photos: 40 });
    immich.assets = assets.slice(25);
    await read(id, { state: 'ok', photos: 15 });
    expect(await shown()).toHaveLength(40);
    expect(await inTrash()).toEqual([]);
  });

  test('is no way around by listing each picture twice', async () => {
    const again = assets.map(({ id: first, bytes }) => ({ id: `again-${first}`, bytes }));
    immich.assets = [...assets, ...again];
    await read(id, { state: 'ok', photos: 80 });
    immich.assets = [];
    await read(id, { state: 'ok', leaving: { photos: 40 } });
    expect(await shown()).toHaveLength(40);
  });

  test('takes a time, and asks for a source that goes on', async () => {
    expect(await decide('trash', 'yesterday')).toMatchObject({ status: 400 });
    await server.call(`/sources/${id}`, { method: 'PATCH', token, body: { paused: true } });
    expect(await decide('trash', (await source())?.leaving?.namedAt)).toMatchObject({ status: 409 });
    expect(await decide('keep', (await source())?.leaving?.namedAt)).toMatchObject({ status: 200 });
  });
});

test('a library of an earlier version: what was there before its source is not the source’s own', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'circuit-tree-immich-test-'));
  await server.close();
  await start(dataDir);
  const [mine, theirs] = [await small(1), await small(2)];
  const family = await client.createAlbum({ name: 'Family' });
  await client.upload(family.id, { 'mine.jpg': mine });
  server.clock.advance(1_000);
  const id = await follow(family.id);
  server.clock.advance(1_000);
  immich.assets = [
    { id: 'a', bytes: mine },
    { id: 'b', bytes: theirs },
  ];
  await read(id, { state: 'ok', photos: 2 });
  await upgradeEarlierSources(server.dependencies.db);
  await server.close();
  immich.assets = [];
  await start(dataDir);
  await eventually(source).toMatchObject({ state: 'ok', photos: 0 });
  expect(await namesIn(family.id)).toEqual(['mine.jpg']);
  expect(await whatLeft()).toEqual(['1 photo of “Family” left Immich']);
  await rm(dataDir, { recursive: true, force: true });
});

test('a library of an earlier version: an album of its own stays its own, whatever it is called', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'circuit-tree-immich-test-'));
  await server.close();
  await start(dataDir);
  immich.assets = [{ id: 'a', bytes: await small(1), description: 'One' }];
  const id = await follow();
  await eventually(source).toMatchObject({ state: 'ok', photos: 1 });
  await upgradeEarlierSources(server.dependencies.db);
  await server.close();
  await start(dataDir);
  immich.albumName = 'Another name';
  immich.assets = [...immich.assets, { id: 'b', bytes: await small(2), description: 'Two' }];
  await read(id, { state: 'ok', photos: 2 });
  expect(await captions()).toEqual(['One', 'Two']);
  expect(await client.albums()).toHaveLength(1);
  await rm(dataDir, { recursive: true, force: true });
});

test('a source that is paused while it is read takes no further photo, and nothing to the trash', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'circuit-tree-immich-test-'));
  await server.close();
  await start(dataDir);
  const pictures = Array.from({ length: 12 }, async (_, index) => ({ id: `a${index}`, bytes: await small(index) }));
  const [first, ...others] = await Promise.all(pictures);
  immich.assets = [first!];
  const id = await follow();
  await eventually(source).toMatchObject({ state: 'ok', photos: 1 });
  immich.assets = others;
  let pausing: Promise<unknown> | undefined;
  const pause = () => server.call(`/sources/${id}`, { method: 'PATCH', token, body: { paused: true } });
  immich.beforePicture = () => (pausing ??= pause());
  await post(`/sources/${id}/read`);
  await eventually(source).toMatchObject({ state: 'paused' });
  await server.close();
  await start(dataDir);
  expect(await inTrash()).toEqual([]);
  expect((await shown()).length).toBeLessThan(8);
  await rm(dataDir, { recursive: true, force: true });
});

test('who adds, changes, reads and removes a source is in the audit log, and a change names its fields', async () => {
  const id = await follow();
  const change = (body: object) => server.call(`/sources/${id}`, { method: 'PATCH', token, body });
  for (const body of [{ details: 'no json' }, { details: {} }, { place: '/etc' }, { kind: 'folder' }, { name: ' ' }])
    expect(await change(body)).toMatchObject({ status: 400 });
  expect(await change({ name: 'Ours', paused: true })).toMatchObject({ status: 200, body: { state: 'paused' } });
  expect(await change({ paused: false })).toMatchObject({ status: 200 });
  await read(id);
  await server.call(`/sources/${id}`, { method: 'DELETE', token });
  const { body } = await server.call('/audit?topic=settings', { token });
  expect(body).toMatchObject({
    entries: [
      { action: 'source-removed', what: '“Ours”' },
      { action: 'source-read', what: '“Ours”' },
      { action: 'source-changed', what: '“Ours”: goes on' },
      { action: 'source-changed', what: '“Family”: is called “Ours” now, is paused' },
      { action: 'source-added', what: `“Family” (${immich.url})` },
    ],
  });
});
