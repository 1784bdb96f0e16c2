import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sweepRegularly } from '#server/audit/auditRoutes.ts';
import { runCommandLine } from '#server/cli/commandLine.ts';
import { settingsRepository } from '#server/core/audit/auditRepository.ts';
import { readSettings } from '#server/core/settings/settings.ts';
import { AUDIT } from '#server/core/limits.ts';
import type { AuditPage } from '#contract/audit/schemas.ts';
import { auditSentence } from '#domain/audit/auditSentence.ts';
import { Launch, sameData } from '#support/server/launch.ts';
import { IS_POSTGRES } from '#support/server/testPostgres.ts';
import { fieldOf, startTestServer, type TestServer } from '#support/server/testServer.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
let anna: { token: string; id: string };
beforeEach(async () => {
  server = await startTestServer({ trustProxy: '127.0.0.1' });
  const user = await server.dependencies.users.create({ email: 'anna@example.org', firstName: 'Anna' });
  await server.dependencies.users.grant(user.id, ['admin']);
  anna = { id: user.id, token: await server.dependencies.sessions.open(user.id) };
});
afterEach(() => server.close());

async function page(query = '', of = server, token = anna.token): Promise<AuditPage> {
  const { status, body } = await of.call(`/audit${query}`, { token });
  expect(status).toBe(200);
  return JSON.parse(JSON.stringify(body));
}

const sentences = async (query = '') => (await page(query)).entries.map((entry) => auditSentence(entry));

async function signInBy(email: string, headers: Record<string, string> = {}) {
  const body = { token: await server.dependencies.oneTime.createLink(email) };
  return server.call('/auth/sign-in-link', { method: 'POST', body, headers });
}

const put = (path: string, body: unknown) => server.call(path, { method: 'PUT', token: anna.token, body });

const setReadOnly = (isReadOnly: boolean) =>
  sql`pragma query_only = ${sql.lit(isReadOnly ? 'on' : 'off')}`.execute(server.dependencies.db);

