import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEV_ADMIN } from '#server/users/devAccounts.ts';
import { type Call, fieldOf, startTestServer, statusesOf, type TestServer } from '#support/server/testServer.ts';

const LAST_ADMIN = 'This is the last admin: make somebody else an admin first';

let server: TestServer;
let admin: { token: string; id: string };
beforeEach(async () => {
  server = await startTestServer();
  const { token, user } = await server.signIn({ permissions: ['admin'], email: 'admin@example.org' });
  admin = { token, id: user.id };
});
afterEach(() => server.close());

function put(id: string, body: unknown, more: Partial<Call> = {}) {
  return server.call(`/users/${id}/permissions`, { method: 'PUT', token: admin.token, body, ...more });
}

function permissionsOf(id: string) {
  return server.dependencies.users.permissionsOf(id);
}

test('the list holds every account with its permissions and times', async () => {
  const { user } = await server.signIn({ permissions: ['photos:read', 'photos:write'], email: 'zoe@example.org' });
  const { body } = await server.call('/users', { token: admin.token });
  const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(body).toEqual([
    expect.objectContaining({ email: 'admin@example.org', permissions: ['admin'] }),
    {
      id: user.id,
      email: 'zoe@example.org',
      firstName: 'Test',
      lastName: user.lastName,
      permissions: ['photos:read', 'photos:write'],
      albumIds: null,
      createdAt: isoTime,
      updatedAt: isoTime,
      lastSeenAt: isoTime,
    },
  ]);
});

const MALFORMED: [body: unknown, message: string][] = [
  [{ permissions: ['root'] }, 'There is no permission "root", only admin, photos:read, photos:write'],
  [{ permissions: ['Admin'] }, 'There is no permission "Admin", only admin, photos:read, photos:write'],
  [{ permissions: 'admin' }, 'The request is malformed: permissions must be array'],
  [{ permissions: [1] }, 'The request is malformed: permissions.0 must be string'],
  [{}, 'The request is malformed: the body of the request must have required properties permissions'],
  [[], 'The request is malformed: the body of the request must be object'],
  ['{"permissions": [', 'The body of the request is not valid JSON'],
  ['', 'The request has no body, and a JSON body was expected'],
  [
    { permissions: [], expectedUpdatedAt: 'yesterday' },
    'expectedUpdatedAt must be a time such as 2026-01-31T12:00:00.000Z',
  ],
];

describe('changing permissions', () => {
  test('answers the updated record; duplicates are one', async () => {
    const { user } = await server.signIn();
    const answer = await put(user.id, { permissions: ['photos:write', 'admin', 'photos:write'] });
    expect(answer).toMatchObject({ status: 200, body: { id: user.id, permissions: ['admin', 'photos:write'] } });
    expect(Date.parse(fieldOf(answer, 'updatedAt'))).toBeGreaterThan(user.updatedAt);
    expect(await put(user.id, { permissions: [] })).toMatchObject({ status: 200, body: { permissions: [] } });
  });

  test('a malformed body is a 400 that says why, and changes nothing', async () => {
    const { user } = await server.signIn({ permissions: ['photos:read'] });
    for (const [body, message] of MALFORMED) {
      expect(await put(user.id, body), JSON.stringify(body)).toMatchObject({ status: 400, body: { message } });
      expect(await permissionsOf(user.id)).toEqual(['photos:read']);
    }
  });

  test('an unknown user is a 404', async () => {
    expect(await put('nobody', { permissions: [] })).toMatchObject({
      status: 404,
      body: { message: 'There is no such user' },
    });
  });

  test('the last admin stays one', async () => {
    expect(await put(admin.id, { permissions: ['photos:read'] })).toMatchObject({
      status: 409,
      body: { message: LAST_ADMIN },
    });
    expect(await permissionsOf(admin.id)).toEqual(['admin']);
    await server.signIn({ permissions: ['admin'] });
    expect(await put(admin.id, { permissions: ['photos:read'] })).toMatchObject({ status: 200 });
  });

  test('two admins who take it from each other at once leave one', async () => {
    const other = await server.signIn({ permissions: ['admin'] });
    const answers = await Promise.all([
      put(other.user.id, { permissions: [] }),
      put(admin.id, { permissions: [] }, { token: other.token }),
    ]);
    expect(statusesOf(answers)).not.toEqual([200, 200]);
    const left = (await server.dependencies.users.list()).filter(({ permissions }) => permissions.includes('admin'));
    expect(left).toHaveLength(1);
  });

  test("somebody else's change meanwhile is not overwritten", async () => {
    const { user } = await server.signIn();
    const seen = new Date(user.updatedAt).toISOString();
    expect(await put(user.id, { permissions: ['photos:read'], expectedUpdatedAt: seen })).toMatchObject({
      status: 200,
    });
    expect(await put(user.id, { permissions: ['admin'], expectedUpdatedAt: seen })).toMatchObject({
      status: 409,
      body: { message: 'Somebody else changed this user meanwhile: look at the new values and save again' },
    });
    expect(await permissionsOf(user.id)).toEqual(['photos:read']);
  });
});

test('the dev admin does not count as the last admin in production', async () => {
  const production = await startTestServer({ production: true });
  const { users } = production.dependencies;
  await users.create(DEV_ADMIN);
  const { token, user } = await production.signIn({ permissions: ['admin'] });
  const asked = { method: 'PUT', token, body: { permissions: [] } };
  expect(await production.call(`/users/${user.id}/permissions`, asked)).toMatchObject({
    status: 409,
    body: { message: LAST_ADMIN },
  });
  await production.close();
});
