import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { AuditPage } from '#contract/audit/schemas.ts';
import { INVITATION_PATTERNS } from '#contract/signIn/signIn.ts';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import { invitationTokenFrom } from '#domain/access/links.ts';
import { DATABASE_FILE } from '#server/core/db/dataFolder.ts';
import { backUp } from '#server/backups/backup.ts';
import { goBack, writeUpdates } from '#server/update/updateFile.ts';
import { NO_UPDATES } from '#server/update/updateSteps.ts';
import { freePort } from '#scripts/run/freePort.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { command } from '#support/server/careLibrary.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { fieldOf, startTestServer, type TestServer } from '#support/server/testServer.ts';

// Rights end after a copy of the database was made; then the copy comes back.

let folder: string;
let dataDir: string;
let server: TestServer | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'circuit-tree-rights-'));
  dataDir = join(folder, 'data');
});
afterEach(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(): Promise<TestServer> {
  server = await startTestServer({ dataDir });
  return server;
}

async function close(): Promise<void> {
  await server?.close();
  server = undefined;
}

/** The channels of alerts. */
async function channelIds(on: TestServer, token: string): Promise<string[]> {
  const { body } = await on.call(ADMIN_PATHS.alerts, { token });
  const channels: { id: string }[] = JSON.parse(JSON.stringify(body)).channels;
  return channels.map(({ id }) => id);
}

/** A household: an admin who stays, and rights of every kind that somebody has. */
async function household() {
  const on = await open();
  const admin = await on.signIn({ email: 'owner@example.org', permissions: ['admin', 'photos:write'] });
  const mallory = await on.signIn({ email: 'mallory@example.org', permissions: ['admin'] });
  const tom = await on.signIn({ email: 'tom@example.org', permissions: ['photos:read', 'photos:write'] });
  const eve = await on.signIn({ email: 'eve@example.org', permissions: ['photos:read'] });
  const post = (path: string, body: unknown) => on.call(path, { method: 'POST', token: admin.token, body });
  const tablet = await post(ADMIN_PATHS.tablets, { name: 'Hall' });
  const { id: albumId } = await (await PhotoClient.on(on)).createAlbum({ slug: 'summer' });
  const share = await post(ADMIN_PATHS.shares, { albumId, term: 'week' });
  const invitation = await post(ADMIN_PATHS.invitations, { name: 'Ann', permissions: ['photos:read'], term: 'week' });
  await post(ADMIN_PATHS.alertChannels, { kind: 'webhook', url: 'http://127.0.0.1:9/' });
  const [channel = ''] = await channelIds(on, admin.token);
  const link = await on.dependencies.oneTime.createLink('tom@example.org');
  return { admin, mallory, tom, eve, tablet, share, invitation, channel, link };
}

type Household = Awaited<ReturnType<typeof household>>;

async function endAll({ admin: { token }, mallory, tom, eve, tablet, share, invitation, channel, link }: Household) {
  const call = (method: string, path: string, body?: unknown) => server!.call(path, { method, token, body });
  const statuses = [
    await call('DELETE', `${ADMIN_PATHS.tablet(fieldOf(tablet, 'id'))}?only=revoke`),
    await call('DELETE', ADMIN_PATHS.share(fieldOf(share, 'id'))),
    await call('DELETE', ADMIN_PATHS.invitation(fieldOf(invitation, 'id'))),
    await call('DELETE', ADMIN_PATHS.alertChannel(channel)),
    await call('PUT', ADMIN_PATHS.userBlock(mallory.user.id), { blocked: true }),
    await call('PUT', ADMIN_PATHS.userPermissions(tom.user.id), { permissions: ['photos:read'] }),
    await call('DELETE', ADMIN_PATHS.user(eve.user.id)),
    await server!.call('/auth/sign-in-link', { method: 'POST', body: { token: link } }),
    await server!.call('/auth/sign-out', { method: 'POST', token: tom.token }),
  ].map(({ status }) => status);
  expect(statuses.map((status) => status < 300 || status)).toEqual(statuses.map(() => true));
}

/** The rights that still work, by their names. */
async function working({ admin, mallory, tom, eve, tablet, share, invitation, link }: Household): Promise<string[]> {
  const on = server!;
  const headers = { [SHARE_KEY_HEADER]: fieldOf(share, 'key') };
  const secret = invitationTokenFrom(new URL(fieldOf(invitation, 'url')).hash);
  const users: { email: string; permissions: string[] }[] = JSON.parse(
    JSON.stringify((await on.call('/users', { token: admin.token })).body),
  );
  const asked = {
    key: (await on.call(API_PATHS.checkApiKey(fieldOf(tablet, 'key')))).status === 200,
    mallory: (await on.call('/users', { token: mallory.token })).status === 200,
    'session of Tom': (await on.call('/photos/albums', { token: tom.token })).status === 200,
    'session of Eve': (await on.call('/photos/albums', { token: eve.token })).status === 200,
    'account of Eve': users.some(({ email }) => email === 'eve@example.org'),
    'writing of Tom': users.some(
      ({ email, permissions }) => email === 'tom@example.org' && permissions.includes('photos:write'),
    ),
    share: (await on.call('/photos/albums', { headers })).status === 200,
    channel: (await channelIds(on, admin.token)).length > 0,
    invitation: (await on.call(INVITATION_PATTERNS.opened, { method: 'POST', body: { token: secret } })).status === 200,
    link: (await on.call('/auth/sign-in-link', { method: 'POST', body: { token: link } })).status === 200,
  };
  return Object.entries(asked).flatMap(([name, works]) => (works ? [name] : []));
}

async function actions(token: string): Promise<string[]> {
  const page: AuditPage = JSON.parse(JSON.stringify((await server!.call(ADMIN_PATHS.audit, { token })).body));
  return page.entries.map(({ action }) => action);
}

async function backedUp(): Promise<string> {
  const { photos, backupDatabase, now } = server!.dependencies;
  const target = join(folder, 'backup');
  await server!.dependencies.audit.settle();
  await backUp({ dataDir, store: photos.store, backupDatabase, now }, target);
  return target;
}

function inDatabase(file: string, statements: readonly string[]): void {
  const sqlite = new Sqlite(file);
  for (const statement of statements) sqlite.exec(statement);
  sqlite.close();
}

const restore = (from: string) => command(['restore', from, '--replace'], { DATA_DIR: dataDir });

test('restore --replace gives no right back, and the audit log goes on', async () => {
  const house = await household();
  const backup = await backedUp();
  await endAll(house);
  const lately = await server!.signIn({ email: 'late@example.org', permissions: ['photos:read'] });
  await close();
  const { code, stdout } = await restore(backup);
  expect(code).toBe(0);
  expect(stdout).toContain(
    '1 revoked key, 1 blocked account, 1 shared link, 1 invitation, 1 account, 1 permission, 1 alert channel, 2 sessions and 1 sign-in link stay ended\n',
  );
  await open();
  expect(await working(house)).toEqual([]);
  const { token } = house.admin;
  expect(await actions(token)).toEqual(expect.arrayContaining(['account-blocked', 'key-revoked', 'share-ended']));
  expect((await actions(token))[0]).toBe('restored');
  expect((await server!.call('/photos/albums', { token: lately.token })).status).toBe(401);
  // Somebody restored the wrong one: what was there before comes back, with the account that came after the backup.
  await close();
  const kept = /what was there before is in (\S+)\n/.exec(stdout)?.[1] ?? '';
  const back = await restore(kept);
  expect(back.stdout).toContain('1 account comes back\n');
  await open();
  expect(await working(house)).toEqual([]);
  expect(await server!.dependencies.users.permissionsOf(lately.user.id)).toEqual(['photos:read']);
});

test('restore --replace says how many rights are valid again where the library before cannot be read', async () => {
  const house = await household();
  const backup = await backedUp();
  await endAll(house);
  await close();
  await writeFile(join(dataDir, DATABASE_FILE), 'x'.repeat(50_000));
  expect((await restore(backup)).stdout).toContain(
    'It cannot be read what ended since, so all of 1 key, 5 accounts and 1 shared link are valid again\n',
  );
  await open();
  expect(await working(house)).toContain('key');
});

test('a backup of another library is restored as it is', async () => {
  const house = await household();
  const backup = await backedUp();
  await close();
  await rm(dataDir, { recursive: true });
  await open();
  await close();
  expect((await restore(backup)).stdout).not.toMatch(/ended|come/);
  await open();
  expect(await working(house)).toContain('account of Eve');
});

test('update --back says how many rights are valid again where the library cannot be read', async () => {
  const house = await household();
  const copy = 'before-update-2026-01-31T12-00-00Z-from-1.0.0.sqlite';
  await server!.dependencies.backupDatabase(join(dataDir, copy));
  const [before, current] = [
    { version: '1.0.0', folder: null },
    { version: '1.1.0', folder: null },
  ];
  await writeUpdates(dataDir, { ...NO_UPDATES, current, before: { version: before, copy, at: Date.now() } });
  await endAll(house);
  await close();
  await writeFile(join(dataDir, DATABASE_FILE), 'x'.repeat(50_000));
  for (const sure of [[], ['--yes']]) {
    const { code, stdout } = await command(['update', '--back', ...sure], { DATA_DIR: dataDir });
    expect(code).toBe(0);
    expect(stdout).toMatch(/what was stored since .+, which cannot be counted\n/);
    expect(stdout).toContain('so all of 1 key, 5 accounts and 1 shared link are valid again\n');
  }
});

test('update --back gives no right back: the key 401, the account 401', async () => {
  const house = await household();
  const key = fieldOf(house.tablet, 'key');
  const copy = 'before-update-2026-01-31T12-00-00Z-from-1.0.0.sqlite';
  await server!.dependencies.audit.settle();
  await server!.dependencies.backupDatabase(join(dataDir, copy));
  const [before, current] = [
    { version: '1.0.0', folder: null },
    { version: '1.1.0', folder: null },
  ];
  await writeUpdates(dataDir, { ...NO_UPDATES, current, before: { version: before, copy, at: Date.now() } });
  const { token } = house.admin;
  for (const path of [
    `${ADMIN_PATHS.tablet(fieldOf(house.tablet, 'id'))}?only=revoke`,
    ADMIN_PATHS.share(fieldOf(house.share, 'id')),
  ]) {
    await server!.call(path, { method: 'DELETE', token });
  }
  await server!.call(ADMIN_PATHS.userBlock(house.mallory.user.id), { method: 'PUT', token, body: { blocked: true } });
  await server!.call('/photos/albums', { method: 'POST', token, body: { name: 'New', slug: 'new' } });
  await close();
  const { stdout } = await command(['update', '--back'], { DATA_DIR: dataDir });
  expect(stdout).toMatch(/^Going back to 1\.0\.0 loses what was stored since .+: among it 1 album\n/);
  expect(stdout).toContain('1 revoked key, 1 blocked account, 1 shared link and 1 session stay ended\n');

  const running = await new ServerProcess({ dataDir, port: await freePort() }).start();
  // The session ends only once going back has begun: what ends meanwhile is ended too. The server has the request before,
  // since it may stop at any moment after.
  const ofTom = {
    Authorization: `Bearer ${house.tom.token}`,
    'Content-Type': 'application/json',
    'Content-Length': 2,
  };
  const signOut = request(`${running.origin}/auth/sign-out`, { method: 'POST', headers: ofTom });
  const responded = once(signOut, 'response');
  signOut.flushHeaders();
  const [socket] = await once(signOut, 'socket');
  if (socket.connecting) await once(socket, 'connect');
  expect((await fetch(`${running.origin}/health`)).status).toBe(200);
  await goBack(dataDir);
  signOut.end('{}');
  const [tom] = await responded;
  expect(tom.statusCode).toBeLessThan(300);
  await expect.poll(async () => (await fetch(`${running.origin}/photos/albums`)).status, { timeout: 60_000 }).toBe(401);
  await expect.poll(() => running.output.join('').match(/Landing/g)?.length, { timeout: 60_000 }).toBe(2);
  const status = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(running.origin + path, { headers })).status;
  expect(await status(API_PATHS.checkApiKey(key))).toBe(401);
  expect(await status('/users', { Authorization: `Bearer ${house.mallory.token}` })).toBe(401);
  expect(await status('/photos/albums', { Authorization: `Bearer ${house.tom.token}` })).toBe(401);
  expect(await status('/users', { Authorization: `Bearer ${token}` })).toBe(200);
  await running.stop();
  await open();
  expect((await actions(token)).slice(0, 4)).toEqual(['restored', 'signed-out', 'account-blocked', 'share-ended']);
});