describe('what is done through the calls', () => {
  test('is there in plain sentences, newest first, with time and address', async () => {
    const headers = { 'User-Agent': 'Firefox/1 Linux', 'X-Forwarded-For': '198.51.100.9' };
    const tom = await signInBy('tom@example.org', headers);
    const id = fieldOf(tom, 'userId');
    await put(`/users/${id}/permissions`, { permissions: ['photos:read', 'photos:write'] });
    await put(`/users/${id}/permissions`, { permissions: ['photos:write'] });
    await signInBy('tom@example.org');
    await server.call('/auth/sessions', { method: 'DELETE', token: fieldOf(tom, 'token') });
    await server.call('/auth/sign-out', { method: 'POST', token: fieldOf(tom, 'token') });
    await put(`/users/${id}/block`, { blocked: true });
    await signInBy('tom@example.org', headers);
    await put(`/users/${id}/block`, { blocked: false });
    const { entries } = await page();
    expect(entries.map((entry) => auditSentence(entry))).toEqual([
      'Anna unblocked tom@example.org',
      'tom@example.org could not sign in: the account is blocked',
      'Anna blocked tom@example.org',
      'tom@example.org signed out on Firefox on Linux',
      'tom@example.org ended all their other sessions (1)',
      'tom@example.org signed in on Unknown device',
      'Anna took photos:read from tom@example.org',
      'Anna gave tom@example.org photos:write',
      'Anna gave tom@example.org photos:read',
      'tom@example.org signed in on Firefox on Linux',
    ]);
    expect(entries.at(-1)).toMatchObject({ address: '198.51.100.9' });
    expect(entries[0]).toMatchObject({ address: '127.0.0.1' });
    expect(Date.parse(entries[0]?.at ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  test('is found by person, for what they did and what was done to them, and by topic', async () => {
    const id = fieldOf(await signInBy('tom@example.org'), 'userId');
    await put(`/users/${id}/permissions`, { permissions: ['photos:read'] });
    await signInBy('zoe@example.org');
    expect(await sentences(`?person=${id}`)).toEqual([
      'Anna gave tom@example.org photos:read',
      'tom@example.org signed in on Unknown device',
    ]);
    expect(await sentences('?topic=accounts')).toEqual(['Anna gave tom@example.org photos:read']);
    expect(await sentences(`?topic=keys&person=${anna.id}`)).toEqual([]);
    expect(await server.call('/audit?topic=everything', { token: anna.token })).toMatchObject({ status: 400 });
  });
});

test('what the operator does on the command line is there too', async () => {
  const { settings } = server.dependencies;
  const terminal = { settings: () => settings, print: () => undefined, printError: () => undefined };
  for (const command of [
    'key create Hall',
    'key revoke Hall',
    'user grant tom@example.org photos:read',
    'user grant tom@example.org photos:read',
    'user revoke tom@example.org photos:read',
    'user sign-in-link tom@example.org',
  ]) {
    expect(await runCommandLine(command.split(' '), terminal), command).toBe(0);
  }
  expect(await sentences('?person=command-line')).toEqual([
    'The command line made a sign-in link for tom@example.org',
    'The command line took photos:read from tom@example.org',
    'The command line gave tom@example.org photos:read',
    'The command line revoked the key “Hall”',
    'The command line made the key “Hall”',
  ]);
});

test(
  'a start with other settings than the last is there, by the names of the settings',
  { tags: ['full'] },
  async () => {
    const before = { ...sameData(server.dependencies.settings), PORT: '0', MAX_UPLOAD_MB: '20', LOG_LEVEL: 'warn' };
    expect(await settingsRepository(server.dependencies.db).changedSince(readSettings(before).variables)).toEqual([]);
    const started = new Launch(['server/main.ts'], { ...before, MAX_UPLOAD_MB: '10', ADMIN_EMAILS: 'tom@example.org' });
    await vi.waitFor(() => expect(started.stdout).toContain('Landing'), 20_000);
    started.child.kill();
    expect(await started.ended()).toMatchObject({ code: 0 });
    expect(await sentences('?topic=settings')).toEqual([
      'The server started with another value of MAX_UPLOAD_MB',
      'The server started with another value of ADMIN_EMAILS',
    ]);
    expect(await sentences('?topic=keys')).toEqual(['The server made the key “First kiosk”']);
  },
);

/** The form in which earlier releases stored a setting. */
const former = (name: string, value: string) => createHash('sha256').update(`${name}=${value}`).digest('base64url');

test('what is stored of settings cannot be tried out, and what earlier releases stored of them is no change', async () => {
  const { db } = server.dependencies;
  const settingsSeen = settingsRepository(db);
  const stored = async () => (await db.selectFrom('settings_seen').selectAll().execute()).map((row) => row.value_hash);
  const rows = [
    { name: 'MQTT_URL', value_hash: former('MQTT_URL', 'mqtt://me:secret@broker') },
    { name: 'PORT', value_hash: former('PORT', '80') },
  ];
  await db.insertInto('settings_seen').values(rows).execute();
  const now = { MQTT_URL: 'mqtt://me:secret@broker', PORT: '81' };
  expect(await settingsSeen.changedSince(now)).toEqual(['PORT']);
  const hashes = await stored();
  expect(hashes).toHaveLength(2);
  for (const [name, value] of Object.entries(now)) expect(hashes).not.toContain(former(name, value));
  expect(await settingsSeen.changedSince(now)).toEqual([]);
  expect(await stored()).toEqual(hashes);
  expect(await settingsSeen.changedSince({ ...now, MQTT_URL: 'mqtt://me:other@broker' })).toEqual(['MQTT_URL']);
});

test('a long log is read page by page', async () => {
  const { audit } = server.dependencies;
  for (let number = 1; number <= 250; number += 1) {
    audit.record({ action: 'deleted', by: { userId: anna.id }, what: `photo ${number}` });
  }
  const seen: string[] = [];
  let before: number | undefined;
  let pages = 0;
  do {
    const { entries, before: next } = await page(before === undefined ? '' : `?before=${before}`);
    seen.push(...entries.map(({ what = '' }) => what));
    before = next;
    pages += 1;
  } while (before !== undefined);
  expect(pages).toBe(3);
  expect(seen).toEqual(Array.from({ length: 250 }, (_, index) => `photo ${250 - index}`));
});

test('entries are kept for a year and then go by themselves, in small batches', async () => {
  const { audit, auditEntries, db } = server.dependencies;
  const count = async () => (await db.selectFrom('audit_events').select('id').execute()).length;
  for (let number = 0; number < AUDIT.sweptAtOnce + 10; number += 1) {
    audit.record({ action: 'deleted', by: 'server', what: 'old' });
    if (number % AUDIT.writtenAtOnce === 0) await audit.settle();
  }
  await audit.settle();
  server.clock.advance(364 * DAY_MS);
  audit.record({ action: 'deleted', by: 'server', what: 'new' });
  await audit.settle();
  expect(await auditEntries.sweep()).toBe(false);
  expect(await count()).toBe(AUDIT.sweptAtOnce + 11);
  server.clock.advance(2 * DAY_MS);
  expect(await auditEntries.sweep()).toBe(true);
  expect(await count()).toBe(11);
  const stop = sweepRegularly(auditEntries);
  await expect.poll(() => count()).toBe(1);
  await stop();
});

test('what people do with photos in masses pushes nothing else out', async () => {
  const { audit, auditEntries, db } = server.dependencies;
  const person = { userId: anna.id };
  audit.record({ action: 'album-shared', by: person, what: 'the first' });
  audit.record({ action: 'key-made', by: person, what: 'Hall' });
  await audit.settle();
  await sql`insert into audit_events (at, action, actor, what)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(AUDIT.entries)})
    select ${sql.lit(server.dependencies.now())}, 'share-ended', 'Tom', 'many' from numbers`.execute(db);
  while (await auditEntries.sweep());
  const rows = await db.selectFrom('audit_events').select('what').where('what', '!=', 'many').execute();
  expect(rows).toEqual([{ what: 'Hall' }]);
  expect(await sentences('?topic=keys')).toContain('Tom took back a link to the album many');
});

describe.skipIf(IS_POSTGRES)('a disk that takes no writes', () => {
  test('fails nobody: events wait in memory, the log says how many, and they are written when it works again', async () => {
    const { audit } = server.dependencies;
    const blocked = await server.signIn({ email: 'tom@example.org' });
    const tom = `${blocked.user.firstName} ${blocked.user.lastName}`;
    await put(`/users/${blocked.user.id}/block`, { blocked: true });
    const links = [0, 1].map(() => server.dependencies.oneTime.createLink('tom@example.org'));
    const bodies = (await Promise.all(links)).map((token) => ({ token }));
    // Only the log fails here, as if the disk had become full between the session's write and the log's.
    await sql`alter table audit_events rename to audit_events_away`.execute(server.dependencies.db);
    const anything = await signInBy('zoe@example.org');
    expect(anything).toMatchObject({ status: 200 });
    expect(await server.call('/auth/sign-in-link', { method: 'POST', body: bodies[0] })).toMatchObject({ status: 403 });
    await audit.settle();
    expect(audit.waiting()).toBe(2);
    await sql`alter table audit_events_away rename to audit_events`.execute(server.dependencies.db);
    await setReadOnly(true);
    expect(await page()).toMatchObject({ waiting: 2, entries: [{ action: 'account-blocked' }] });
    await setReadOnly(false);
    expect(await sentences()).toEqual([
      `${tom} could not sign in: the account is blocked`,
      'zoe@example.org signed in on Unknown device',
      `Anna blocked ${tom}`,
    ]);
    expect(await page()).toMatchObject({ waiting: 0 });
  });

  test('for long: memory stays bounded, and the log says how many events are missing', async () => {
    const { audit } = server.dependencies;
    await setReadOnly(true);
    for (let number = 0; number < AUDIT.waiting + 7; number += 1) {
      audit.record({ action: 'deleted', by: 'server', what: `photo ${number}` });
    }
    expect((await page()).waiting).toBe(AUDIT.waiting + 7);
    await setReadOnly(false);
    const { entries, waiting } = await page();
    expect(waiting).toBe(0);
    expect(entries[0]).toMatchObject({ action: 'events-lost', what: '7' });
    expect(auditSentence(entries[0]!)).toBe('7 events are missing here: the disk could not be written');
    expect(entries[1]).toMatchObject({ what: `photo ${AUDIT.waiting - 1}` });
  });
});
