import { alerts as alertsSubject } from '#server/alerts/index.ts';
import { ALONE } from '#server/core/db/cluster.ts';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { deliverAlerts, sendingOf, sendMessage } from '#server/alerts/sendMessage.ts';
import { checkOnce, type WatchStates } from '#server/alerts/keepWatch.ts';
import { nodes } from '#server/nodes/index.ts';
import { watchedNodes } from '#server/nodes/watchedNodes.ts';
import type { ChannelTarget } from '#server/alerts/alertRepository.ts';
import { NodeRegistry } from '#server/nodes/registry/nodeRegistry.ts';
import { parseMailServer } from '#server/core/settings/mailServer.ts';
import { readSettings } from '#server/core/settings/settings.ts';
import type { AlertMessage, NewChannel } from '#contract/alerts/schemas.ts';
import { restAlerts } from '../support/restingAlerts.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

interface Received {
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

const received: Received[] = [];
const mails: string[] = [];
let status = 200;
let location: string | undefined;
const receiver = createHttpServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    received.push({ path: request.url, headers: request.headers, body });
    response.writeHead(status, location === undefined ? {} : { location }).end();
  });
});

/** Takes every mail, as RFC 5321 has it, and knows no more than that. */
const mailServer = createServer((socket) => {
  let isInBody = false;
  let mail = '';
  socket.write('220 test\r\n');
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    for (const line of chunk.toString().split('\r\n')) {
      if (isInBody && line === '.') {
        isInBody = false;
        mails.push(mail);
        socket.write('250 kept\r\n');
      } else if (isInBody) mail += `${line}\n`;
      else if (line === 'DATA') {
        isInBody = true;
        mail = '';
        socket.write('354 go on\r\n');
      } else if (line !== '') socket.write('250 fine\r\n');
    }
  });
});

const checkNetwork = async () => ({ isUp: true, mark: '' });
const send = (target: ChannelTarget, message: AlertMessage) =>
  sendMessage(target, message, sendingOf({ ...server.dependencies, ...alertsSubject.of(server.dependencies.core) }));
const failTest = (error: unknown) => expect.unreachable(String(error));

const portOf = (server: Pick<Server, 'address'>) => {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};

let server: TestServer;
let token: string;
beforeAll(async () => {
  for (const one of [receiver, mailServer]) await once(one.listen(0, '127.0.0.1'), 'listening');
  server = await startTestServer();
  ({ token } = await server.signIn({ permissions: ['admin'] }));
});
beforeEach(async () => {
  received.length = 0;
  mails.length = 0;
  status = 200;
  location = undefined;
  for (const table of ['alert_channels', 'alert_rule'] as const)
    await server.dependencies.db.deleteFrom(table).execute();
});
afterAll(async () => {
  await server.close();
  receiver.close();
  mailServer.close();
});

const add = (body: NewChannel) => server.call('/alerts/channels', { method: 'POST', token, body });
const here = (path: string) => `http://127.0.0.1:${portOf(receiver)}${path}`;

async function testEach() {
  for (const { id } of await alertsSubject.of(server.dependencies.core).alerts.channels()) {
    await server.call(`/alerts/channels/${id}/test`, { method: 'POST', token });
  }
  return (await alertsSubject.of(server.dependencies.core).alerts.channels()).map(({ lastResult }) => lastResult?.text);
}

test('the test button reaches a webhook, a topic of ntfy and a mailbox, and no secret comes back', async () => {
  const smtpUrl = `smtp://127.0.0.1:${portOf(mailServer)}`;
  expect((await add({ kind: 'webhook', url: here('/s3cret') })).status).toBe(201);
  await add({ kind: 'ntfy', url: here('/house'), token: 's3cret' });
  await add({ kind: 'mail', to: 'me@example.org', smtpUrl });
  expect(await testEach()).toEqual(['Sent', 'Sent', 'Sent']);
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ kind: 'test', title: 'A test from Circuit Tree' });
  expect(received[1]?.headers).toMatchObject({ priority: 'default', tags: 'wave', authorization: 'Bearer s3cret' });
  expect(mails[0]).toContain('Subject: A test from Circuit Tree');
  expect(mails[0]).toContain('Auto-Submitted: auto-generated\n');
  expect(mails[0]).toMatch(/^Message-ID: <[\da-f-]{36}@example\.org>$/m);
  const { body } = await server.call('/alerts', { token });
  expect(JSON.stringify(body)).not.toMatch(/s3cret|smtp:/);
});

describe('the address of a mail server starts nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'circuit-tree-smtp-'));
  const proof = join(folder, 'ran');
  const script = `id > ${proof}`;
  const args = ['-c', script].map((text) => `&args=${encodeURIComponent(text)}`).join('');
  const program = (start: string) => `${start}?sendmail=true&path=/bin/sh${args}`;
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    program('smtp://x/'),
    program('smtp://x'),
    program('smtps://x#'),
    'smtp://127.0.0.1/?jsonTransport=true',
    'smtp://127.0.0.1/?',
    'smtp://127.0.0.1/mail',
    'smtp://127.0.0.1#a',
    'smtp://',
    'smtp:x',
    'smtp://a%zz@127.0.0.1',
  ])('%s is refused, and does nothing when it is stored already', async (smtpUrl) => {
    const channel = { kind: 'mail', to: 'a@b.example', smtpUrl } as const;
    const response = await add(channel);
    expect([response.status, JSON.stringify(response.body)]).toEqual([400, expect.stringContaining('nothing behind')]);
    expect(() => readSettings({ SMTP_URL: smtpUrl })).toThrow(/^SMTP_URL: A mail server is written/);
    await alertsSubject.of(server.dependencies.core).alerts.addChannel('from before', channel);
    expect(await testEach()).toEqual([expect.stringMatching(/^A mail server is written .*add it again$/)]);
    expect(existsSync(proof)).toBe(false);
  });

  test('name and password are given to the mail server, with what they hold of signs', () => {
    expect(parseMailServer('smtps://me%40home:p%3Fw%23@[::1]:2465/')).toEqual({
      host: '::1',
      port: 2465,
      secure: true,
      auth: { user: 'me@home', pass: 'p?w#' },
    });
    expect(parseMailServer('smtp://mail.example.org')).toMatchObject({ port: 587, secure: false, auth: undefined });
  });
});

