import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import { isSound, verifyLibrary } from '#server/photos/maintenance/verify.ts';
import { CareLibrary } from '../../support/server/careLibrary.ts';
import { PhotoClient } from '../../support/server/photoClient.ts';
import { startTestServer, type TestServer } from '../../support/server/testServer.ts';

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
    const repair = photos.repair();
    await verifyLibrary(photos, repair);
    expect([repair.mended, repair.lost, repair.quarantined]).toEqual([[], [], []]);
    expect(isSound(await verifyLibrary(photos))).toBe(true);
    expect(await client.leftovers()).toEqual([]);
  },
);
