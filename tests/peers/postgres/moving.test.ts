import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/core/db/open.ts';
import { Launch, runCli, runServer } from '#support/server/launch.ts';
import { databaseUrlFor, dropDatabaseOf } from '#support/server/testPostgres.ts';

const EVENT = {
  id: 41,
  at: 1_700_000_000_000,
  action: 'key-made',
  actor_id: null,
  actor: 'server',
  subject_id: null,
  subject: null,
  what: 'Hall',
  address: null,
} as const;

const ID = '-0000-4000-8000-000000000000';
const HERE = process.env.TEST_DATABASE_URL !== undefined;

async function fill(folder: string): Promise<void> {
  const { db } = await openDatabase(folder);
  const now = 1_700_000_000_000;
  const person = { id: 'u1', email: 'ann@example.org', first_name: 'Änn', last_name: "O'Neil" };
  await db
    .insertInto('users')
    .values({ ...person, created_at: now, updated_at: now })
    .execute();
  // A child whose id comes before its parent's, as ids that are drawn by lot do.
  const parent = { id: `${'0'.repeat(7)}b${ID}`, name: 'All', slug: 'all', parent_id: null, created_at: now };
  await db
    .insertInto('albums')
    .values([parent, { ...parent, id: `${'0'.repeat(7)}a${ID}`, slug: 'part', parent_id: parent.id }])
    .execute();
  await db.insertInto('audit_events').values(EVENT).execute();
  await db.destroy();
}

describe.runIf(HERE)('a library that moves', { timeout: 120_000 }, () => {
  let dataDir: string;
  let url: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'circuit-tree-moving-'));
    url = (await databaseUrlFor(dataDir)) ?? '';
    await fill(dataDir);
  });

  afterAll(async () => {
    await dropDatabaseOf(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });

  async function rowsOf(place: { url?: string } = {}) {
    const { db } = await openDatabase(dataDir, place);
    try {
      return {
        users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
        albums: await db.selectFrom('albums').selectAll().orderBy('id').execute(),
        installation: await db.selectFrom('installation').selectAll().execute(),
      };
    } finally {
      await db.destroy();
    }
  }

  async function nextEventId(): Promise<number> {
    const { db } = await openDatabase(dataDir, { url });
    try {
      const { id: _taken, ...event } = EVENT;
      return (await db.insertInto('audit_events').values(event).returning('id').executeTakeFirstOrThrow()).id;
    } finally {
      await db.destroy();
    }
  }

  test('to PostgreSQL has the same rows there, and a server starts on them with the same id', async () => {
    const before = await rowsOf();
    const moved = await runCli(['move', '--to', url], { DATA_DIR: dataDir });
    expect(moved).toMatchObject({ code: 0, stderr: '' });
    expect(await rowsOf({ url })).toEqual(before);
    // The state after a kill between its last row and the mark.
    await rm(join(dataDir, 'database-moved'));
    expect(await runCli(['move', '--to', url], { DATA_DIR: dataDir })).toMatchObject({ code: 0, stdout: moved.stdout });
    const forgotten = await runServer({ DATA_DIR: dataDir });
    const { host, pathname } = new URL(url);
    expect(forgotten).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `DATABASE_URL: it is not set, and the database of ${dataDir} is in postgres://${host}${pathname}: `,
      ),
    });
    expect(await nextEventId()).toBe(EVENT.id + 1);
    const again = await runCli(['move', '--to', url], { DATA_DIR: dataDir });
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('There is a library in that database') });
    const verified = await runCli(['verify'], { DATA_DIR: dataDir, DATABASE_URL: url });
    expect(verified).toMatchObject({ code: 0, stdout: 'photos 0, missing 0, orphaned 0, mismatching 0\n' });
  });

  test('is backed up from there into a folder that needs no PostgreSQL, and moved back into a file', async () => {
    const there = await rowsOf({ url });
    const backup = join(dataDir, '..', `${dataDir}-backup`);
    const made = await runCli(['backup', backup], { DATA_DIR: dataDir, DATABASE_URL: url });
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(await runCli(['verify'], { DATA_DIR: backup })).toMatchObject({ code: 0 });
    await rm(backup, { recursive: true, force: true });
    const kept = await runCli(['move', '--to', 'file'], { DATA_DIR: dataDir, DATABASE_URL: url });
    expect(kept).toMatchObject({ code: 1, stderr: expect.stringContaining('is there already') });
    await rm(join(dataDir, 'circuit-tree.sqlite'));
    // The leftovers of a killed move.
    await mkdir(join(dataDir, 'move.unfinished'));
    await writeFile(join(dataDir, 'move.unfinished', 'circuit-tree.sqlite'), 'half a file');
    const back = await runCli(['move', '--to', 'file'], { DATA_DIR: dataDir, DATABASE_URL: url });
    expect(back).toMatchObject({ code: 0, stderr: '' });
    expect(await rowsOf()).toEqual(there);
    // The state after a kill before it forgot where the database was.
    await writeFile(join(dataDir, 'database-moved'), url);
    const again = await runCli(['move', '--to', 'file'], { DATA_DIR: dataDir, DATABASE_URL: url });
    expect(again).toMatchObject({ code: 0, stdout: back.stdout });
    expect(await runCli(['key', 'list'], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  });

  test('is served by servers that share the photos; the error of a wrong address hides the password', async () => {
    const env = { DATA_DIR: dataDir, DATABASE_URL: url, PORT: '0' };
    const first = new Launch(['server/main.ts'], env);
    try {
      await expect.poll(() => first.stdout, { timeout: 30_000 }).toContain('Landing');
      const other = await mkdtemp(join(tmpdir(), 'circuit-tree-moving-'));
      const second = await new Launch(['server/main.ts'], { ...env, DATA_DIR: other }).ended();
      await rm(other, { recursive: true, force: true });
      expect(second).toMatchObject({
        code: 1,
        stderr: `DATA_DIR: ${other} does not hold the photos of the other servers on this database\n`,
      });
      const wrong = await runCli(['key', 'list'], { DATA_DIR: dataDir, DATABASE_URL: 'mysql://me:secret@host/x' });
      expect(wrong.code).toBe(1);
      expect(wrong.stderr).not.toContain('secret');
    } finally {
      first.child.kill('SIGTERM');
      await first.ended();
    }
  });
});
