import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('an admin lists the users', async () => {
  const { token, user } = await server.signIn({ permissions: ['admin'] });
  const answer = await fetch(`${server.origin}/users`, { headers: { Authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toContainEqual(expect.objectContaining({ id: user.id, permissions: ['admin'] }));
});
