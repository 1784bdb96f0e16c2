import { afterEach, beforeEach, expect, test } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { isRecord } from '#domain/records.ts';
import { FakeImmich } from '#support/server/fakeImmich.ts';
import { fieldOf, startTestServer, type TestResponse, type TestServer } from '#support/server/testServer.ts';

// Sources end with the rights of the admin who made them; tests/users/server/containment.test.ts has the rest.

let server: TestServer;
let owner: { token: string };
let mallory: { token: string; id: string };
beforeEach(async () => {
  server = await startTestServer();
  owner = await server.signIn({ email: 'owner@example.org', permissions: ['admin'] });
  const { token, user } = await server.signIn({ email: 'mallory@example.org', permissions: ['admin', 'photos:write'] });
  mallory = { token, id: user.id };
});
afterEach(() => server.close());

const post = (path: string, body: object, token: string) => server.call(path, { method: 'POST', token, body });

const put = (path: string, body: object) => server.call(path, { method: 'PUT', token: owner.token, body });

const WAYS: [string, () => Promise<TestResponse>][] = [
  [
    'loses `admin`',
    () => put(ADMIN_PATHS.userPermissions(mallory.id), { permissions: ['photos:write'], endMade: true }),
  ],
  ['is blocked', () => put(ADMIN_PATHS.userBlock(mallory.id), { blocked: true, endMade: true })],
];

async function madeByMallory(): Promise<unknown> {
  const { body } = await server.call('/users', { token: owner.token });
  const all: unknown[] = Array.isArray(body) ? body : [];
  return all.find((user) => isRecord(user) && user.id === mallory.id);
}

test.each(WAYS)('the sources of an admin who %s are paused, and those of others go on', async (_way, contain) => {
  const immich = await FakeImmich.start();
  const door = { url: immich.url, apiKey: immich.key, immichAlbumId: immich.albumId, albumId: null };
  const source = await post('/sources', { kind: 'immich', ...door }, mallory.token);
  expect(source).toMatchObject({ status: 201, body: { madeBy: mallory.id } });
  await post('/sources', { kind: 'immich', ...door }, owner.token);
  expect(await madeByMallory()).toMatchObject({ made: { tablets: 0, shares: 0, sources: 1 } });

  expect((await contain()).status).toBe(200);
  expect(await madeByMallory()).not.toHaveProperty('made');
  expect((await server.call('/sources', { token: owner.token })).body).toMatchObject({
    sources: [{ id: fieldOf(source, 'id'), state: 'paused' }, { state: expect.not.stringMatching('paused') }],
  });
  expect((await server.call('/audit?topic=settings', { token: owner.token })).body).toMatchObject({
    entries: [
      { action: 'source-changed', what: '“Family”: is paused' },
      {},
      { action: 'source-added', what: `“Family” (${immich.url})` },
    ],
  });
  await immich.close();
});