test('what ended in any other way is ended in the older database too', async () => {
  const on = await open();
  const { user, token } = await on.signIn({ permissions: ['admin'] });
  const tablet = await on.call(ADMIN_PATHS.tablets, { method: 'POST', token, body: { name: 'Hall' } });
  await close();
  const file = join(dataDir, DATABASE_FILE);
  inDatabase(file, [
    `insert into sources (id, kind, name, place, details, state, created_at) values
      ('paused', 'folder', 'a', 'a', '{}', 'ok', 1), ('deleted', 'folder', 'b', 'b', '{}', 'ok', 1)`,
    `insert into passkeys (id, credential_id, user_id, public_key, counter, transports, host, name, created_at)
      values ('deleted', 'a', '${user.id}', 'a', 0, '[]', 'a', 'a', 1)`,
    `insert into passkey_challenges (challenge, host, expires_at) values ('used', 'a', 1)`,
    `insert into set_up_links (token_hash, server) values ('used', 'a'), ('deleted', 'a')`,
    `insert into pairings (code, secret_hash, created_at, expires_at) values ('AAAAAA', 'a', 1, 1), ('BBBBBB', 'b', 1, 1)`,
    `insert into invitations (id, token_hash, name, permissions, created_by, created_at, expires_at)
      values ('used', 'a', 'Ann', '[]', '${user.id}', 1, 1)`,
    `insert into home_authority (certificate, private_key, names, created_at) values ('first', 'a', '[]', 1)`,
  ]);
  const older = join(folder, 'older.sqlite');
  await copyFile(file, older);
  inDatabase(file, [
    `update sources set paused = 1 where id = 'paused'`,
    `delete from sources where id = 'deleted'`,
    `update tablets set expires_at = 2, album_ids = '["a"]'`,
    `delete from passkeys`,
    `delete from passkey_challenges`,
    `update set_up_links set used_at = 2 where token_hash = 'used'`,
    `delete from set_up_links where token_hash = 'deleted'`,
    `update pairings set collected_at = 2 where code = 'AAAAAA'`,
    `delete from pairings where code = 'BBBBBB'`,
    `update invitations set used_at = 2`,
    `insert into used_nonces (nonce, expires_at) values ('used', 1)`,
    `update home_authority set certificate = 'second'`,
    `insert into former_authorities (fingerprint, ends_at) values ('first', 1)`,
  ]);
  const { carryEndedRights } = await import('#server/core/db/sqlite/endedRights.ts');
  expect(carryEndedRights({ newer: file, older }).ended).toEqual([
    { what: 'used invitation', count: 1 },
    { what: 'passkey', count: 1 },
    { what: 'source', count: 1 },
    { what: 'tablet’s list of albums', count: 1 },
    { what: 'tablet’s end', count: 1 },
    { what: 'paused source', count: 1 },
    { what: 'authority of the house', count: 1 },
  ]);
  const left = {
    'select id || paused from sources': ['paused1'],
    'select id || expires_at || album_ids from tablets': [`${fieldOf(tablet, 'id')}2["a"]`],
    'select id from passkeys': [],
    'select challenge from passkey_challenges': [],
    'select token_hash || used_at from set_up_links': ['used2'],
    'select code || collected_at from pairings': ['AAAAAA2'],
    'select id || used_at from invitations': ['used2'],
    'select nonce from used_nonces': ['used'],
    'select certificate from home_authority': ['second'],
    'select fingerprint from former_authorities': ['first'],
  };
  const sqlite = new Sqlite(older);
  const found = Object.keys(left).map((select) => [select, sqlite.prepare(select).pluck().all()]);
  sqlite.close();
  expect(Object.fromEntries(found)).toEqual(left);
});

