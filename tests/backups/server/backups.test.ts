import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OPEN_TO_OTHERS } from '#domain/backups/backupSentence.ts';
import { claimDuringRestore, DATABASE_FILE } from '#server/core/db/dataFolder.ts';
import { backUp, backUpDated, type BackupSource } from '#server/backups/backup.ts';
import { madeSentence } from '#server/backups/scheduledBackup.ts';
import { verifyLibrary } from '#server/library/verify.ts';
import { jpeg } from '#support/pictures/images.ts';
import { copyRowsBack, openEarlierDatabase } from '#support/server/earlierDatabase.ts';
import { CareLibrary, command } from '#support/server/careLibrary.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let library: CareLibrary;
let server: TestServer;
let client: PhotoClient;
/** The data folder of the running server, which has photos of its own once a test has added some. */
let dataDir: string;
/** For backups, new in each test. */
let folder: string;

const DAY_MS = 24 * 60 * 60 * 1000;
const APART = /is, holds or lies in the data folder \S+: a backup belongs in a folder apart/;
const SOUND = {
  code: 0,
  stdout: expect.stringMatching(/^photos \d+, missing 0, orphaned 0, mismatching 0\n$/),
  stderr: '',
};

beforeAll(async () => {
  library = await CareLibrary.make();
  dataDir = await library.copy();
  server = await startTestServer({ dataDir });
  client = await PhotoClient.on(server);
});
afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
  await library.remove();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'circuit-tree-backup-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function source(from: TestServer = server): BackupSource {
  const { photos, backupDatabase, now, settings } = from.dependencies;
  return { dataDir: settings.dataDir, store: photos.store, backupDatabase, now };
}

function run(args: string[], variables: Record<string, string> = {}) {
  return command(args, { DATA_DIR: dataDir, ...variables });
}

/** The first photo's file, in the library or in a backup of it. */
function originalIn(place: string): string {
  return join(library.photoFolder(place), 'original.jpg');
}

