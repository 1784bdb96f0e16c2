import { afterEach, beforeEach, expect, test } from 'vitest';
import { MESSAGES } from '#domain/messages.ts';
import { closeSockets, connected, openSocket } from '#support/server/nodeSockets.ts';
import { fieldOf, startTestServer, statusesOf, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let admin: { token: string; id: string };
beforeEach(async () => {
  server = await startTestServer();
  const { token, user } = await server.signIn({ permissions: ['admin'] });
  admin = { token, id: user.id };
});
afterEach(async () => {
  closeSockets();
  await server.close();
});

function block(id: string, blocked: unknown = true, token = admin.token) {
  return server.call(`/users/${id}/block`, { method: 'PUT', token, body: { blocked } });
}

const signInAs = (email: string) =>
  server.dependencies.oneTime
    .createLink(email)
    .then((token) => server.call('/auth/sign-in-link', { method: 'POST', body: { token } }));

test('a block ends all sessions with their sockets and refuses every sign-in; unblocked, all is as before', async () => {
  const tom = await server.signIn({ email: 'tom@example.org', permissions: ['photos:write'] });
  const second = fieldOf(await signInAs('tom@example.org'), 'token');
  const socket = await connected(openSocket(server.origin, second));
  const ended = new Promise<string>((resolve) => socket.once('disconnect', resolve));
  const answer = await block(tom.user.id);
  expect(answer).toMatchObject({ status: 200, body: { id: tom.user.id, permissions: ['photos:write'] } });
  expect(Date.parse(fieldOf(answer, 'blockedAt'))).toBeGreaterThan(0);
  expect(await ended).toBe('io server disconnect');
  for (const token of [tom.token, second]) {
    expect(await server.call('/photos/albums', { token })).toMatchObject({ status: 401 });
  }
  expect(await signInAs('tom@example.org')).toMatchObject({ status: 403, body: { message: MESSAGES.accountBlocked } });

  expect(fieldOf(await block(tom.user.id, false), 'blockedAt')).toBe('');
  expect(await server.call('/photos/albums', { token: second })).toMatchObject({ status: 401 });
  expect(await signInAs('tom@example.org')).toMatchObject({ status: 200, body: { permissions: ['photos:write'] } });
});

test('ADMIN_EMAILS does not let a blocked person in, nor makes them an admin', async () => {
  const named = await startTestServer({ adminEmails: ['tom@example.org'] });
  const { users, oneTime } = named.dependencies;
  const tom = await users.create({ email: 'tom@example.org' });
  await users.setBlocked({ userId: tom.id, blocked: true, by: 'somebody' });
  const body = { token: await oneTime.createLink('tom@example.org') };
  expect(await named.call('/auth/sign-in-link', { method: 'POST', body })).toMatchObject({ status: 403 });
  expect(await users.permissionsOf(tom.id)).toEqual([]);
  await named.close();
});

test('nobody blocks themself, nor somebody who is not there, nor with something that is no yes or no', async () => {
  expect(await block(admin.id)).toMatchObject({ status: 409, body: { message: 'You cannot block yourself' } });
  expect(await block('nobody')).toMatchObject({ status: 404, body: { message: 'There is no such user' } });
  expect(await block((await server.signIn()).user.id, 'yes')).toMatchObject({ status: 400 });
  expect(await server.call('/users', { token: admin.token })).toMatchObject({ status: 200 });
});

test('two admins who block each other at once leave one', async () => {
  const other = await server.signIn({ permissions: ['admin'] });
  const answers = await Promise.all([block(other.user.id), block(admin.id, true, other.token)]);
  expect(statusesOf(answers)[0]).toBe(200);
  expect(statusesOf(answers)).not.toEqual([200, 200]);
});

test('a blocked admin does not count as one who is left', async () => {
  const other = await server.signIn({ permissions: ['admin'] });
  await block(other.user.id);
  const asked = { method: 'PUT', token: admin.token, body: { permissions: [] } };
  expect(await server.call(`/users/${admin.id}/permissions`, asked)).toMatchObject({
    status: 409,
    body: { message: 'This is the last admin: make somebody else an admin first' },
  });
  await expect(
    server.dependencies.users.setBlocked({ userId: admin.id, blocked: true, by: other.user.id }),
  ).rejects.toMatchObject({ status: 409, message: 'This is the last admin: make somebody else an admin first' });
});