test('nothing is carried over that the older database has no place for, and it is said', async () => {
  const house = await household();
  const backup = await backedUp();
  await endAll(house);
  await close();
  const older = join(folder, 'older');
  await mkdir(older);
  await copyFile(join(backup, DATABASE_FILE), join(older, DATABASE_FILE));
  const sqlite = new Sqlite(join(older, DATABASE_FILE));
  sqlite.exec('alter table users drop column blocked_at');
  sqlite.close();
  const { carryEndedRights } = await import('#server/core/db/sqlite/endedRights.ts');
  const files = { newer: join(dataDir, DATABASE_FILE), older: join(older, DATABASE_FILE) };
  expect(carryEndedRights(files).returning).toEqual([{ what: 'blocked account', count: 1 }]);
});

test('the audit log shows entries of a newer version, which went back', async () => {
  const { admin } = await household();
  const entry = { at: Date.now(), action: 'done-by-a-newer-version', actor: 'Ada', what: 'Hall' };
  const { db } = server!.dependencies;
  await sql`insert into audit_events (at, action, actor, what)
    values (${entry.at}, ${entry.action}, ${entry.actor}, ${entry.what})`.execute(db);
  expect((await actions(admin.token))[0]).toBe(entry.action);
});

test('restore --replace gives nobody back albums that a list took away', async () => {
  await open();
  const tom = await server!.signIn({ permissions: ['photos:read'] });
  const { id } = (await server!.dependencies.photos.albums.create({ name: 'Sea', slug: 'sea' }, null)).album;
  const backup = await backedUp();
  await server!.dependencies.users.setAlbums({ userId: tom.user.id, albumIds: [id] });
  await close();
  expect((await restore(backup)).stdout).toContain('1 person’s list of albums stays ended');
  await open();
  expect(await server!.dependencies.users.rightsOf(tom.user.id)).toMatchObject({ albumIds: [id] });
});

