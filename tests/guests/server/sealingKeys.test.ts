import { guests } from '#server/guests/index.ts';
import { cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { KioskSettingsResponse } from '#contract/tablets/schemas.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { returnKeys } from '#server/core/db/sealingKeysFile.ts';
import { serverSecret } from '#server/core/http/security/secretRepository.ts';
import { openText, sealText } from '#server/core/http/security/secrets.ts';
import { follow } from '#server/backups/follow.ts';
import { FolderStore } from '#server/photos/store/folderStore.ts';
import { command } from '#support/server/careLibrary.ts';
import { copyTemplateInto } from '#support/server/databaseTemplate.ts';
import { FakeImmich } from '#support/server/fakeImmich.ts';
import { Launch } from '#support/server/launch.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { TabletClient } from '#support/server/tabletClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

// The keys that seal what the server has to know in the clear: in a file beside the database, not in it.

const FILE = 'sealing-keys.json';
const DATABASE = 'circuit-tree.sqlite';

let folder: string;
let dataDir: string;
let servers: TestServer[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'circuit-tree-sealing-'));
  dataDir = join(folder, 'data');
  servers = [];
  await mkdir(dataDir);
  await copyTemplateInto(dataDir);
});
afterEach(async () => {
  for (const server of servers) await server.close();
  await rm(folder, { recursive: true });
});

async function start(at = dataDir): Promise<TestServer> {
  const server = await startTestServer({ dataDir: at });
  servers.push(server);
  return server;
}

async function stop(): Promise<void> {
  await servers.pop()?.close();
}

/** A tablet with a code for guests. */
async function withCode(server: TestServer) {
  const client = await TabletClient.on(server);
  const album = await (await PhotoClient.on(server)).createAlbum({ name: 'Party' });
  const tablet = await client.make({ name: 'Kitchen' });
  await choose(client, { tablet, albumId: album.id });
  return { tablet, albumId: album.id };
}

type Code = Awaited<ReturnType<typeof withCode>>;

function choose(client: TabletClient, { tablet, albumId }: Code) {
  return client.admin('PATCH', ADMIN_PATHS.tablet(tablet.id), { guestCode: { albumId, mayUpload: 'at-once' } });
}

/** The address in the code on the tablet's screen. */
async function shownOn(server: TestServer, { tablet }: Code): Promise<string | undefined> {
  const client = await TabletClient.on(server);
  const { body } = await client.tablet<KioskSettingsResponse>(tablet.key, `GET ${API_PATHS.kioskSettings}`);
  return body.guestCode?.url.replace(/^https?:\/\/[^/]+/, '');
}

/** The number of texts that open what is sealed in a database with some key that is in it. */
async function openedAlone(file: string): Promise<number> {
  const sqlite = new Sqlite(file, { readonly: true });
  const sealed = sqlite.prepare<[], string>('select sealed_key from shares where sealed_key is not null').pluck().all();
  sqlite.close();
  expect(sealed.length).toBeGreaterThan(0);
  const keys = (await readFile(file)).toString('latin1').matchAll(/(?=([0-9a-f]{64}))/g);
  return [...keys].flatMap(([, key = '']) => sealed.filter((text) => isOpenedBy(text, key))).length;
}

function isOpenedBy(sealed: string, key: string): boolean {
  try {
    openText(sealed, key);
    return true;
  } catch {
    return false;
  }
}

/** Puts the keys where earlier versions had them. */
async function asEarlierVersion(at: string): Promise<void> {
  const { db } = await openDatabase(at);
  await returnKeys(db, at);
  await db.destroy();
  await rm(join(at, FILE));
}

