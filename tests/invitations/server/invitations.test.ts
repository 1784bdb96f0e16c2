import { invitations as invitationsSubject } from '#server/invitations/index.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { InvitationWithLink } from '#contract/invitations/schemas.ts';
import { invitationTokenFrom, linkTokenFrom } from '#domain/access/links.ts';
import { fieldOf, startTestServer, statusesOf, type TestServer } from '#support/server/testServer.ts';

const HOUR_MS = 3_600_000;

let server: TestServer;
let admin: { token: string };
beforeEach(async () => {
  server = await startTestServer({ adminEmails: ['boss@example.org'] });
  admin = { token: (await server.signIn({ permissions: ['admin'] })).token };
});
afterEach(() => server.close());

async function invite(fields: object = {}) {
  const body = { name: 'Tom', permissions: ['photos:read'], term: 'day', ...fields };
  const made = await server.call('/invitations', { method: 'POST', ...admin, body });
  expect(made).toMatchObject({ status: 201 });
  const invitation: InvitationWithLink = JSON.parse(JSON.stringify(made.body));
  return { ...invitation, secret: invitationTokenFrom(new URL(invitation.url).hash)! };
}

const post = (path: string, body: object) => server.call(path, { method: 'POST', body });
const look = (token: string) => post('/auth/invitation', { token });
const accept = (token: string, name = 'Tom Sawyer') => post('/auth/invitation/accept', { token, name });
const list = async () => (await server.call('/invitations', admin)).body;

test('makes one account with the permissions set beforehand, and signs in', async () => {
  const { secret } = await invite({ permissions: ['photos:write', 'photos:read'] });
  expect((await look(secret)).body).toMatchObject({ name: 'Tom', permissions: ['photos:read', 'photos:write'] });
  const accepted = await accept(secret);
  const permissions = ['photos:read', 'photos:write'];
  expect(accepted).toMatchObject({
    status: 200,
    body: { success: true, firstName: 'Tom', lastName: 'Sawyer', permissions },
  });
  expect((await server.call('/photos/albums', { token: fieldOf(accepted, 'token') })).status).toBe(200);
  expect(await list()).toMatchObject([{ state: 'used', usedBy: 'Tom Sawyer' }]);
  expect(await look(secret)).toMatchObject({ status: 410, body: { message: expect.stringMatching(/used already/) } });
});

test('of several browsers that accept it at once, one gets in', async () => {
  const { secret } = await invite();
  const before = (await server.dependencies.users.list()).length;
  expect(statusesOf(await Promise.all([accept(secret), accept(secret), accept(secret)]))).toEqual([200, 410, 410]);
  expect((await server.dependencies.users.list()).length).toBe(before + 1);
});

test('one for a quarter of an hour, an hour, a day or a week is over afterwards', async () => {
  for (const [term, ms] of [
    ['quarter-hour', HOUR_MS / 4],
    ['hour', HOUR_MS],
    ['day', 24 * HOUR_MS],
    ['week', 7 * 24 * HOUR_MS],
  ] as const) {
    const { secret } = await invite({ term });
    server.clock.advance(ms - 60_000);
    expect((await look(secret)).status, term).toBe(200);
    server.clock.advance(60_000);
    expect(await accept(secret), term).toMatchObject({
      status: 410,
      body: { message: expect.stringMatching(/has expired/) },
    });
  }
});

test('is taken back, once', async () => {
  const { id, secret } = await invite();
  expect((await server.call(`/invitations/${id}`, { method: 'DELETE', ...admin })).status).toBe(204);
  expect(await accept(secret)).toMatchObject({ status: 410, body: { message: expect.stringMatching(/taken back/) } });
  expect((await server.call(`/invitations/${id}`, { method: 'DELETE', ...admin })).status).toBe(409);
  expect(await list()).toMatchObject([{ state: 'taken-back' }]);
});

test('is told as taken back, not as used, when that happens while somebody accepts it', async () => {
  const { id, secret } = await invite();
  const { invitations } = invitationsSubject.of(server.dependencies.core);
  const acceptLate = invitations.accept.bind(invitations);
  vi.spyOn(invitations, 'accept').mockImplementationOnce(async (...args) => {
    expect((await server.call(`/invitations/${id}`, { method: 'DELETE', ...admin })).status).toBe(204);
    return acceptLate(...args);
  });
  expect(await accept(secret)).toMatchObject({ status: 410, body: { message: expect.stringMatching(/taken back/) } });
});

