import { afterEach, beforeEach, expect, test } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { isRecord } from '#domain/records.ts';
import { alerts } from '#server/alerts/index.ts';
import { startTestServer, type TestResponse, type TestServer } from '#support/server/testServer.ts';

// Channels end with the rights of the admin who made them; tests/users/server/containment.test.ts has the rest.

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

const channel = (url: string, token: string) =>
  server.call(ADMIN_PATHS.alertChannels, { method: 'POST', token, body: { kind: 'webhook', url } });

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

test.each(WAYS)('the channels of an admin who %s are removed, and those of others stay', async (_way, contain) => {
  expect(await channel('https://mallory.example/alerts', mallory.token)).toMatchObject({
    body: { channels: [{ name: 'mallory.example', madeBy: mallory.id }] },
  });
  await channel('https://owner.example/alerts', owner.token);
  await alerts
    .of(server.dependencies.core)
    .alerts.addChannel('from before', { kind: 'webhook', url: 'https://earlier.example/' });
  expect(await madeByMallory()).toMatchObject({ made: { tablets: 0, shares: 0, channels: 1 } });

  expect((await contain()).status).toBe(200);
  expect(await madeByMallory()).not.toHaveProperty('made');
  const { body } = await server.call(ADMIN_PATHS.alerts, { token: owner.token });
  expect(body).toMatchObject({ channels: [{ name: 'owner.example' }, { name: 'from before' }] });
  expect((await server.call('/audit?topic=settings', { token: owner.token })).body).toMatchObject({
    entries: [{ action: 'alerts-changed', what: 'mallory.example gets no alerts any more' }, {}, {}],
  });
});
