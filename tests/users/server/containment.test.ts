import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import { runCommandLine } from '#server/cli/commandLine.ts';
import { invitationTokenFrom, linkTokenFrom } from '#domain/access/links.ts';
import { isRecord } from '#domain/records.ts';
import { fieldOf, startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let owner: { token: string; id: string };
let mallory: { token: string; id: string; email: string };
beforeEach(async () => {
  server = await startTestServer();
  const one = await server.signIn({ email: 'owner@example.org', permissions: ['admin'] });
  owner = { token: one.token, id: one.user.id };
  const other = await server.signIn({ email: 'mallory@example.org', permissions: ['admin', 'photos:write'] });
  mallory = { token: other.token, id: other.user.id, email: other.user.email };
});
afterEach(() => server.close());

const post = (path: string, body: object, token?: string) =>
  server.call(path, { method: 'POST', body, ...(token === undefined ? {} : { token }) });
const put = (path: string, body: object) => server.call(path, { method: 'PUT', token: owner.token, body });
const block = (fields: object = {}) => put(ADMIN_PATHS.userBlock(mallory.id), { blocked: true, ...fields });
const setPermissions = (permissions: string[], fields: object = {}) =>
  put(ADMIN_PATHS.userPermissions(mallory.id), { permissions, ...fields });

async function invite(token: string): Promise<string> {
  const body = { name: 'Eve', permissions: ['admin'], term: 'week' };
  const made = await post('/invitations', body, token);
  return invitationTokenFrom(new URL(fieldOf(made, 'url')).hash) ?? '';
}
async function linkFor(id: string, token: string): Promise<string> {
  const made = await post(ADMIN_PATHS.userSignInLink(id), {}, token);
  return linkTokenFrom(new URL(fieldOf(made, 'url')).hash) ?? '';
}
const accept = (token: string) => post('/auth/invitation/accept', { token, name: 'Eve' });
const signInBy = (token: string) => post('/auth/sign-in-link', { token });

/** The output of the command line for a person who works beside the running server. */
async function cli(...args: string[]): Promise<string> {
  let told = '';
  const code = await runCommandLine(args, {
    settings: () => server.dependencies.settings,
    print: () => undefined,
    printError: (text) => (told += text),
    hint: (line) => (told += line),
  });
  expect(code, told).toBe(0);
  return told;
}

const WAYS: [string, () => Promise<unknown>][] = [
  ['is blocked', () => block()],
  ['is deleted', () => server.call(ADMIN_PATHS.user(mallory.id), { method: 'DELETE', token: owner.token })],
  ['loses `admin`', () => setPermissions(['photos:write'])],
  ['loses `admin` by the command line', () => cli('user', 'revoke', 'mallory@example.org', 'admin')],
];

describe.each(WAYS)('an admin who %s', (_name, contain) => {
  test('comes back by none of the links that they made', async () => {
    const invitation = await invite(mallory.token);
    const [asOwner, asSelf] = [await linkFor(owner.id, mallory.token), await linkFor(mallory.id, owner.token)];
    await contain();
    const takenBack = { status: 410, body: { message: expect.stringContaining('taken back') } };
    expect(await post('/auth/invitation', { token: invitation })).toMatchObject(takenBack);
    expect(await accept(invitation)).toMatchObject(takenBack);
    expect(await signInBy(asOwner)).toMatchObject({ status: 401 });
    expect(await signInBy(asSelf)).toMatchObject({ status: 401 });
    expect(await server.call('/invitations', { token: owner.token })).toMatchObject({
      body: [{ state: 'taken-back' }],
    });
  });

  test('leaves the links of others alone', async () => {
    const invitation = await invite(owner.token);
    const link = await linkFor(owner.id, owner.token);
    await contain();
    expect(await accept(invitation)).toMatchObject({ status: 200 });
    expect(await signInBy(link)).toMatchObject({ status: 200 });
  });
});

test('who made a link has to be an admin when it is used, however they stopped being one', async () => {
  const [invitation, link] = [await invite(mallory.token), await linkFor(owner.id, mallory.token)];
  // The state that a restored database, or a server of an earlier release beside this one, may leave.
  await server.dependencies.db.deleteFrom('user_permissions').where('user_id', '=', mallory.id).execute();
  expect(await accept(invitation)).toMatchObject({ status: 410 });
  expect(await signInBy(link)).toMatchObject({ status: 401 });
});

test('a body that is held back until its sender is blocked changes nothing', async () => {
  const body = JSON.stringify({ blocked: false });
  const checked = vi.spyOn(server.dependencies.credentials, 'ofToken');
  const held = request(server.origin + ADMIN_PATHS.userBlock(mallory.id), {
    method: 'PUT',
    headers: {
      Authorization: `Bearer ${mallory.token}`,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    },
  });
  const responded: Promise<IncomingMessage[]> = once(held, 'response');
  held.flushHeaders();
  await expect.poll(() => checked).toHaveResolvedWith(expect.objectContaining({ userId: mallory.id }));
  checked.mockRestore();
  expect(await block()).toMatchObject({ status: 200 });
  held.end(body);
  const [response] = await responded;
  response?.resume();
  expect(response?.statusCode).toBe(401);
  expect(await madeOf()).toMatchObject({ blockedAt: expect.any(String) });
});

async function make() {
  const album = await post('/photos/albums', { name: 'Zoo', slug: 'zoo' }, mallory.token);
  const tablet = await post('/tablets', { name: 'Hall' }, mallory.token);
  const share = await post('/shares', { albumId: fieldOf(album, 'id'), term: 'week' }, mallory.token);
  await post('/tablets', { name: 'Kitchen' }, owner.token);
  const opens = async () => [
    (await server.call('/photos/albums', { key: fieldOf(tablet, 'key') })).status,
    (await server.call('/photos/albums', { headers: { [SHARE_KEY_HEADER]: fieldOf(share, 'key') } })).status,
  ];
  expect(await opens()).toEqual([200, 200]);
  return opens;
}
const madeOf = async () => {
  const { body } = await server.call('/users', { token: owner.token });
  const all: unknown[] = Array.isArray(body) ? body : [];
  return all.find((user) => isRecord(user) && user.id === mallory.id);
};

describe('what a blocked person made', () => {
  test('is counted, and goes on unless it is ended too', async () => {
    const opens = await make();
    expect(await madeOf()).toMatchObject({ made: { tablets: 1, shares: 1 } });
    expect(await block()).toMatchObject({ status: 200, body: { made: { tablets: 1, shares: 1 } } });
    expect(await opens()).toEqual([200, 200]);
    expect(await block({ endMade: true })).toMatchObject({ status: 200, body: { id: mallory.id } });
    expect(await opens()).toEqual([401, 401]);
    expect(await madeOf()).not.toHaveProperty('made');
    const log = JSON.stringify((await server.call('/audit', { token: owner.token })).body);
    expect(log).toContain('"action":"key-revoked"');
    expect(log).toContain('"action":"share-ended"');
  });

  test('ends with letters that they accepted, and whose key is still to be collected', async () => {
    const offer = await post(API_PATHS.pairing, {});
    const accepted = await post(ADMIN_PATHS.acceptPairing(fieldOf(offer, 'code')), { name: 'Hall' }, mallory.token);
    expect(accepted.status).toBe(200);
    expect(await madeOf()).toMatchObject({ made: { tablets: 1, shares: 0 } });
    expect(await block()).toMatchObject({ status: 200, body: { made: { tablets: 1, shares: 0 } } });
    expect((await block({ endMade: true })).body).not.toHaveProperty('made');
    const collected = await server.call(API_PATHS.pairingState(fieldOf(offer, 'secret')));
    expect(collected.status).toBe(404);
    expect(JSON.stringify(collected.body)).not.toContain('key');
    expect(await madeOf()).not.toHaveProperty('made');
  });

  test('ends in the same transaction as the block, or not at all', async () => {
    const opens = await make();
    const { db } = server.dependencies;
    await sql`alter table shares rename to shares_away`.execute(db);
    expect((await block({ endMade: true })).status).toBe(500);
    await sql`alter table shares_away rename to shares`.execute(db);
    expect(await madeOf()).not.toHaveProperty('blockedAt');
    expect(await opens()).toEqual([200, 200]);
  });

  test('ends as far as the permissions that are left do not allow it', async () => {
    const opens = await make();
    expect((await setPermissions(['photos:write'], { endMade: true })).status).toBe(200);
    expect(await opens()).toEqual([401, 200]);
    expect((await setPermissions(['photos:read'], { endMade: true })).status).toBe(200);
    expect(await opens()).toEqual([401, 401]);
  });

  test('ends by the command line too, which says what goes on', async () => {
    const opens = await make();
    const told = await cli('user', 'revoke', mallory.email, 'admin');
    expect(told).toContain('also made 1 tablet and 1 shared link, which go on');
    await cli('user', 'revoke', mallory.email, 'photos:write', '--end-made');
    expect(await opens()).toEqual([401, 401]);
  });
});
