import { createHash } from 'node:crypto';
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MIGRATIONS } from '#server/core/db/migrations/index.ts';
import { DATABASE_FILE } from '#server/core/db/dataFolder.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { Migrator } from 'kysely/migration';
import * as brokerNodes from '#server/core/db/migrations/042-broker-nodes.ts';
import { nodeRepository } from '#server/nodes/registry/nodeRepository.ts';
import { unpackFirstRelease } from '#support/firstRelease/firstRelease.ts';
import { runCli, runServer } from '#support/server/launch.ts';

// `git pull && npm start` on the data folder of an earlier version, and the way back.

const COPY = /^before-upgrade-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-from-(.+)\.sqlite$/;

let dataDir: string;
beforeEach(() => {
  dataDir = unpackFirstRelease('data');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dataDir, { recursive: true, force: true });
});

function copies(): string[] {
  return readdirSync(dataDir)
    .filter((name) => name.startsWith('before-upgrade-'))
    .sort();
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function hashesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [join(parentPath, name), hashOf(join(parentPath, name))]),
  );
}

async function upgrade(): Promise<void> {
  const { db } = await openDatabase(dataDir);
  await db.destroy();
}

/** Takes the database back to the first release's, without touching the copies. */
function downgrade(): void {
  const old = unpackFirstRelease('data');
  cpSync(join(old, DATABASE_FILE), join(dataDir, DATABASE_FILE));
  rmSync(old, { recursive: true });
}

describe('a database of an earlier version', () => {
  test.each([
    ['data', '003-nodes', 3],
    ['data016', '016-album-contents', 16],
  ] as const)(
    'is copied beside itself, once, before it is brought up to date; the copy is the old one, whole: %s',
    async (part, last, migrations) => {
      rmSync(dataDir, { recursive: true, force: true });
      dataDir = unpackFirstRelease(part);
      await upgrade();
      await upgrade();
      expect(copies()).toEqual([expect.stringMatching(COPY)]);
      expect(COPY.exec(copies()[0] ?? '')?.[1]).toBe(last);
      const file = join(dataDir, copies()[0] ?? '');
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const copy = new Sqlite(file, { readonly: true });
      expect(copy.pragma('journal_mode', { simple: true })).toBe('delete');
      expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
      const names = copy.prepare('select name from kysely_migration').pluck().all();
      expect(names).toEqual(Object.keys(MIGRATIONS).slice(0, migrations));
      expect(names.at(-1)).toBe(last);
      expect(copy.prepare('select count(*) from photos').pluck().get()).toBe(4);
      copy.close();
    },
  );

  test('leaves the last three copies, and none that was interrupted', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    writeFileSync(join(dataDir, 'before-upgrade-2020-01-01T00-00-00Z-from-001-accounts.sqlite.7.unfinished'), '');
    for (const day of ['01', '02', '03', '04']) {
      vi.setSystemTime(new Date(`2027-01-${day}T00:00:00Z`));
      downgrade();
      await upgrade();
    }
    expect(copies().map((name) => name.slice('before-upgrade-'.length, 'before-upgrade-2027-01-02'.length))).toEqual([
      '2027-01-02',
      '2027-01-03',
      '2027-01-04',
    ]);
    // A clock that was reset: the new copy is not taken for the oldest.
    vi.setSystemTime(new Date('1980-01-01T00:00:00Z'));
    downgrade();
    await upgrade();
    expect(copies()[0]).toContain('1980-01-01');
    expect(copies()).toHaveLength(3);
  });

  test('is as it was after an upgrade that failed, with one copy however often it fails', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    MIGRATIONS['999-broken'] = { up: () => Promise.reject(new Error('no such column')) };
    try {
      for (const day of ['01', '02', '03']) {
        vi.setSystemTime(new Date(`2027-01-${day}T00:00:00Z`));
        await expect(upgrade()).rejects.toThrow(/^The database could not be brought up to date: no such column$/);
      }
    } finally {
      delete MIGRATIONS['999-broken'];
    }
    expect(copies()).toEqual([expect.stringContaining('2027-01-01')]);
    const sqlite = new Sqlite(join(dataDir, DATABASE_FILE), { readonly: true });
    expect(sqlite.prepare('select count(*) from kysely_migration').pluck().get()).toBe(3);
    sqlite.close();
  });

  test('is not upgraded when there is no room for the copy', async () => {
    vi.spyOn(Sqlite.prototype, 'backup').mockRejectedValue(new Error('database or disk is full'));
    await expect(upgrade()).rejects.toThrow(
      /^The database could not be copied in \S+ before its upgrade, which was not begun: database or disk is full$/,
    );
    vi.restoreAllMocks();
    expect(copies()).toEqual([]);
    await upgrade();
    expect(copies()).toHaveLength(1);
  });
});

test('nodes that a broker made before they were told apart are marked, and no others', async () => {
  await upgrade();
  const sqlite = new Sqlite(join(dataDir, DATABASE_FILE));
  sqlite.exec('alter table nodes drop column by_broker');
  sqlite.exec(`
    insert into api_keys (id, name, key_hash, created_at, use) values ('k', 'Sensor', 'hash', 1, 'node');
    insert into nodes (node_id, last_heartbeat, key_id, ok) values
      ('of a broker', 1, null, 1), ('failing, of a broker', 1, null, 0), ('of a key', 1, 'k', 1),
      ('expected', null, null, null), ('released, never pinged', 1, null, null)`);
  sqlite.close();
  const { db } = await openDatabase(dataDir);
  const provider = { getMigrations: async () => ({ brokerNodes }) };
  const names = { migrationTableName: 'tried', migrationLockTableName: 'tried_lock' };
  expect((await new Migrator({ db, provider, ...names }).migrateToLatest()).error).toBeUndefined();
  const owners = await nodeRepository(db).owners();
  await db.destroy();
  const marked = [...owners].flatMap(([nodeId, { byBroker }]) => (byBroker ? [nodeId] : []));
  expect(marked.toSorted()).toEqual(['failing, of a broker', 'of a broker']);
  expect(owners.get('of a key')).toEqual({ keyId: 'k' });
});

test('a new database has nothing to lose, so nothing is copied', async () => {
  rmSync(join(dataDir, DATABASE_FILE));
  await upgrade();
  expect(copies()).toEqual([]);
});

test(
  'an older program stops on the data folder of a newer one with one sentence, and changes nothing',
  { tags: ['full'] },
  async () => {
    await upgrade();
    const sqlite = new Sqlite(join(dataDir, DATABASE_FILE));
    sqlite.prepare("insert into kysely_migration values ('901-future', '2030-01-01T00:00:00Z')").run();
    // The state that a backup leaves, to see that the older program does not even set the journal's mode.
    sqlite.pragma('journal_mode = delete');
    sqlite.close();
    chmodSync(join(dataDir, DATABASE_FILE), 0o600);
    const before = hashesIn(dataDir);
    const stderr = `DATA_DIR: the database ${join(dataDir, DATABASE_FILE)} is of a newer version of this program (901-future), which has to be installed again; nothing was changed\n`;
    expect(await runCli(['key', 'list'], { DATA_DIR: dataDir })).toEqual({ code: 1, stdout: '', stderr });
    expect(hashesIn(dataDir)).toEqual(before);
    expect(await runServer({ DATA_DIR: dataDir })).toEqual({ code: 1, stdout: '', stderr });
    for (const name of ['server.lock', 'server.lock-journal']) rmSync(join(dataDir, name), { force: true });
    expect(hashesIn(dataDir)).toEqual(before);
  },
);
