import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('Sign Out ends this session and no other', async () => {
  const { user, token } = await server.signIn({ permissions: ['photos:read'] });
  const other = await server.dependencies.sessions.open(user.id);
  expect(await server.call('/auth/sign-out', { method: 'POST', token })).toMatchObject({ status: 204 });
  expect(await server.call('/photos/albums', { token })).toMatchObject({ status: 401 });
  expect(await server.call('/photos/albums', { token: other })).toMatchObject({ status: 200 });
});