test('its address is the admin’s word: the account has it, and whoever accepts cannot choose one', async () => {
  const { secret } = await invite({ email: 'Tom@Example.org' });
  const body = { token: secret, name: 'Tom', email: 'boss@example.org', permissions: ['admin'] };
  const accepted = await post('/auth/invitation/accept', body);
  expect(accepted).toMatchObject({ body: { email: 'tom@example.org', permissions: ['photos:read'] } });
});

test('is not made for somebody who has an account, and not accepted by one made meanwhile', async () => {
  const { secret } = await invite({ email: 'late@example.org' });
  await server.signIn({ email: 'late@example.org' });
  expect(await accept(secret)).toMatchObject({ status: 409 });
  const body = { name: 'Late', email: 'late@example.org', permissions: [], term: 'day' };
  expect(await server.call('/invitations', { method: 'POST', ...admin, body })).toMatchObject({ status: 409 });
});

test('a server that dies while it makes the account has used up nothing', async () => {
  const { secret } = await invite();
  const before = await server.dependencies.users.list();
  const dying = invitationsSubject
    .of(server.dependencies.core)
    .invitations.accept(secret, async (invitation, users) => {
      await users.create({ email: 'half@example.org', permissions: invitation.permissions });
      throw new Error('the power is gone');
    });
  await expect(dying).rejects.toThrow('the power is gone');
  expect(await server.dependencies.users.list()).toEqual(before);
  expect(await list()).toMatchObject([{ state: 'open' }]);
  expect((await accept(secret)).status).toBe(200);
});

test('with a fourth permission, an end of its own, no name, or an address that is none it is refused', async () => {
  for (const wrong of [{ permissions: ['photos:delete'] }, { term: 'year' }, { name: '  ' }, { email: 'tom' }]) {
    const body = { name: 'Tom', permissions: [], term: 'day', ...wrong };
    const { status } = await server.call('/invitations', { method: 'POST', ...admin, body });
    expect(status, JSON.stringify(wrong)).toBe(400);
  }
});

test('needs a name, and one that is no name uses up nothing', async () => {
  const { secret } = await invite();
  expect((await accept(secret, '   ')).status).toBe(400);
  expect((await accept(secret)).status).toBe(200);
});

test('only the hash of its token is stored; the audit log says who invited whom', async () => {
  const { secret, url } = await invite();
  expect(url).toBe(`${server.origin}/#invitation=${secret}`);
  expect(JSON.stringify(await server.dependencies.db.selectFrom('invitations').selectAll().execute())).not.toContain(
    secret,
  );
  await accept(secret);
  const log = JSON.stringify((await server.call('/audit', admin)).body);
  expect(log).toContain('“Tom” with photos:read');
  expect(log).toContain('invitation-used');
  expect(log).not.toContain(secret);
});

test('an admin makes a one-time sign-in link for an account, and none for a blocked one', async () => {
  const { user } = await server.signIn({ email: 'ada@example.org' });
  const path = `/users/${user.id}/sign-in-link`;
  const made = await server.call(path, { method: 'POST', ...admin });
  expect(made.status).toBe(200);
  const token = linkTokenFrom(new URL(fieldOf(made, 'url')).hash);
  expect(await post('/auth/sign-in-link', { token: token ?? '' })).toMatchObject({
    status: 200,
    body: { userId: user.id },
  });
  expect(await post('/auth/sign-in-link', { token: token ?? '' })).toMatchObject({ status: 401 });
  await server.call(`/users/${user.id}/block`, { method: 'PUT', ...admin, body: { blocked: true } });
  expect(await server.call(path, { method: 'POST', ...admin })).toMatchObject({ status: 409 });
  expect(JSON.stringify((await server.call('/audit', admin)).body)).toContain('sign-in-link-made');
});

test('links name the address in PUBLIC_URL', async () => {
  const elsewhere = await startTestServer({ publicUrl: 'https://photos.example' });
  const { token } = await elsewhere.signIn({ permissions: ['admin'] });
  const body = { name: 'Tom', permissions: [], term: 'day' };
  const made = await elsewhere.call('/invitations', { method: 'POST', token, body });
  expect(fieldOf(made, 'url')).toMatch(/^https:\/\/photos\.example\/#invitation=/);
  await elsewhere.close();
});
