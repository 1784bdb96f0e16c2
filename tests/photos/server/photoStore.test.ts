import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/core/db/open.ts';
import { PHOTO_PARTS, type Beside, type PhotoAddress, type PhotoStore } from '#server/photos/store/photoStore.ts';
import { openStore } from '#server/photos/store/stores.ts';
import '#server/subjects.ts';
import { bucketUrl, HAS_BUCKET } from '#support/server/testBucket.ts';

// The contract of every store of photos: of the folder in every run, of a real bucket in `npm run test:store`.

const DIGITS = '0123456789abcdef0123456789abcdef';
const ALBUM = '00000000-0000-4000-8000-000000000001';
const ADDRESS: PhotoAddress = { albumId: ALBUM, filename: `größe_写真-${DIGITS}.jpg` };
const OTHER: PhotoAddress = { albumId: ALBUM, filename: `größe_写真-a-${DIGITS}.jpg` };
const ALONE: Beside = { isAlone: true, guard: (_address, work) => work() };
const BESIDE_OTHERS: Beside = { ...ALONE, isAlone: false };

describe.each(HAS_BUCKET ? ['folder', 'bucket'] : ['folder'])('photos in a %s', (kind) => {
  const photosUrl = kind === 'bucket' ? bucketUrl() : undefined;
  let dataDir: string;
  let db: Database;
  let store: PhotoStore;
  let ahead = 0;

  const open = (folder: string) => openStore({ dataDir: folder, photosUrl }, { db, now: () => Date.now() + ahead });

  beforeEach(async () => {
    ahead = 0;
    dataDir = await mkdtemp(join(tmpdir(), 'circuit-tree-store-'));
    ({ db } = await openDatabase(dataDir, {}));
    store = await open(dataDir);
  });
  afterEach(async () => {
    for await (const { address } of store.list()) if (address) await store.remove(address);
    await db.destroy();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function staged(text: string, from = store) {
    const photo = await from.stage();
    for (const part of PHOTO_PARTS) await writeFile(photo.files[part], `${part} ${text}`);
    return photo;
  }

  async function kept(address: PhotoAddress, from = store) {
    return (await staged('one', from)).keep(address, { kind: 'png' });
  }

  async function listed(): Promise<(PhotoAddress | undefined)[]> {
    const found = [];
    for await (const { address } of store.list()) found.push(address);
    return found;
  }

  async function textOf(part: (typeof PHOTO_PARTS)[number]): Promise<string | undefined> {
    const file = await store.open(ADDRESS, part);
    if (!file) return undefined;
    const bytes = await buffer(file.stream);
    expect(bytes.length).toBe(file.bytes);
    return bytes.toString();
  }

  test('what is kept can be read, opened, listed and copied', async () => {
    const photo = await kept(ADDRESS);
    expect(await store.isPending(ADDRESS)).toBe(true);
    await photo.confirm();
    expect(await store.isPending(ADDRESS)).toBe(false);
    for (const part of PHOTO_PARTS) expect(await textOf(part)).toBe(`${part} one`);
    expect((await store.read(ADDRESS, 'thumbnail'))?.toString()).toBe('thumbnail one');
    expect(await store.isThere(ADDRESS)).toBe(true);
    await (await kept(OTHER)).confirm();
    const all = await listed();
    expect(all).toHaveLength(2);
    expect(all).toEqual(expect.arrayContaining([ADDRESS, OTHER]));
    const { parts, strays } = await store.partsOf(ADDRESS);
    expect(strays).toEqual([]);
    expect(parts.original).toMatch(/\/original\.png$/);
    await store.copy(parts.original!, join(dataDir, 'copy'));
    expect(await readFile(join(dataDir, 'copy'), 'utf8')).toBe('original one');
    expect(await store.withFile(parts.medium!, (file) => readFile(file, 'utf8'))).toBe('medium one');
  });

  test('what is not there is said to be missing', async () => {
    expect(await store.read(ADDRESS, 'medium')).toBeUndefined();
    expect(await store.open(ADDRESS, 'original')).toBeUndefined();
    expect(await store.isThere(ADDRESS)).toBe(false);
    expect(await store.partsOf(ADDRESS)).toEqual({ parts: {}, strays: [] });
    expect(await listed()).toEqual([]);
    await store.remove(ADDRESS);
    await expect(store.copy('photos/library/x', join(dataDir, 'copy'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('what is withdrawn or removed leaves nothing', async () => {
    await (await kept(ADDRESS)).withdraw();
    expect(await listed()).toEqual([]);
    expect(await store.isPending(ADDRESS)).toBe(false);
    await (await kept(ADDRESS)).confirm();
    await (await kept(OTHER)).confirm();
    await store.remove(ADDRESS);
    expect(await listed()).toEqual([OTHER]);
  });

  test('a file beside the three is kept, read in part, copied and removed with them', async () => {
    const part = 'beside-note.txt';
    const photo = await staged('one');
    await writeFile(photo.beside(part), 'a note');
    await (await photo.keep(ADDRESS, { kind: 'png', companions: [part] })).confirm();
    const other = await store.stage();
    await writeFile(other.beside('beside-more.txt'), 'more');
    await other.add(ADDRESS, 'beside-more.txt');
    await other.discard();
    const found = await store.partsOf(ADDRESS);
    expect(Object.keys(found.parts).toSorted()).toEqual(['beside-more.txt', part, ...PHOTO_PARTS].toSorted());
    expect(found.strays).toEqual([]);
    expect(await store.bytesOf(ADDRESS, part)).toBe(6);
    expect(await store.bytesOf(ADDRESS, 'beside-none.txt')).toBeUndefined();
    const some = await store.open(ADDRESS, part, { first: 2, last: 4 });
    expect([some?.bytes, some && (await buffer(some.stream)).toString()]).toEqual([3, 'not']);
    await store.remove(ADDRESS);
    expect(await store.isThere(ADDRESS)).toBe(false);
  });

  test('variants are replaced, with the original or without', async () => {
    await (await kept(ADDRESS)).confirm();
    await (await staged('two')).mend(ADDRESS);
    expect([await textOf('original'), await textOf('medium')]).toEqual(['original one', 'medium two']);
    await (await staged('three')).mend(ADDRESS, { kind: 'png' });
    expect([await textOf('original'), await textOf('thumbnail')]).toEqual(['original three', 'thumbnail three']);
  });

  test('photos in quarantine are not served', async () => {
    await (await kept(ADDRESS)).confirm();
    await (await kept(OTHER)).confirm();
    const { parts } = await store.partsOf(ADDRESS);
    await store.quarantine(parts.original!.replace(/\/original\.png$/, ''));
    expect(await listed()).toEqual([OTHER]);
    expect(await store.read(ADDRESS, 'medium')).toBeUndefined();
  });

  test('a start removes unfinished photos that have no row, and no other', async () => {
    await kept(ADDRESS);
    await kept(OTHER);
    await staged('never kept');
    await store.sweep(async ({ filename }) => filename === OTHER.filename, ALONE);
    expect(await listed()).toEqual([OTHER]);
    expect(await store.isPending(OTHER)).toBe(false);
  });

  test('a start beside other servers leaves their unfinished photos alone', async () => {
    const other = photosUrl ? await open(join(dataDir, 'other-server')) : store;
    await kept(ADDRESS, other);
    await store.sweep(async () => false, BESIDE_OTHERS);
    expect(await listed()).toEqual([ADDRESS]);
    if (photosUrl) {
      // Its own are removed at once; in a shared folder nobody's are.
      await kept(OTHER);
      await store.sweep(async () => false, BESIDE_OTHERS);
      expect(await listed()).toEqual([ADDRESS]);
    }
    // Those of a server that has been gone for long are removed.
    ahead = 31 * 60_000;
    await store.sweep(async () => false, BESIDE_OTHERS);
    expect(await listed()).toEqual([]);
    expect(await store.isPending(ADDRESS)).toBe(false);
  });

  test('a start beside other servers waits for whoever is at the same place, and keeps what that one has stored', async () => {
    const photo = await kept(ADDRESS);
    ahead = 31 * 60_000;
    const guard: Beside['guard'] = async (_address, work) => {
      await photo.confirm();
      await work();
    };
    await store.sweep(async () => false, { isAlone: false, guard });
    expect(await listed()).toEqual([ADDRESS]);
  });

  test('beside other servers, unfinished files are removed when they are a day old', async () => {
    const { files } = await staged('on its way');
    ahead = 23 * 60 * 60_000;
    await store.sweep(async () => false, BESIDE_OTHERS);
    expect(await readFile(files.original, 'utf8')).toBe('original on its way');
    ahead = 25 * 60 * 60_000;
    await store.sweep(async () => false, BESIDE_OTHERS);
    await expect(readFile(files.original)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('a trial shows whether the store can be written', async () => {
    await store.tryWriting();
    expect(await listed()).toEqual([]);
  });
});