test('a failure is described in a sentence', async () => {
  status = 500;
  await add({ kind: 'webhook', url: here('/') });
  await add({ kind: 'webhook', url: 'http://127.0.0.1:1/' });
  expect(await testEach()).toEqual([
    `127.0.0.1:${portOf(receiver)} returned 500`,
    expect.stringMatching(/^127\.0\.0\.1:1 cannot be reached/),
  ]);
});

test.each([301, 302, 303, 307, 308])('a redirect by %i is a failure, and is not followed', async (redirect) => {
  status = redirect;
  location = here('/internal');
  await add({ kind: 'webhook', url: here('/') });
  await add({ kind: 'ntfy', url: here('/house') });
  const sentence = `127.0.0.1:${portOf(receiver)} returned ${redirect}, which leads to another address: add that one in place of this one`;
  expect(await testEach()).toEqual([sentence, sentence]);
  expect(received.map(({ path }) => path)).toEqual(['/', '/house']);
});

test.each([
  [{ kind: 'webhook', url: 'https://me:s3cret@example.org/' }, /without a name and password/],
  [{ kind: 'ntfy', url: 'https://me@example.org/' }, /without a name and password/],
  [{ kind: 'webhook', url: 'file:///etc/passwd' }, /https/],
  [{ kind: 'mail', to: 'nobody' }, /e-mail address/],
  [{ kind: 'mail', to: 'me@example.org' }, /SMTP_URL/],
] as const)('%o is refused', async (channel, sentence) => {
  const response = await add(channel);
  expect([response.status, JSON.stringify(response.body)]).toEqual([400, expect.stringMatching(sentence)]);
});

const put = (body: unknown) => server.call('/alerts', { method: 'PUT', token, body });

test('the rule is kept, and quiet hours are held to times and zones', async () => {
  const rule = { isOn: false, silentMinutes: 7, quietHours: { from: '22:00', to: '07:00', zone: 'Europe/Paris' } };
  const others = { tablets: { isOn: true, minutes: 30 }, server: { isOn: true } };
  expect((await put(rule)).body).toMatchObject({ rule, ...others });
  const changed = { tablets: { isOn: false, minutes: 45 }, server: { isOn: false } };
  expect((await put({ ...rule, ...changed })).body).toMatchObject({ rule, ...changed });
  expect((await put({ ...rule, tablets: { isOn: true, minutes: 4 } })).status).toBe(400);
  expect((await put({ ...rule, quietHours: { ...rule.quietHours, zone: 'Mars' } })).status).toBe(400);
  expect((await put({ ...rule, quietHours: { ...rule.quietHours, from: '25:00' } })).status).toBe(400);
  expect((await put({ ...rule, silentMinutes: 8 })).body).toMatchObject({ rule: { silentMinutes: 8 }, ...changed });
});

test('a silent node is told of once, across a restart and a receiver that fails at first, and so is its return', async () => {
  const { core, now } = server.dependencies;
  const { alerts } = alertsSubject.of(core);
  const { nodeAdmin } = nodes.of(core);
  restAlerts(server);
  let monotonic = 0;
  const monotonicNow = () => monotonic;
  const registry = new NodeRegistry({ now, monotonicNow });
  const kinds = [watchedNodes({ registry, nodeAdmin })];
  const options = { kinds, alerts, checkNetwork, now, monotonicNow, onError: failTest };
  let states: WatchStates = {};
  const pass = async (minutes: number) => {
    for (let looks = 0; looks < minutes * 6; looks++) {
      monotonic += 10_000;
      registry.heartbeat({ nodeId: 'b' });
      await checkOnce(states, options);
    }
  };
  await add({ kind: 'webhook', url: here('/') });
  registry.heartbeat({ nodeId: 'a' });
  await pass(7);
  expect((await nodeAdmin.all()).get('a')).toMatchObject({ isTold: true });
  states = {};
  await pass(10);
  expect(await alerts.due(now())).toHaveLength(1);

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  status = 503;
  const stop = deliverAlerts({ alerts, send, now, onError: failTest, leader: ALONE.leader });
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.poll(async () => (await alerts.channels())[0]?.lastResult?.text).toContain('It is tried again');
  status = 200;
  server.clock.advance(60_000);
  await vi.advanceTimersByTimeAsync(2_000);
  await expect.poll(async () => (await alerts.channels())[0]?.lastResult?.text).toBe('Sent');
  await stop();
  vi.useRealTimers();
  expect(received.map(({ body }) => JSON.parse(body).title)).toEqual(['a is silent', 'a is silent']);
  expect(new Set(received.map(({ body }) => JSON.parse(body).id)).size).toBe(1);

  registry.heartbeat({ nodeId: 'a' });
  await pass(1);
  expect((await alerts.due(now())).map(({ message }) => message.title)).toEqual(['a is back']);
  expect((await nodeAdmin.all()).get('a')).toMatchObject({ isTold: false });
});
