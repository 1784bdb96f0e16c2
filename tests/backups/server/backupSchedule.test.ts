import { ALONE } from '#server/core/db/cluster.ts';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, cp, lstat, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { BackupSchedule, FOLLOW } from '#server/backups/backupSchedule.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { CareLibrary, command } from '#support/server/careLibrary.ts';
import { Launch } from '#support/server/launch.ts';

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
  return new BackupSchedule({ plans, dataDir, now: () => Date.now() + clock.ahead, leader: ALONE.leader });
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

test('BACKUP_DIR that holds the data folder is told in one line at the start, and gets none', async () => {
  const inside = join(dir, 'data');
  await cp(dataDir, inside, { recursive: true });
  const env = { BACKUP_DIR: dir, DATA_DIR: inside, PORT: '0' };
  const launch = new Launch(['server/main.ts'], env);
  let status: unknown;
  try {
    await vi.waitUntil(() => launch.stdout.includes('Landing'), { timeout: 50_000 });
    const origin = /Landing {2}(\S+)\//.exec(launch.stdout)?.[1] ?? '';
    status = await vi.waitUntil(
      async () => {
        const { ready, reasons } = JSON.parse(await (await fetch(`${origin}/health/ready`)).text());
        return ready === false && reasons;
      },
      { timeout: 20_000 },
    );
  } finally {
    launch.child.kill('SIGTERM');
  }
  const { stderr } = await launch.ended();
  expect(stderr.split('\n').filter((line) => line.startsWith('BACKUP_DIR'))).toEqual([
    `BACKUP_DIR: ${dir} is, holds or lies in the data folder ${inside}: a backup belongs in a folder apart, best on another disk. No backups are made`,
  ]);
  expect(status).toContainEqual(expect.objectContaining({ code: 'backup-failed' }));
  expect(await readdir(dir)).toEqual(['data']);
});

test('BACKUP_DIR that has become a link into the data folder gets none', async () => {
  await mkdir(join(dataDir, 'photos', 'here'));
  await symlink(join(dataDir, 'photos', 'here'), dir);
  const backups = schedule();
  backups.start();
  try {
    const problem = await vi.waitUntil(() => backups.problem(), { timeout: 20_000 });
    expect(problem).toMatchObject({
      code: 'backup-failed',
      detail: expect.stringContaining('lies in the data folder'),
    });
  } finally {
    backups.close();
  }
  expect(await readdir(join(dataDir, 'photos', 'here'))).toEqual([]);
});

describe.runIf(process.getuid?.() === 0)('what another account put into the folder for backups', () => {
  const NOBODY = 65_534;

  test('is taken for no backup, is not linked and not removed', async () => {
    await backup();
    const [first = ''] = await readdir(dir);
    const theirs = join(dir, '2020-01-01T00-00-00Z');
    await cp(join(dir, first), theirs, { recursive: true });
    const leftover = join(dir, '2020-01-02T00-00-00Z.unfinished');
    await mkdir(leftover);
    for (const path of [theirs, leftover]) await chown(path, NOBODY, NOBODY);
    await rm(join(dir, first), { recursive: true });
    await command(['backup', dir, '--keep', '1'], { DATA_DIR: dataDir });
    const made = (await readdir(dir)).find((name) => name > '2021') ?? '';
    const original = join(library.photoFolder(join(dir, made)), 'original.jpg');
    expect((await lstat(original)).nlink, 'a copy of its own').toBe(1);
    expect((await readdir(dir)).toSorted()).toEqual([basename(theirs), basename(leftover), made].toSorted());
  });

  test('in the place of an unfinished backup is refused', async () => {
    const target = join(folder, 'backup');
    await mkdir(`${target}.unfinished`);
    await chown(`${target}.unfinished`, NOBODY, NOBODY);
    expect(await command(['backup', target], { DATA_DIR: dataDir })).toEqual({
      code: 1,
      stdout: '',
      stderr: `${target}.unfinished belongs to another account of the machine: remove it\n`,
    });
  });

  test('as an earlier backup is replaced, and none of its files taken', async () => {
    const target = join(folder, 'backup');
    expect(await command(['backup', target], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    await chown(target, NOBODY, NOBODY);
    const { stdout } = await command(['backup', target], { DATA_DIR: dataDir });
    expect(stdout).toContain('(6 files copied, 0 kept from before)');
    expect((await lstat(target)).uid).toBe(0);
  });
});

test('a backup that cannot begin says so in one line of the log', async () => {
  await writeFile(join(dataDir, 'circuit-tree.sqlite'), 'this is not a database, however long it may be'.repeat(100));
  const program = ['server/backups/backupProcess.ts', dataDir, dir, '3'];
  const { code, stderr } = await new Launch(program, {}).ended();
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The backup failed: DATA_DIR: the database \S+ cannot be opened: [^\n]+\n$/);
});

test('a backup whose server was killed before it began makes no library where the data folder is gone', async () => {
  await rm(dataDir, { recursive: true });
  const child = fork('server/backups/backupProcess.ts', [dataDir, dir, FOLLOW]);
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(existsSync(dataDir)).toBe(false);
});