describe('backup FOLDER', () => {
  test(
    'made while photos come in starts as a server of its own, sound, with all that was acknowledged',
    { tags: ['full'] },
    async () => {
      const target = join(folder, 'new', 'folder');
      const uploading = (async () => {
        for (let seed = 10; seed < 18; seed += 1) {
          await client.upload(library.album.id, { 'more.jpg': await jpeg({ width: 80, height: 60, seed }) });
        }
      })();
      const report = await backUp(source(), target);
      await uploading;
      expect(report).toMatchObject({ missing: 0, damaged: 0, folder: target });
      const restored = await startTestServer({ dataDir: target });
      try {
        const found = await verifyLibrary(restored.dependencies.photos);
        expect(found).toEqual({ photos: report.photos, missing: [], orphaned: [], mismatching: [] });
        const visitor = await PhotoClient.on(restored);
        for (const photo of library.photos) {
          expect(await visitor.imageBytes(photo, 'medium')).toEqual(await client.imageBytes(photo, 'medium'));
        }
      } finally {
        await restored.close();
      }
    },
  );

  test('again copies only what is new, in place of the first', async () => {
    const target = join(folder, 'backup');
    expect(await run(['backup', target])).toMatchObject({ code: 0, stderr: '' });
    const before = await stat(originalIn(target));
    await client.upload(library.album.id, { 'new.jpg': await jpeg({ width: 80, height: 60, seed: 99 }) });
    const { stdout } = await run(['backup', target]);
    expect(stdout).toMatch(/^\d+ photos and the database are in \S+ \(3 files copied, \d+ kept from before\)\n$/);
    expect((await stat(originalIn(target))).ino).toBe(before.ino);
    expect(await readdir(folder)).toEqual(['backup']);
    expect(await command(['verify'], { DATA_DIR: target })).toMatchObject(SOUND);
  });

  test('can be checked with sha256sum, and is for its owner alone', async () => {
    const target = join(folder, 'backup');
    await backUp(source(), target);
    // Neither looking at it nor making another changes it.
    expect(await command(['verify'], { DATA_DIR: target })).toMatchObject(SOUND);
    const check = spawn('sha256sum', ['--check', '--quiet', '--strict', 'SHA256SUMS'], { cwd: target });
    expect(await once(check, 'close')).toEqual([0, null]);
    for (const path of [target, join(target, 'circuit-tree.sqlite'), originalIn(target)]) {
      expect((await stat(path)).mode & 0o077, path).toBe(0);
    }
  });

  test('says in a sentence where its disk lets others read it', async () => {
    const report = await backUp(source(), join(folder, 'told'));
    expect(madeSentence(report)).not.toContain(OPEN_TO_OTHERS);
    expect(madeSentence({ ...report, isOpenToOthers: true })).toContain(`. ${OPEN_TO_OTHERS}`);
  });

  test('refuses a folder of something else, a library that has been lived in, and the data folder', async () => {
    await mkdir(join(folder, 'something'));
    const sentence = `The folder ${folder} is not empty and holds no backup: a backup needs a new or an empty one`;
    await expect(backUp(source(), folder)).rejects.toThrow(sentence);
    const inhabited = join(folder, 'inhabited');
    await backUp(source(), inhabited);
    claimDuringRestore(inhabited)();
    await expect(backUp(source(), inhabited)).rejects.toThrow(
      `The folder ${inhabited} is not empty and holds no backup`,
    );
    await expect(backUp(source(), join(dataDir, 'backup'))).rejects.toThrow(APART);
    await expect(backUp(source(), dataDir)).rejects.toThrow(APART);
    await expect(backUpDated(source(), { place: dirname(dataDir), keep: 2 }), 'holds it').rejects.toThrow(APART);
    await symlink(dataDir, join(folder, 'link'));
    await expect(backUpDated(source(), { place: join(folder, 'link'), keep: 2 })).rejects.toThrow(APART);
  });

  test('tells, and takes from the backup before, what the library has lost or what was altered in it', async () => {
    const lossy = await library.copy();
    const [first, second] = [originalIn(lossy), join(library.photoFolder(lossy, library.photos[1]), 'original.jpg')];
    const target = join(folder, 'backup');
    await command(['backup', target], { DATA_DIR: lossy });
    await unlink(first);
    await appendFile(second, 'x');
    expect(await command(['backup', target], { DATA_DIR: lossy })).toMatchObject({ code: 0, stderr: '' });
    expect(await command(['verify'], { DATA_DIR: target })).toMatchObject(SOUND);
    const { code, stdout, stderr } = await command(['backup', join(folder, 'other')], { DATA_DIR: lossy });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^2 photos and .*; files of 2 photos are missing or damaged here: see verify\n$/);
    await rm(lossy, { recursive: true });
  });

  test('killed at any moment never looks whole, and the next one cleans up', { tags: ['full'] }, async () => {
    const target = join(folder, 'backup');
    for (const delay of [0, 60, 120]) {
      const child = spawn(process.execPath, ['server/cli/main.ts', 'backup', target], {
        env: { ...process.env, DATA_DIR: dataDir },
        stdio: 'ignore',
      });
      const ended = once(child, 'close');
      const begun = await Promise.race([
        ended.then(() => false),
        until(async () => (await readdir(folder)).length > 0),
      ]);
      if (begun !== false) await wait(delay);
      child.kill('SIGKILL');
      await ended;
      for (const name of await readdir(folder)) {
        if (name === 'backup') expect(await command(['verify'], { DATA_DIR: target })).toMatchObject(SOUND);
        else expect(await run(['restore', join(folder, name)])).toMatchObject({ code: 1, stdout: '' });
      }
      await rm(target, { recursive: true, force: true });
    }
    expect(await run(['backup', target])).toMatchObject({ code: 0 });
    expect(await readdir(folder)).toEqual(['backup']);
  });
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await wait(20);
}

describe('backup FOLDER --keep N', () => {
  test('keeps the N newest, each whole by itself, which share their photos', async () => {
    let now = Date.parse('2026-03-01T03:00:00Z');
    const nights = { ...source(), now: () => now };
    for (let night = 0; night < 4; night += 1) {
      const report = await backUpDated(nights, { place: folder, keep: 2 });
      expect(report.linked > 0).toBe(night > 0);
      now += DAY_MS;
    }
    const kept = ['2026-03-03T03-00-00Z', '2026-03-04T03-00-00Z'];
    expect((await readdir(folder)).sort()).toEqual(kept);
    const inodes = await Promise.all(kept.map(async (name) => (await stat(originalIn(join(folder, name)))).ino));
    expect(new Set(inodes).size).toBe(1);
    await rm(join(folder, kept[0]!), { recursive: true });
    expect(await command(['verify'], { DATA_DIR: join(folder, kept[1]!) })).toMatchObject(SOUND);
  });

  test(
    'reads the files again that backups share, in turn, and copies what has gone bad',
    { tags: ['full'] },
    async () => {
      let now = Date.parse('2026-03-01T03:00:00Z');
      const nights = { ...source(), now: () => now };
      const first = await backUpDated(nights, { place: folder, keep: 9 });
      await appendFile(originalIn(first.folder), 'x');
      const copied: number[] = [];
      for (let night = 0; night < 16; night += 1) {
        now += DAY_MS;
        copied.push((await backUpDated(nights, { place: folder, keep: 1 })).copied);
      }
      expect(Math.max(...copied)).toBe(1);
      const [newest = ''] = await readdir(folder);
      expect(await command(['verify'], { DATA_DIR: join(folder, newest) })).toMatchObject(SOUND);
    },
  );
});

