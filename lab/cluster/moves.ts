import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { sameRows } from '#server/core/db/copying/copyRows.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { returnKeys } from '#server/core/db/sealingKeysFile.ts';
import { ApiClient } from '../../scripts/run/apiClient.ts';
import { startOwnPostgres } from '../../scripts/run/postgresServer.ts';
import { ServerProcess } from '../../scripts/run/serverProcess.ts';
import { startOwnStore } from '../../scripts/run/storeServer.ts';
import { jpeg } from '../../tests/support/pictures/images.ts';
import { Launch, runCli } from '../../tests/support/server/launch.ts';
import type { Finding } from './cluster.ts';

const PHOTOS = 80;
const KILLS_OF_A_COMMAND = 6;
/** Node needs the first for itself; the longest of the commands takes about as long as both. */
const KILLED_AFTER_MS = { first: 700, more: 3_500 };
const WHOLE = `photos ${PHOTOS}, missing 0, orphaned 0, mismatching 0\n`;

type Variables = Record<string, string>;

/**
 * Moves a library from SQLite and a folder to PostgreSQL and a bucket, and back: each command is killed at random
 * moments and repeated until it succeeds.
 */
export async function moves(rounds: number): Promise<Finding> {
  const postgres = await startOwnPostgres();
  const store = await startOwnStore();
  const folder = mkdtempSync(join(tmpdir(), 'circuit-tree-moves-'));
  const broken: string[] = [];
  let killed = 0;
  const move = async (to: string, env: Variables) => {
    for (let turn = 0; turn < KILLS_OF_A_COMMAND; turn += 1) {
      const launch = new Launch(['server/cli/main.ts', 'move', '--to', to], env);
      const afterMs = KILLED_AFTER_MS.first + Math.random() * KILLED_AFTER_MS.more;
      const ended = await Promise.race([launch.ended(), wait(afterMs)]);
      launch.child.kill('SIGKILL');
      const { code, stderr } = ended ?? (await launch.ended());
      if (code === 0) return;
      if (ended) broken.push(`move --to ${to}: ${stderr}`);
      else killed += 1;
    }
    const { code, stderr } = await runCli(['move', '--to', to], env);
    if (code !== 0) broken.push(`move --to ${to}: ${stderr}`);
  };
  const verify = async (where: string, env: Variables) => {
    const { stdout, stderr } = await runCli(['verify'], env);
    if (stdout !== WHOLE) broken.push(`${where}: ${stdout}${stderr}`);
  };
  try {
    const original = await makeLibrary(join(folder, 'original'));
    for (let round = 0; round < rounds; round += 1) {
      const DATA_DIR = join(folder, String(round));
      cpSync(original, DATA_DIR, { recursive: true });
      const DATABASE_URL = await createDatabase(postgres.url, `moved_${round}`);
      const S3_URL = store.url.replace('?', `/${round}?`);
      await move(DATABASE_URL, { DATA_DIR });
      await move(S3_URL, { DATA_DIR, DATABASE_URL, ...store.keys });
      rmSync(join(DATA_DIR, 'photos', 'library'), { recursive: true });
      rmSync(join(DATA_DIR, 'circuit-tree.sqlite'));
      await verify('PostgreSQL and bucket', { DATA_DIR, DATABASE_URL, S3_URL, ...store.keys });
      await move('folder', { DATA_DIR, DATABASE_URL, S3_URL, ...store.keys });
      await move('file', { DATA_DIR, DATABASE_URL });
      await verify('SQLite and folder', { DATA_DIR });
      if (!(await areSame(original, DATA_DIR))) broken.push('rows are not those from before');
    }
  } finally {
    await store.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const figures = { 'there and back': rounds, photos: PHOTOS, 'commands killed': killed, broken: broken.length };
  return { figures, broken };
}

/** Returns the data folder, as its server left it. */
async function makeLibrary(dataDir: string): Promise<string> {
  const server = await new ServerProcess({ dataDir, env: { LOG_LEVEL: 'silent' } }).start();
  const client = await ApiClient.signedIn(server.origin);
  const { id } = await client.createAlbum('Moved', 'moved');
  for (let seed = 0; seed < PHOTOS; seed += 1) {
    const bytes = new Uint8Array(await jpeg({ width: 800, height: 600, seed }));
    await client.upload(id, [{ name: `${seed}.jpg`, bytes }]);
  }
  await server.stop();
  return dataDir;
}

async function createDatabase(url: string, name: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const made = new URL(url);
  made.pathname = `/${name}`;
  return made.href;
}

async function areSame(one: string, other: string): Promise<boolean> {
  const [first, second] = [await openDatabase(one), await openDatabase(other)];
  try {
    // A move leaves the keys to what is sealed among the rows until the next start.
    await returnKeys(first.db, one);
    return (await sameRows(first.db, second.db)) !== undefined;
  } finally {
    await first.db.destroy();
    await second.db.destroy();
  }
}
