import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { alerts as alertsSubject } from '#server/alerts/index.ts';
import { messageOf } from '#server/alerts/keepWatch.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.close());

const ALERTS = 10;

test('removing a channel while alerts are queued removes its alerts too', async () => {
  const { db } = server.dependencies;
  const { alerts } = alertsSubject.of(server.dependencies.core);
  const { token } = await server.signIn({ permissions: ['admin'] });
  const id = await alerts.addChannel('Nobody', { kind: 'webhook', url: 'http://127.0.0.1:9/' });
  const message = messageOf('silent', { title: '', body: '', about: 'nodes', ids: [], nowMs: 0 });
  const putOut = async () => {
    for (let count = 0; count < ALERTS; count += 1) await alerts.tell(message, { about: 'nodes', ids: [], at: 0 });
  };
  const channels = alerts.channels.bind(alerts);
  let alerting: Promise<void> | undefined;
  vi.spyOn(alerts, 'channels').mockImplementationOnce(async () => {
    const found = await channels();
    // From now on one always waits for the database, so that one comes between any two statements of the removal.
    alerting = putOut();
    return found;
  });
  expect((await server.call(ADMIN_PATHS.alertChannel(id), { method: 'DELETE', token })).status).toBe(200);
  await alerting;
  expect(await db.selectFrom('alert_outbox').select('channel_id').execute()).toEqual([]);
});

test('a browser that another admin subscribes while it is found to be nobody’s any more stays', async () => {
  const { users } = server.dependencies;
  const { alerts } = alertsSubject.of(server.dependencies.core);
  const former = await server.signIn({ permissions: ['admin'] });
  const present = await server.signIn({ permissions: ['admin'] });
  const keys = { p256dh: `B${'x'.repeat(86)}`, auth: 'x'.repeat(22) };
  const subscribe = (token: string) => {
    const body = { kind: 'push', subscription: { endpoint: 'https://push.example/hall', keys } };
    return server.call(ADMIN_PATHS.alertChannels, { method: 'POST', token, body });
  };
  expect((await subscribe(former.token)).status).toBe(201);
  const [channel] = await alerts.channels();
  vi.spyOn(users, 'find').mockImplementationOnce(async () => {
    expect((await subscribe(present.token)).status).toBe(201);
    return undefined;
  });
  const id = channel?.id ?? '';
  await server.call(ADMIN_PATHS.testAlertChannel(id), { method: 'POST', token: present.token });
  expect(await alerts.target(id)).toMatchObject({ userId: present.user.id });
});