describe('a backup that is no longer to be kept becomes the next one', () => {
  let now: number;
  const nights = (from = server) => ({ ...source(from), now: () => now });
  const backedUp = async (options: { keep: number; of?: ReturnType<typeof nights> }) => {
    now += DAY_MS;
    return backUpDated(options.of ?? nights(), { place: folder, keep: options.keep });
  };
  beforeEach(() => {
    now = Date.parse('2026-03-01T03:00:00Z');
  });

  test('and has what is new, not what is gone, and nothing else', async () => {
    const album = await client.createAlbum();
    const names: string[][] = [];
    for (let night = 0; night < 4; night += 1) {
      const { body } = await client.upload(album.id, {
        'night.jpg': await jpeg({ width: 80, height: 60, seed: 200 + night }),
        'gone.jpg': await jpeg({ width: 80, height: 60, seed: 300 + night }),
      });
      const [kept, gone] = body.photos;
      await backedUp({ keep: 3 });
      // Deleted for good after it was in a backup, and with the last one in its folder.
      await server.dependencies.photos.store.remove({ albumId: album.id, filename: gone!.filename });
      await server.dependencies.db.deleteFrom('photos').where('filename', '=', gone!.filename).execute();
      const { folder: newest, ...report } = await backedUp({ keep: 3 });
      expect(report).toMatchObject({ copied: 0, missing: 0, damaged: 0 });
      expect(await command(['verify'], { DATA_DIR: newest })).toMatchObject(SOUND);
      names.push((await readdir(join(newest, 'photos/library', album.id))).sort());
      expect(names.at(-1)).toContain(kept!.filename.replace(/\.jpg$/, ''));
      expect(names.at(-1)).toHaveLength(night + 1);
    }
    const left = await readdir(folder);
    expect(left).toHaveLength(3);
    for (const name of left) expect(await command(['verify'], { DATA_DIR: join(folder, name) })).toMatchObject(SOUND);
  });

  test('without the file that went bad in it and is whole again in the newest', async () => {
    const first = await backedUp({ keep: 9 });
    // Each night those files are read again whose hash begins with its digit: the second of these nights is this one's.
    const hash = createHash('sha256').update(await readFile(originalIn(first.folder)));
    const digit = Number.parseInt(hash.digest('hex').slice(0, 1), 16);
    while (Math.floor(now / DAY_MS + 2) % 16 !== digit) now += DAY_MS;
    await appendFile(originalIn(first.folder), 'x');
    const reports = [];
    for (let night = 0; night < 6; night += 1) reports.push(await backedUp({ keep: 3 }));
    expect(reports.reduce((sum, { copied }) => sum + copied, 0)).toBe(1);
    for (const name of await readdir(folder)) {
      expect(await command(['verify'], { DATA_DIR: join(folder, name) })).toMatchObject(SOUND);
    }
  });

  test.each([1, 2, 3])(
    'never the newest: with %d kept, backups that fail leave it',
    { tags: ['full'] },
    async (keep) => {
      for (let night = 0; night < 4; night += 1) await backedUp({ keep });
      const [newest = ''] = (await readdir(folder)).sort().toReversed();
      const failing = { ...nights(), backupDatabase: () => Promise.reject(new Error('disk I/O error')) };
      for (let night = 0; night < 3; night += 1) {
        await expect(backedUp({ keep, of: failing })).rejects.toThrow('disk I/O error');
      }
      const whole = (await readdir(folder)).filter((name) => !name.endsWith('.unfinished')).sort();
      expect(whole.at(-1)).toBe(newest);
      expect(whole.length).toBeGreaterThanOrEqual(Math.max(1, keep - 1));
      expect(await command(['verify'], { DATA_DIR: join(folder, newest) })).toMatchObject(SOUND);
      await backedUp({ keep });
      expect((await readdir(folder)).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
    },
  );

  test('killed at any moment, the newest is there and the next one cleans up', { tags: ['full'] }, async () => {
    const keepTwo = ['backup', folder, '--keep', '2'];
    for (const delay of [300, 450, 600, 750]) {
      while ((await readdir(folder)).length < 2) {
        expect(await run(keepTwo)).toMatchObject({ code: 0 });
        await wait(1_000);
      }
      const [newest = ''] = (await readdir(folder)).sort().toReversed();
      const child = spawn(process.execPath, ['server/cli/main.ts', ...keepTwo], {
        env: { ...process.env, DATA_DIR: dataDir },
        stdio: 'ignore',
      });
      const ended = once(child, 'close');
      await wait(delay);
      child.kill('SIGKILL');
      await ended;
      expect(await readdir(folder)).toContain(newest);
      expect(await command(['verify'], { DATA_DIR: join(folder, newest) })).toMatchObject(SOUND);
    }
    expect(await run(keepTwo)).toMatchObject({ code: 0 });
    for (const name of await readdir(folder)) {
      expect(await command(['verify'], { DATA_DIR: join(folder, name) })).toMatchObject(SOUND);
    }
  });
});

describe('restore FOLDER', () => {
  let target: string;
  let home: string;
  beforeEach(async () => {
    target = join(folder, 'backup');
    home = join(folder, 'home');
    await backUp(source(), target);
  });
  const restore = (...args: string[]) => command(['restore', ...args], { DATA_DIR: home });

  test('is the way back, from one backup or the newest of many', async () => {
    expect(await restore(target)).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining(`are in ${home}\n`),
    });
    expect(await command(['verify'], { DATA_DIR: home })).toMatchObject(SOUND);
    await rm(home, { recursive: true });
    const dated = join(folder, 'dated');
    for (const hour of [1, 2]) {
      await backUpDated({ ...source(), now: () => hour * 3_600_000 }, { place: dated, keep: 5 });
    }
    expect((await restore(dated)).stdout).toContain(`of ${join(dated, '1970-01-01T02-00-00Z')} are in`);
    expect(await readFile(originalIn(home))).toEqual(await readFile(originalIn(dataDir)));
  });

  test('takes a backup of a version that had no states, with what was in its trash, waited and was gone', async () => {
    const file = join(target, DATABASE_FILE);
    const earlier = join(folder, 'earlier');
    await mkdir(earlier);
    await (await openEarlierDatabase(earlier, { last: '047-one-node-history' })).destroy();
    copyRowsBack(file, join(earlier, DATABASE_FILE));
    const sqlite = new Sqlite(join(earlier, DATABASE_FILE));
    const [first, second] = library.photos.map(({ filename }) => filename);
    const trash = sqlite.prepare('update photos set trashed_at = ?, trashed_with = ? where filename = ?');
    trash.run(server.dependencies.now(), null, first);
    trash.run(server.dependencies.now(), '?', second);
    sqlite.close();
    await rename(join(earlier, DATABASE_FILE), file);

    expect(await restore(target)).toMatchObject({ code: 0, stderr: '' });
    expect(await command(['verify'], { DATA_DIR: home })).toMatchObject(SOUND);
    const restored = await startTestServer({ dataDir: home });
    const owner = await PhotoClient.on(restored);
    const list = async (path: string) => (await owner.ask<{ name: string }[]>(`GET ${path}`)).body;
    expect(await list('/photos/trash')).toMatchObject([{ name: 'a.jpg' }]);
    expect(await list('/photos/waiting')).toMatchObject([{ name: 'b.jpg' }]);
    expect((await owner.photos(library.album.id)).map(({ filename }) => filename)).not.toContain(first);
    await restored.close();
  });

  test('refuses to write over a library, and with --replace keeps it', async () => {
    await cp(library.folder, home, { recursive: true });
    await writeFile(join(home, 'note'), 'mine');
    const refused = await restore(target);
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: `${home} is not empty: say --replace, which keeps what is there in a folder beside it\n`,
    });
    const { code, stdout } = await restore(target, '--replace');
    expect(code).toBe(0);
    const kept = /what was there before is in (\S+)\n/.exec(stdout)?.[1] ?? '';
    expect(await readFile(join(kept, 'note'), 'utf8')).toBe('mine');
    expect(await command(['verify'], { DATA_DIR: kept })).toMatchObject(SOUND);
    expect(await command(['verify'], { DATA_DIR: home })).toMatchObject(SOUND);
  });

  test('refuses while a server runs on the data folder', async () => {
    const release = claimDuringRestore(home);
    const refused = await restore(target, '--replace');
    release();
    expect(refused).toEqual({ code: 1, stdout: '', stderr: `A server is running on ${home}: stop it first\n` });
  });

  test.each(['nothing', 'an unfinished backup', 'a damaged database'])('refuses %s', async (what) => {
    if (what === 'nothing') await rm(target, { recursive: true });
    if (what === 'an unfinished backup') await rename(target, `${target}.unfinished`);
    if (what === 'a damaged database') await writeFile(join(target, 'circuit-tree.sqlite'), 'x'.repeat(5000));
    const { code, stdout, stderr } = await restore(what === 'an unfinished backup' ? `${target}.unfinished` : target);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^There is no backup in|is a backup that was never finished\n$|cannot be restored: .* damaged/,
    );
    expect((await readdir(home).catch(() => [])).filter((name) => name.startsWith('circuit'))).toEqual([]);
  });

  test('restores what there is of a backup that lost a photo, and says so', async () => {
    await rm(library.photoFolder(target), { recursive: true });
    expect(await restore(target)).toMatchObject({
      code: 1,
      stderr: 'The backup lacks files of 1 photo: verify names them\n',
    });
    expect((await command(['verify'], { DATA_DIR: home })).stdout).toMatch(/missing 3, orphaned 0, mismatching 0/);
  });
});
