import { alerts as alertsSubject } from '#server/alerts/index.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { deliverAlerts, sendingOf, sendMessage } from '#server/alerts/sendMessage.ts';
import { messageOf } from '#server/alerts/keepWatch.ts';
import type { AlertSettings } from '#contract/alerts/schemas.ts';
import { ALONE } from '#server/core/db/cluster.ts';
import { PushService } from '../support/pushService.ts';
import { restAlerts } from '../support/restingAlerts.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

// Alerts to a browser, through the push service of its maker.

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let service: PushService;
let server: TestServer;
let admin: Awaited<ReturnType<TestServer['signIn']>>;
beforeAll(async () => {
  service = await new PushService().start();
});
beforeEach(async () => {
  await server?.close();
  server = await startTestServer();
  restAlerts(server);
  service.received.length = 0;
  service.asked.length = 0;
  service.location = undefined;
  service.status = 201;
  admin = await server.signIn({ permissions: ['admin'], email: 'ada@example.org' });
});
afterAll(async () => {
  await server.close();
  service.close();
});

/** What sending is made with. */
const parts = () => ({ ...server.dependencies, ...alertsSubject.of(server.dependencies.core) });

async function settings(): Promise<AlertSettings> {
  const { body } = await server.call('/alerts', { token: admin.token });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- held to its schema by the tests of the document
  return body as AlertSettings;
}

const subscribe = (subscription: unknown = service.subscription()) =>
  server.call('/alerts/channels', {
    method: 'POST',
    token: admin.token,
    body: { kind: 'push', subscription },
    headers: { 'User-Agent': CHROME },
  });

async function sendTest() {
  const [channel] = (await settings()).channels;
  return server.call(`/alerts/channels/${channel?.id}/test`, { method: 'POST', token: admin.token });
}

test('a push service on the machine itself is refused in production', async () => {
  const inside = service.subscription();
  await server.close();
  server = await startTestServer({ production: true });
  admin = await server.signIn({ permissions: ['admin'], email: 'ada@example.org' });
  expect((await subscribe(inside)).status).toBe(400);
});

const onError = (error: unknown) => expect.unreachable(String(error));

/** The outcome of the last message to the only channel. */
const lastText = async () => (await settings()).channels[0]?.lastResult?.text ?? '';

/** Delivers what waits in the outbox. */
async function deliver(isOver: () => Promise<boolean>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { alerts, now } = parts();
  const send = (...[target, message]: Parameters<Parameters<typeof deliverAlerts>[0]['send']>) =>
    sendMessage(target, message, sendingOf(parts()));
  const stop = deliverAlerts({ alerts, send, now, onError, leader: ALONE.leader });
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.poll(() => isOver()).toBe(true);
  await stop();
  vi.useRealTimers();
}

async function tellOf(nodeIds: string[]): Promise<void> {
  const { alerts, now } = parts();
  const told = { about: 'nodes', ids: nodeIds } as const;
  const words = { title: `${nodeIds.join()} silent`, body: 'For six minutes.' };
  await alerts.tell(messageOf('silent', { ...words, ...told, nowMs: now() }), { ...told, at: now() });
}

test('a browser receives a push encrypted for it and signed with the key it subscribed for', async () => {
  const { pushKey } = await settings();
  expect((await subscribe()).status).toBe(201);
  expect((await sendTest()).body).toMatchObject({
    channels: [{ kind: 'push', name: expect.stringMatching(/^Chrome on Linux/), lastResult: { text: 'Sent' } }],
  });
  const [pushed] = service.received;
  expect(pushed?.note).toEqual({
    title: 'A test from Circuit Tree',
    body: expect.any(String),
    tag: expect.any(String),
    url: '/admin/circuit-tree/health',
  });
  expect(pushed?.key).toBe(pushKey);
  expect(pushed?.claims).toMatchObject({ aud: service.origin, sub: 'mailto:ada@example.org' });
  expect(pushed?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '86400' });
  expect(JSON.stringify(await settings()), 'the address stays on the server').not.toContain('/push/');
});

