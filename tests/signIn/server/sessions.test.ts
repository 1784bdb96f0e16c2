import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

function who(token: string) {
  return server.call('/photos/albums', { token });
}

describe('sessions', () => {
  test('a bare token in Authorization is accepted too', async () => {
    const { token } = await server.signIn({ permissions: ['photos:read'] });
    for (const header of [token, `Bearer ${token}`, `bearer   ${token}`]) {
      const answer = await server.call('/photos/albums', { headers: { Authorization: header } });
      expect(answer, header).toMatchObject({ status: 200 });
    }
  });

  test('live 30 days from their last use, and 90 at most', async () => {
    const { token } = await server.signIn({ permissions: ['photos:read'] });
    for (let day = 29; day < 90; day += 29) {
      server.clock.advance(29 * DAY_MS);
      expect(await who(token), `day ${day}`).toMatchObject({ status: 200 });
    }
    server.clock.advance(3 * DAY_MS + 1);
    expect(await who(token)).toMatchObject({ status: 401, body: { code: 'credential-unknown' } });
  });

  test('end after 30 days without use', async () => {
    const { token } = await server.signIn({ permissions: ['photos:read'] });
    server.clock.advance(30 * DAY_MS);
    expect(await who(token)).toMatchObject({ status: 401 });
  });

  test('are not written at each request, at most once in five minutes', async () => {
    const { token } = await server.signIn({ permissions: ['photos:read'] });
    const lastUse = async () =>
      (await server.dependencies.db.selectFrom('sessions').selectAll().execute())[0]?.last_used_at;
    const opened = await lastUse();
    server.clock.advance(4 * MINUTE_MS);
    await who(token);
    expect(await lastUse()).toBe(opened);
    server.clock.advance(2 * MINUTE_MS);
    await who(token);
    expect(await lastUse()).not.toBe(opened);
  });

  test('are kept as hashes, and expired ones are swept', async () => {
    const { token } = await server.signIn();
    const rows = () => server.dependencies.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(await rows())).not.toContain(token);
    server.clock.advance(31 * DAY_MS);
    await server.signIn();
    expect(await rows()).toHaveLength(1);
  });

  test('Sign Out ends this one and no other', async () => {
    const { user, token } = await server.signIn({ permissions: ['photos:read'] });
    const other = await server.dependencies.sessions.open(user.id);
    expect(await server.call('/auth/sign-out', { method: 'POST', token })).toMatchObject({ status: 204 });
    expect(await who(token)).toMatchObject({ status: 401 });
    expect(await who(other)).toMatchObject({ status: 200 });
  });

  test('a changed permission takes effect on the next request', async () => {
    const { user, token } = await server.signIn();
    expect(await who(token)).toMatchObject({ status: 403 });
    await server.dependencies.users.grant(user.id, ['photos:read']);
    expect(await who(token)).toMatchObject({ status: 200 });
  });
});
