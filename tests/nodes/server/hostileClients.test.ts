import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  closeSockets,
  connected,
  next,
  openSocket,
  report,
  statuses,
  type TestSocket,
} from '#support/server/nodeSockets.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const MEGABYTE = 1024 * 1024;

let server: TestServer;
let nodeKey: string;
let watcher: TestSocket;
let neighbour: TestSocket;

beforeAll(async () => {
  server = await startTestServer();
  nodeKey = await server.createKey('devices', 'node');
});
afterAll(() => server.close());
afterEach(closeSockets);

/** A socket that may say anything. */
interface Untyped {
  emit(event: string, ...what: unknown[]): unknown;
}

/** Says what the types forbid. */
function sayAnything(socket: Untyped, event: string, ...what: unknown[]): void {
  socket.emit(event, ...what);
}

/** The process lives and the others are served as before: the same two sockets, not new ones. */
async function othersAreServed(): Promise<void> {
  expect(await report(neighbour, 'neighbour')).toEqual({ ok: true });
  expect((await statuses(watcher)).map(({ nodeId }) => nodeId)).toContain('neighbour');
  const reply = next(watcher, 'brightness');
  watcher.emit('getBrightness', { nodeId: 'neighbour' });
  expect(await reply).toEqual({ nodeId: 'neighbour', brightness: 1 });
}

async function withOthers(): Promise<void> {
  watcher = await connected(openSocket(server.origin, (await server.signIn()).token));
  neighbour = await connected(openSocket(server.origin, nodeKey));
  await report(neighbour, 'neighbour');
  neighbour.on('getBrightness', (node) => neighbour.emit('brightness', { ...node, brightness: 1 }));
}

/** The wire itself: an engine.io websocket that has joined /nodes and may now send anything. */
async function rawSocket(): Promise<WebSocket> {
  const url = `${server.origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket&token=${nodeKey}`;
  const socket = new WebSocket(url);
  await once(socket, 'message');
  socket.send('40/nodes,');
  await once(socket, 'message');
  return socket;
}

const SENSELESS: [string, unknown][] = [
  ['nothing', undefined],
  ['bytes as id', { nodeId: Buffer.from('node') }],
  ['a text as brightness', { nodeId: 'a', brightness: '3' }],
];

test('senseless payloads are dropped, said so to those who ask, and leave nothing behind', async () => {
  await withOthers();
  const device = await connected(openSocket(server.origin, nodeKey));
  for (const [name, payload] of SENSELESS) {
    for (const event of ['heartbeat', 'brightness', 'announce']) {
      if (event === 'announce' && name.includes('brightness')) continue;
      const answer = await new Promise((resolve) => sayAnything(device, event, payload, resolve));
      expect(answer, `${event} with ${name}`).toMatchObject({ ok: false });
    }
    sayAnything(watcher, 'getBrightness', payload);
    sayAnything(watcher, 'getNodeHistories', payload);
  }
  await othersAreServed();
  expect((await statuses(watcher)).map(({ nodeId }) => nodeId)).toEqual(['neighbour']);
  expect(device.connected).toBe(true);
});

test('what is not an acknowledgement is not called', async () => {
  await withOthers();
  sayAnything(neighbour, 'heartbeat', { nodeId: 'neighbour' }, 'not a function');
  sayAnything(neighbour, 'announce', undefined, { call: 'me' });
  await othersAreServed();
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  '%s is a node id like any other',
  async (nodeId) => {
    await withOthers();
    const device = await connected(openSocket(server.origin, nodeKey));
    expect(await report(device, nodeId, 4)).toEqual({ ok: true });
    device.on('getBrightness', (node) => device.emit('brightness', { ...node, brightness: 4 }));
    const reply = next(watcher, 'brightness');
    watcher.emit('getBrightness', { nodeId });
    expect(await reply).toEqual({ nodeId, brightness: 4 });
    const histories = next(watcher, 'nodeHistories');
    watcher.emit('getNodeHistories', { nodeIds: [nodeId] });
    expect((await histories).histories).toHaveLength(1);
    expect({}).not.toHaveProperty('brightness');
    await othersAreServed();
  },
);

test.each(['websocket', 'polling'])('a megabyte and a byte over %s ends that connection only', async (transport) => {
  await withOthers();
  const device = await connected(openSocket(server.origin, nodeKey, { transports: [transport], reconnection: false }));
  const gone = new Promise((resolve) => device.once('disconnect', resolve));
  device.emit('heartbeat', { nodeId: 'x'.repeat(MEGABYTE + 1) });
  await gone;
  await othersAreServed();
});

const FRAMES: [string, string][] = [
  ['no packet', 'zzz'],
  ['an empty message', '4'],
  ['a packet type that is none', '49/nodes,'],
  ['JSON that is none', '42/nodes,["heartbeat",{]'],
  ['an event that is no list', '42/nodes,{"heartbeat":1}'],
  ['an event without a name', '42/nodes,[]'],
  ['a number as event name', '42/nodes,[7]'],
  ['an event of the library', '42/nodes,["disconnect"]'],
  ['an acknowledgement nobody asked for', '43/nodes,999["x"]'],
  ['eleven attachments', '4511-/nodes,["heartbeat",{"_placeholder":true,"num":0}]'],
  ['attachments that never come', '453-/nodes,["heartbeat",{"_placeholder":true,"num":0}]'],
  ['an attachment that is none of them', '451-/nodes,["heartbeat",{"_placeholder":true,"num":7}]'],
  ['a namespace twice', '40/nodes,'],
  ['another namespace', '40/elsewhere,'],
  ['deep nesting', `42/nodes,["heartbeat",${'['.repeat(50_000)}${']'.repeat(50_000)}]`],
];

test.each(FRAMES)('a frame with %s harms nobody', async (name, frame) => {
  await withOthers();
  const socket = await rawSocket();
  const closed = once(socket, 'close');
  socket.send(frame);
  if (name.includes('attachment')) socket.send(new Uint8Array([1, 2, 3]));
  socket.send('42/nodes,["heartbeat",{"nodeId":"after"}]');
  await othersAreServed();
  socket.close();
  await closed;
});

test('a burst of questions is answered in shares', async () => {
  await withOthers();
  const gateway = await connected(openSocket(server.origin, nodeKey));
  for (let node = 0; node < 3_000; node++) gateway.emit('announce', { nodeId: `node-${node}` });
  await report(gateway, 'last');
  const greedy = await connected(openSocket(server.origin, (await server.signIn()).token));
  let answers = 0;
  greedy.on('nodeStatuses', () => (answers += 1));
  for (let question = 0; question < 2_000; question++) greedy.emit('getNodeStatuses');
  await statuses(greedy);
  expect(answers).toBeLessThan(200);
  await othersAreServed();
});