test('an alert of one node leads to its page, one of several to all of them', async () => {
  await subscribe();
  await tellOf(['lamp 1']);
  await tellOf(['a', 'b']);
  await deliver(async () => service.received.length === 2);
  const urls = service.received.map(({ note }) => note);
  expect(urls).toEqual([
    expect.objectContaining({ title: 'lamp 1 silent', url: '/admin/circuit-tree/nodes/lamp%201' }),
    expect.objectContaining({ url: '/admin/circuit-tree/health' }),
  ]);
});

test('the key stays the same over a restart, and a browser that subscribes again is listed once', async () => {
  const { pushKey } = await settings();
  await subscribe();
  await subscribe();
  await subscribe(service.subscription('another'));
  const { channels, pushKey: later } = await settings();
  expect([channels.length, later]).toEqual([2, pushKey]);
  await server.call(`/alerts/channels/${channels[0]?.id}`, { method: 'DELETE', token: admin.token });
  const { body } = await server.call('/audit?topic=settings', { token: admin.token });
  expect(JSON.stringify(body)).toMatch(/gets no alerts any more.*gets alerts/s);
  await expect(sendingOf(parts()).pushKeys()).resolves.toMatchObject({ publicKey: pushKey });
});

test.each([404, 410])(
  'a browser that has unsubscribed (%i) is taken off the list, and the button says so',
  async (status) => {
    await subscribe();
    service.status = status;
    const response = await sendTest();
    expect([response.status, JSON.stringify(response.body)]).toEqual([
      410,
      expect.stringContaining('taken off the list'),
    ]);
    expect((await settings()).channels).toEqual([]);

    await subscribe();
    await tellOf(['lamp']);
    await deliver(async () => (await settings()).channels.length === 0);
    expect(await parts().alerts.due(Number.MAX_SAFE_INTEGER)).toEqual([]);
  },
);

test('a push service that fails is tried again, like every channel', async () => {
  await subscribe();
  service.status = 503;
  await tellOf(['lamp']);
  await deliver(async () => (await lastText()).includes('It is tried again'));
  service.status = 201;
  server.clock.advance(60_000);
  await deliver(async () => (await lastText()) === 'Sent');
});

test('who is no admin any more gets nothing', async () => {
  const { users } = server.dependencies;
  await server.signIn({ permissions: ['admin'] });
  await subscribe();
  const { id, updatedAt } = admin.user;
  await users.setPermissions({ userId: id, permissions: ['photos:read'], expectedUpdatedAt: updatedAt });
  await tellOf(['lamp']);
  await deliver(async () => (await parts().alerts.channels()).length === 0);
  expect(service.received).toEqual([]);
});

test.each([
  ['no address of a push service', { endpoint: 'http://192.168.1.1/push' }],
  ['no address of a push service', { endpoint: 'ftp://push.example/' }],
  ['keys that are none', { keys: { p256dh: 'BAAA', auth: 'x' } }],
])('%s: refused', async (_what, wrong) => {
  const response = await subscribe({ ...service.subscription(), ...wrong });
  expect(response.status).toBe(400);
  expect((await settings()).channels).toEqual([]);
});

test('who is blocked gets nothing', async () => {
  const other = await server.signIn({ permissions: ['admin'] });
  await subscribe();
  await server.dependencies.users.setBlocked({ userId: admin.user.id, blocked: true, by: other.user.id });
  await tellOf(['lamp']);
  await deliver(async () => (await parts().alerts.channels()).length === 0);
  expect(service.received).toEqual([]);
});

test('a database that was away for a moment is asked for the key again', async () => {
  const { alerts } = parts();
  const pushSecret = vi.fn(() => alerts.pushSecret()).mockRejectedValueOnce(new Error('away'));
  const sending = sendingOf({ ...server.dependencies, alerts: { pushSecret } });
  await expect(sending.pushKeys()).rejects.toThrow('away');
  await expect(sending.pushKeys()).resolves.toMatchObject({ publicKey: (await settings()).pushKey });
});

test('a redirect of a push service is not followed', async () => {
  await subscribe();
  service.status = 307;
  service.location = service.subscription('another').endpoint;
  expect(JSON.stringify((await sendTest()).body)).toContain('returned 307');
  expect(service.asked).toEqual(['/push/one']);
});
