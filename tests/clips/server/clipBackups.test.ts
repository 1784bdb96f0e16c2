import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backUp, backUpDated } from '#server/backups/backup.ts';
import { follow } from '#server/backups/follow.ts';
import { DATABASE_FILE } from '#server/core/db/dataFolder.ts';
import { verifyCopy } from '#server/library/verify.ts';
import { photoWith, withClip } from '../support/clipUploads.ts';
import { video } from '../support/videos.ts';
import { jpeg } from '#support/pictures/images.ts';
import { command } from '#support/server/careLibrary.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let client: PhotoClient;
let folder: string;
beforeEach(async () => {
  server = await startTestServer();
  client = await PhotoClient.on(server);
  folder = await mkdtemp(join(tmpdir(), 'circuit-tree-clips-'));
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

function source() {
  const { photos, backupDatabase, now, settings } = server.dependencies;
  return { dataDir: settings.dataDir, store: photos.store, backupDatabase, now };
}

async function clipsIn(place: string): Promise<string[]> {
  const files = await readdir(place, { recursive: true });
  return files.filter((file) => file.endsWith('/beside-clip.mp4')).map((file) => join(place, file));
}

test('a backup has the clip, and says when it is altered or lost', async () => {
  await photoWith(client, await video());
  const copy = join(folder, 'copy');
  await backUp(source(), copy);
  expect(await verifyCopy(copy)).toMatchObject({ photos: 1, missing: [], mismatching: [], orphaned: [] });
  const [clip = ''] = await clipsIn(copy);
  await appendFile(clip, 'x');
  expect((await verifyCopy(copy)).mismatching).toEqual([expect.stringContaining('(beside-clip.mp4)')]);
  await rm(clip);
  expect((await verifyCopy(copy)).missing).toEqual([expect.stringContaining('(beside-clip.mp4)')]);
});

/** Makes a backup like one of a server that knew no files beside a photo's own. */
async function makeOlder(): Promise<void> {
  const backup = (await readdir(folder)).find((name) => name.endsWith('Z')) ?? '';
  const sqlite = new Sqlite(join(folder, backup, DATABASE_FILE));
  sqlite.exec('alter table photos drop column companions');
  sqlite.close();
}

test.each(['this server', 'an earlier one'])(
  'a clip that is added after a backup of %s follows, and comes back',
  async (which) => {
    const { id } = await client.createAlbum();
    const picture = await jpeg();
    await client.upload(id, { 'IMG_1.jpg': picture });
    await backUpDated(source(), { place: folder, keep: 3 });
    if (which === 'an earlier one') await makeOlder();
    await client.send(id, withClip(picture, await video()));
    await follow(source(), folder);
    const restored = join(folder, 'restored');
    expect(await command(['restore', folder], { DATA_DIR: restored })).toMatchObject({ code: 0, stderr: '' });
    expect(await clipsIn(restored)).toHaveLength(1);
    expect(await verifyCopy(restored)).toMatchObject({ photos: 1, missing: [], orphaned: [] });
  },
);
