import { NO_PEERS } from '#server/peers/peers.ts';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { BackupSchedule, FOLLOW } from '#server/photos/maintenance/backups/backupSchedule.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { CareLibrary, command } from '../../support/server/careLibrary.ts';
import { Launch } from '../../support/server/launch.ts';

// BACKUP_DIR, BACKUP_EVERY and BACKUP_KEEP.

const HOUR_MS = 3_600_000;

let library: CareLibrary;
let folder: string;
let dataDir: string;
let dir: string;
beforeAll(async () => {
  library = await CareLibrary.make();
});
afterAll(() => library.remove());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'circuit-tree-schedule-'));
  dataDir = await library.copy();
  dir = join(folder, 'backups');
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});

function backup() {
  return command(['backup'], { DATA_DIR: dataDir, BACKUP_DIR: dir });
}

function schedule(clock = { ahead: 0 }): BackupSchedule {
  const plan = { dir, everyMs: HOUR_MS, keep: 2, isOfEnvironment: true };
  const plans = { current: async () => plan, choose: async () => undefined, roots: [], usualKeep: 7, everyMs: HOUR_MS };
  return new BackupSchedule({ plans, dataDir, now: () => Date.now() + clock.ahead, peers: NO_PEERS });
}

test(
  'the server makes backups by itself, keeps as many as it shall, and each is whole',
  { tags: ['full'] },
  async () => {
    const env = { BACKUP_DIR: dir, BACKUP_EVERY: '1s', BACKUP_KEEP: '2' };
    const server = await new ServerProcess({ dataDir, env }).start();
    const seen = new Set<string>();
    try {
      while (seen.size < 3) {
        for (const name of await readdir(dir).catch(() => [])) if (name.endsWith('Z')) seen.add(name);
        await wait(100);
      }
    } finally {
      await server.stop('SIGTERM');
    }
    expect(await schedule().last()).toMatchObject({ outcome: 'made', folder: expect.stringContaining(dir) });
    const kept = (await readdir(dir)).filter((name) => name.endsWith('Z'));
    expect(kept.length).toBeLessThanOrEqual(3);
    for (const name of kept) expect((await command(['verify'], { DATA_DIR: join(dir, name) })).code).toBe(0);
  },
);

test('a backup that failed is told until one succeeds, by hand too', async () => {
  await writeFile(dir, 'a file in its place');
  expect(await backup()).toMatchObject({ code: 1, stdout: '' });
  expect(await schedule().problem()).toMatchObject({ code: 'backup-failed' });
  await rm(dir);
  expect(await backup()).toMatchObject({ code: 0, stderr: '' });
  expect(await schedule().problem()).toBeUndefined();
});

test('one that is overdue is told, and so is the first', async () => {
  const clock = { ahead: 0 };
  const first = schedule(clock);
  expect(await first.problem()).toBeUndefined();
  clock.ahead = 3 * HOUR_MS;
  expect(await first.problem()).toEqual({
    code: 'backup-overdue',
    detail: 'No backup has been made yet, and one is overdue',
  });
  await backup();
  expect(await schedule({ ahead: HOUR_MS }).problem()).toBeUndefined();
  expect(await schedule(clock).problem()).toMatchObject({
    detail: expect.stringMatching(/^The last backup was made at \S+, and the next is overdue$/),
  });
});

test('one without the files that the library lost is told', async () => {
  await rm(library.photoFolder(dataDir), { recursive: true });
  expect(await backup()).toMatchObject({ code: 1 });
  expect(await schedule().problem()).toEqual({
    code: 'backup-incomplete',
    detail: expect.stringMatching(/.*see verify$/),
  });
});

test('nothing is written where the disk of the backups is not mounted', async () => {
  await backup();
  await rename(dir, `${dir}.elsewhere`);
  await mkdir(dir);
  expect(await backup()).toEqual({
    code: 1,
    stdout: '',
    stderr: `${dir} is empty, though the last backup was made there: is its disk mounted?\n`,
  });
  expect(await readdir(dir)).toEqual([]);
});

test('a backup that cannot begin says so in one line of the log', async () => {
  await writeFile(join(dataDir, 'circuit-tree.sqlite'), 'this is not a database, however long it may be'.repeat(100));
  const program = ['server/photos/maintenance/backups/backupProcess.ts', dataDir, dir, '3'];
  const { code, stderr } = await new Launch(program, {}).ended();
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The backup failed: DATA_DIR: the database \S+ cannot be opened: [^\n]+\n$/);
});

test('a backup whose server was killed before it began makes no library where the data folder is gone', async () => {
  await rm(dataDir, { recursive: true });
  const child = fork('server/photos/maintenance/backups/backupProcess.ts', [dataDir, dir, FOLLOW]);
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(existsSync(dataDir)).toBe(false);
});