test('update --back goes back as well where only photos cannot be read', async () => {
  await household();
  const copy = 'before-update-2026-01-31T12-00-00Z-from-1.0.0.sqlite';
  await server!.dependencies.backupDatabase(join(dataDir, copy));
  const version = { version: '1.0.0', folder: null };
  const before = { version, copy, at: Date.now() };
  await writeUpdates(dataDir, { ...NO_UPDATES, current: { version: '1.1.0', folder: null }, before });
  await close();
  const file = join(dataDir, DATABASE_FILE);
  const sqlite = new Sqlite(file);
  const ofPhotos = "select rootpage from sqlite_schema where tbl_name = 'photos' and rootpage > 0";
  const pages = sqlite.prepare<[], number>(ofPhotos).pluck().all();
  const pageBytes = Number(sqlite.pragma('page_size', { simple: true }));
  sqlite.close();
  const bytes = await readFile(file);
  for (const page of pages) bytes.fill(0x58, (page - 1) * pageBytes, page * pageBytes);
  await writeFile(file, bytes);
  const { code, stdout } = await command(['update', '--back', '--yes'], { DATA_DIR: dataDir });
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^The server goes back to 1\.0\.0\. .+ cannot be counted\n/),
  ]);
});

test('what can be tried again is not taken for damaged', async () => {
  await household();
  const older = join(folder, 'older.sqlite');
  await server!.dependencies.backupDatabase(older);
  await close();
  const { carryReadableRights } = await import('#server/core/db/sqlite/endedRights.ts');
  const other = new Sqlite(older);
  onTestFinished(() => void other.close());
  other.exec('begin immediate');
  expect(() => carryReadableRights({ newer: join(dataDir, DATABASE_FILE), older })).toThrow(/locked/);
});
