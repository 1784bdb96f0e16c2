import { type OwnProcess, startOwnProcess } from './ownProcess.ts';

/** The load of devices and screens on a server, from a process of its own. */
export interface Traffic {
  origin: string;
  nodeKey: string;
  readKey: string;
  nodes: number;
  screens: number;
}

interface Refreshes {
  latenciesMs: number[];
  bytes: number;
}

const HANDSHAKES_AT_ONCE = 50;
const SLICES_PER_SECOND = 50;

/** Starts the traffic and replies once every device and screen is connected and every node is known. */
export function startTraffic(traffic: Traffic): Promise<OwnProcess<Refreshes>> {
  return startOwnProcess(import.meta.url, traffic);
}

/** Bare frames instead of a client library: the load must cost less than the server under it. */
async function openRaw(origin: string, token: string): Promise<WebSocket> {
  const query = new URLSearchParams({ EIO: '4', transport: 'websocket', token });
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket.io/?${query.toString()}`);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('The server refused a socket')));
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (data.startsWith('0')) socket.send('40/nodes,');
      else if (data === '2') socket.send('3');
      else if (data.startsWith('40/nodes')) resolve();
      else if (data.startsWith('44/nodes')) reject(new Error(data));
    });
  });
  return socket;
}

function heartbeat(index: number): string {
  const nodeId = `node-${String(index).padStart(5, '0')}`;
  return `42/nodes,["heartbeat",{"nodeId":"${nodeId}","brightness":${index % 100}}]`;
}

async function run({ origin, nodeKey, readKey, nodes, screens }: Traffic): Promise<void> {
  const devices: WebSocket[] = [];
  while (devices.length < nodes) {
    const count = Math.min(HANDSHAKES_AT_ONCE, nodes - devices.length);
    devices.push(...(await Promise.all(Array.from({ length: count }, () => openRaw(origin, nodeKey)))));
  }
  devices.forEach((device, index) => device.send(heartbeat(index)));

  let slice = 0;
  setInterval(() => {
    for (let index = slice; index < nodes; index += SLICES_PER_SECOND) devices[index]!.send(heartbeat(index));
    slice = (slice + 1) % SLICES_PER_SECOND;
  }, 1_000 / SLICES_PER_SECOND);

  let refreshes: Refreshes = { latenciesMs: [], bytes: 0 };
  for (let screen = 0; screen < screens; screen++) {
    const socket = await openRaw(origin, readKey);
    let askedAt = 0;
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (!data.startsWith('42/nodes,["nodeStatuses"')) return;
      refreshes.latenciesMs.push(performance.now() - askedAt);
      refreshes.bytes = data.length;
    });
    // People open screens at different moments, so their seconds begin at different moments.
    setTimeout(
      () =>
        setInterval(() => {
          askedAt = performance.now();
          socket.send('42/nodes,["getNodeStatuses"]');
        }, 1_000),
      (screen * 1_000) / screens,
    );
  }
  process.on('message', ({ seconds }: { seconds: number }) => {
    refreshes = { latenciesMs: [], bytes: 0 };
    setTimeout(() => process.send?.(refreshes), seconds * 1_000);
  });
  process.send?.('ready');
}

if (import.meta.main) await run(JSON.parse(process.argv[2] ?? ''));
