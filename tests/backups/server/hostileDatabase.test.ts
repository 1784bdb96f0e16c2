import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backUp, backUpDated, type BackupSource } from '#server/backups/backup.ts';
import { webpQueries } from '#server/photos/webp/webpQueries.ts';
import { WebpMaker } from '#server/photos/webp/webpMaker.ts';
import { CareLibrary, command } from '#support/server/careLibrary.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

// Somebody tampered with a database, or made a backup for us: nothing outside of the data folder is written or removed.

const DIGITS = '0'.repeat(32);
let library: CareLibrary;
/** The folder that the data folder lies in, with a folder that is none of the server's. */
let home: string;
let dataDir: string;

beforeAll(async () => {
  library = await CareLibrary.make();
});
afterAll(() => library.remove());
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'circuit-tree-hostile-'));
  dataDir = join(home, 'data');
  await rename(await library.copy(), dataDir);
  await mkdir(join(home, 'victim'));
  await writeFile(join(home, 'victim', 'letter'), 'mine');
});
afterEach(() => rm(home, { recursive: true, force: true }));

function tamper(...statements: string[]): void {
  const sqlite = new Sqlite(join(dataDir, 'circuit-tree.sqlite'));
  sqlite.pragma('foreign_keys = off');
  for (const statement of statements) sqlite.exec(statement);
  sqlite.close();
}

/** The photos of the album `id` of ours are in an album of this id, whose files are where the paths then lead. */
function renameAlbum(id: string): void {
  tamper(
    `update circuit_tree_contents set album_id = '${id}'`,
    `update photos set album_id = '${id}'`,
    `update albums set id = '${id}'`,
  );
}

async function isUntouched(): Promise<void> {
  expect(await readdir(join(home, 'victim'))).toEqual(['letter']);
  expect(await readFile(join(home, 'victim', 'letter'), 'utf8')).toBe('mine');
  expect((await readdir(home)).filter((name) => name.startsWith('escape'))).toEqual([]);
}

async function started<Result>(act: (server: TestServer) => Promise<Result>): Promise<Result> {
  const server = await startTestServer({ dataDir });
  try {
    return await act(server);
  } finally {
    await server.close();
  }
}

function sourceOf({ dependencies: { photos, backupDatabase, now } }: TestServer): BackupSource {
  return { dataDir, store: photos.store, backupDatabase, now };
}

describe('restore', () => {
  test.each([
    ['an album', () => renameAlbum('../../../escape')],
    ['a photo', () => tamper(`update photos set filename = '../../../../escape' || id || '-${DIGITS}.jpg'`)],
    ['files of another name', () => tamper(`update photos set files_named = '../../../../escape-${DIGITS}.jpg'`)],
    ["another album's files", () => tamper(`update photos set files_in = '../../../escape'`)],
    ['files to remove', () => tamper(`insert into files_to_remove values ('../../..', 'victim.jpg')`)],
    [
      'an unfinished upload',
      () => tamper(`insert into pending_files values ('../../..', 'victim.jpg', 'somebody', 0)`),
    ],
  ])('refuses a backup that names %s outside, with a sentence', async (_, attack) => {
    attack();
    const { code, stdout, stderr } = await command(['restore', dataDir], { DATA_DIR: join(home, 'new') });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain("is none of this app's");
    await isUntouched();
  });
});

describe('a start', () => {
  test('removes no folder that a note of files to remove leads to, and the files of other notes all the same', async () => {
    const [photo] = library.photos;
    tamper(
      `insert into files_to_remove values ('../../..', 'victim.jpg')`,
      `insert into files_to_remove select album_id, filename from photos where filename = '${photo!.filename}'`,
      `delete from photos where filename = '${photo!.filename}'`,
    );
    await started(async ({ dependencies: { photos, db } }) => {
      await photos.removal.run();
      expect(await db.selectFrom('files_to_remove').selectAll().execute()).toEqual([]);
    });
    await isUntouched();
    await expect(stat(library.photoFolder(dataDir))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('goes on where a photo is said to be elsewhere, and sends nothing from there', async () => {
    const [photo, other] = library.photos;
    await mkdir(join(home, 'victim', photo!.filename.replace('.jpg', '')), { recursive: true });
    await writeFile(join(home, 'victim', photo!.filename.replace('.jpg', ''), 'medium.jpg'), 'secret');
    tamper(`update photos set files_in = '../../../victim' where filename = '${photo!.filename}'`);
    await started(async (server) => {
      const client = await PhotoClient.on(server);
      const outside = await client.image(photo!, 'medium');
      expect([outside.status, await outside.text()]).not.toContain('secret');
      expect((await client.image(other!, 'medium')).status).toBe(200);
    });
  });
});

describe('a backup', () => {
  test('of a library that names folders outside is refused', async () => {
    renameAlbum('../../../escape');
    await started(async (server) => {
      await expect(backUp(sourceOf(server), join(home, 'backups', 'one'))).rejects.toThrow("is none of this app's");
    });
    await isUntouched();
  });

  test('that takes over an expired one removes nothing that its list of hashes names elsewhere', async () => {
    const place = join(home, 'backups');
    await started(async (server) => {
      let now = Date.parse('2026-03-01T03:00:00Z');
      const nightly = () => backUpDated({ ...sourceOf(server), now: () => now }, { place, keep: 2 });
      await nightly();
      now += 24 * 60 * 60_000;
      await nightly();
      const [first] = (await readdir(place)).toSorted();
      const sums = join(place, first!, 'SHA256SUMS');
      await writeFile(sums, `${await readFile(sums, 'utf8')}${'0'.repeat(64)}  ../../victim/letter\n`);
      now += 24 * 60 * 60_000;
      await nightly();
    });
    await isUntouched();
  });
});

describe('images in WebP', () => {
  test('are neither made nor removed outside, and other photos get theirs', async () => {
    const [photo] = library.photos;
    tamper(`update photos set files_in = '../../../../escape' where filename = '${photo!.filename}'`);
    await started(async ({ dependencies: { photos, db, leader, now, settings } }) => {
      const maker = new WebpMaker({
        ...photos,
        copies: photos.webpCopies!,
        queries: webpQueries(db),
        leader,
        now,
        maxPixels: settings.maxImagePixels,
        freeShare: async () => 0.5,
        forgetImages: () => undefined,
        pause: () => nextTurn(),
      });
      await maker.makeMissing();
      const address = { albumId: '../../..', filename: 'victim.jpg' };
      await expect(photos.webpCopies!.remove(address)).rejects.toThrow('cannot have stored');
    });
    await isUntouched();
    expect(await readdir(join(dataDir, 'photos', 'webp', library.album.id))).toHaveLength(1);
  });
});