test('a copy of the database alone opens nothing, a whole backup and what follows it open all', async () => {
  let server = await start();
  const code = await withCode(server);
  const address = await shownOn(server, code);
  expect(address).toMatch(/#/);
  await stop();
  expect((await lstat(join(dataDir, FILE))).mode & 0o777).toBe(0o600);
  expect(await openedAlone(join(dataDir, DATABASE))).toBe(0);

  const dir = join(folder, 'backups');
  expect(await command(['backup', dir, '--keep', '2'], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  const [whole = ''] = await readdir(dir);
  const sums = await readFile(join(dir, whole, 'SHA256SUMS'), 'utf8');
  expect(sums).toContain(FILE);
  await follow({ dataDir, store: new FolderStore(dataDir), now: Date.now }, dir);
  for (const copy of [join(dir, whole), join(dir, 'following')]) {
    expect((await lstat(join(copy, FILE))).mode & 0o777).toBe(0o600);
  }
  for (const file of [join(dir, whole, DATABASE), join(dir, 'following', 'a.sqlite')]) {
    expect(await openedAlone(file)).toBe(0);
  }
  for (const from of [join(dir, whole), dir]) {
    const target = join(folder, `restored-${basename(from)}`);
    expect(await command(['restore', from], { DATA_DIR: target })).toMatchObject({ code: 0, stderr: '' });
    server = await start(target);
    expect(await shownOn(server, code)).toBe(address);
    await stop();
  }
});

test('a library of an earlier version has them moved out by the start, and by a backup or a restore before that', async () => {
  const code = await withCode(await start());
  const address = await shownOn(servers[0]!, code);
  await stop();
  await asEarlierVersion(dataDir);
  const [old, backup] = [join(folder, 'old'), join(folder, 'backup')];
  await cp(dataDir, old, { recursive: true });
  expect(await openedAlone(join(dataDir, DATABASE))).toBe(1);

  expect(await command(['backup', backup], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  expect(await openedAlone(join(backup, DATABASE))).toBe(0);
  expect(await shownOn(await start(backup), code)).toBe(address);
  await stop();

  const server = await start();
  expect(await shownOn(server, code)).toBe(address);
  await stop();
  expect(await openedAlone(join(dataDir, DATABASE))).toBe(0);

  // An update that gives way, or `update --back`, puts the database of then in its place; the file stays.
  await cp(join(old, DATABASE), join(dataDir, DATABASE));
  const { db } = await openDatabase(dataDir);
  expect(await serverSecret(db, 'guest-codes'), 'an earlier version finds its key').toMatch(/^[0-9a-f]{64}$/);
  await db.destroy();
  expect(await shownOn(await start(), code)).toBe(address);
});

test('an earlier version that ran in between and made keys of its own ends nothing', async () => {
  const code = await withCode(await start());
  const address = await shownOn(servers[0]!, code);
  await stop();
  const { db } = await openDatabase(dataDir);
  const theirs = await serverSecret(db, 'guest-codes');
  await db.destroy();
  const server = await start();
  expect(await shownOn(server, code)).toBe(address);
  expect((await server.dependencies.sealing.of('guest-codes')).open(sealText('later', theirs))).toBe('later');
});

test('without the file what was sealed is asked for again, in a sentence each', { timeout: 60_000 }, async () => {
  const immich = await FakeImmich.start();
  try {
    const code = await withCode(await start());
    const token = (await servers[0]!.signIn({ permissions: ['admin'] })).token;
    const body = { kind: 'immich', url: immich.url, apiKey: immich.key, immichAlbumId: immich.albumId, albumId: null };
    expect(await servers[0]!.call('/sources', { method: 'POST', token, body })).toMatchObject({ status: 201 });
    await stop();
    await rm(join(dataDir, FILE));

    const server = await start();
    await vi.waitFor(
      async () =>
        expect((await server.call('/sources', { token })).body).toMatchObject({
          sources: [
            { state: 'failed', message: expect.stringMatching(/^The key of Immich cannot be read.*add it again/) },
          ],
        }),
      { timeout: 30_000 },
    );
    expect(await shownOn(server, code)).toBeUndefined();
    expect(await guests.of(server.dependencies.core).guestCodes.lostOn()).toEqual(['Kitchen']);
    expect(await choose(await TabletClient.on(server), code)).toMatchObject({ status: 200 });
    expect(await shownOn(server, code)).toMatch(/#/);
    expect(await guests.of(server.dependencies.core).guestCodes.lostOn()).toEqual([]);
  } finally {
    await immich.close();
  }
});

test('a damaged file does not keep the server from starting, which says what is lost', async () => {
  await withCode(await start());
  await stop();
  await writeFile(join(dataDir, FILE), '{');
  const launch = new Launch(['server/main.ts', '--accept-new'], { PORT: '0', DATA_DIR: dataDir });
  await vi.waitUntil(() => launch.stdout.includes('Landing'), { timeout: 50_000 });
  launch.child.kill('SIGTERM');
  const { stderr } = await launch.ended();
  expect(stderr).toContain('Kitchen cannot show its code for guests: the file that opens it (sealing-keys.json)');
});
