import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import { openDependencies } from '#support/server/library.ts';
import { Repair } from '#server/library/repair.ts';
import { isSound, verifyLibrary } from '#server/library/verify.ts';
import { FolderStore } from '#server/photos/store/folderStore.ts';
import type { StoredParts } from '#server/photos/store/photoStore.ts';
import { CareLibrary } from '#support/server/careLibrary.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

// A repair takes hours in a large library, whose server goes on.

let library: CareLibrary;
let dataDir: string;
let server: TestServer;
let client: PhotoClient;
beforeAll(async () => {
  library = await CareLibrary.make();
});
afterAll(() => library.remove());
beforeEach(async () => {
  dataDir = await library.copy();
  server = await startTestServer({ dataDir });
  client = await PhotoClient.on(server);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function deleteForGood(filename: string): Promise<void> {
  const deleted = await client.ask<{ ids: string[] }>(`DELETE ${API_PATHS.albumPhotos(library.album.id)}`, {
    filenames: [filename],
  });
  const removed = await client.ask(`DELETE ${ADMIN_PATHS.trash}`, { ids: deleted.body.ids });
  expect([deleted.status, removed.status]).toEqual([200, 200]);
  await server.dependencies.photos.removal.run();
}

test.each(['before', 'after'])(
  'a photo that is deleted for good %s its images are made again gets none',
  async (when) => {
    const { photos } = server.dependencies;
    const [photo] = library.photos;
    await appendFile(join(library.photoFolder(dataDir), 'medium.jpg'), 'x');
    const decode = photos.decoder.decode.bind(photos.decoder);
    vi.spyOn(photos.decoder, 'decode').mockImplementationOnce(async (...args) => {
      if (when === 'before') await deleteForGood(photo!.filename);
      const decoded = await decode(...args);
      if (when === 'after') await deleteForGood(photo!.filename);
      return decoded;
    });
    const repair = new Repair(photos);
    await verifyLibrary(photos, repair);
    expect([repair.mended, repair.lost, repair.quarantined]).toEqual([[], [], []]);
    expect(isSound(await verifyLibrary(photos))).toBe(true);
    expect(await client.leftovers()).toEqual([]);
  },
);

/** The operator's process, which shares nothing with the server but the database and the folder. */
async function repairBeside(onLastLook: () => Promise<void>): Promise<{ quarantined: string[]; orphaned: string[] }> {
  const beside = await openDependencies(server.dependencies.settings);
  try {
    const { photos } = beside;
    const isThere = photos.store.isThere.bind(photos.store);
    vi.spyOn(photos.store, 'isThere').mockImplementationOnce(async (address) => {
      await onLastLook();
      return isThere(address);
    });
    const repair = new Repair(photos);
    const { orphaned } = await verifyLibrary(photos, repair);
    return { quarantined: repair.quarantined, orphaned };
  } finally {
    await beside.close();
  }
}

/** The files of the first photo without a row, as an earlier crash may have left them. */
async function leaveOrphan(): Promise<void> {
  const { db } = server.dependencies;
  await db.deleteFrom('photos').where('filename', '=', library.photos[0]!.filename).execute();
}

const upload = () => client.upload(library.album.id, { 'a.jpg': library.pictures['a.jpg']! });

async function expectWhole(uploaded: Awaited<ReturnType<typeof upload>>): Promise<void> {
  expect(uploaded.status).toBe(201);
  const images = await Promise.all(
    (['medium', 'thumbnail'] as const).map((variant) => client.image(uploaded.body.photos[0]!, variant)),
  );
  expect(images.map(({ status }) => status)).toEqual([200, 200]);
  expect(isSound(await verifyLibrary(server.dependencies.photos))).toBe(true);
  expect(await client.leftovers()).toEqual([]);
}

test('a photo that another process uploads where files were left over is not put aside', async () => {
  await leaveOrphan();
  const uploads: Awaited<ReturnType<typeof upload>>[] = [];
  const found = await repairBeside(async () => void uploads.push(await upload()));
  expect(found).toEqual({ quarantined: [], orphaned: [] });
  await expectWhole(uploads[0]!);
});

test('nor is one whose row is still to come, or whose place is cleared under its hands', async () => {
  const { photos } = server.dependencies;
  await leaveOrphan();
  const { promise: whileItWaits, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: placed, resolve: isPlaced } = Promise.withResolvers<void>();
  const add = photos.photos.add.bind(photos.photos);
  vi.spyOn(photos.photos, 'add').mockImplementationOnce(async (...args) => {
    isPlaced();
    await whileItWaits;
    return add(...args);
  });
  const uploads: ReturnType<typeof upload>[] = [];
  const found = await repairBeside(() => {
    uploads.push(upload());
    return placed;
  });
  expect(found).toEqual({ quarantined: [], orphaned: [] });
  goOn();
  await expectWhole(await uploads[0]!);
});

test('files that are left over are put aside, also by another process, and those that vanish meanwhile are no trouble', async () => {
  await leaveOrphan();
  const folder = `photos/library/${library.album.id}/${library.photos[0]!.filename.replace('.jpg', '')}`;
  const found = await repairBeside(async () => undefined);
  expect(found.quarantined).toEqual([folder]);
  await writeFile(join(library.photoFolder(dataDir, library.photos[1]), 'stray.txt'), '');
  let listed: StoredParts | undefined;
  const listing = vi.spyOn(FolderStore.prototype, 'partsOf').mockImplementationOnce(async function (
    this: FolderStore,
    address,
  ) {
    listing.mockRestore();
    listed = await this.partsOf(address);
    for (const stray of listed.strays) await rm(join(dataDir, stray));
    return listed;
  });
  expect(await repairBeside(async () => undefined)).toEqual({ quarantined: [], orphaned: [] });
  expect(listed?.strays).toHaveLength(1);
});
