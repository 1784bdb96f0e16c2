import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { BODIES } from '#server/core/bodyLimits.ts';

// The memory and the processor's time that bodies of the same length take in a server of its own: such bodies as the app sends, and
// such as nobody can need.

const server = new ServerProcess();
let client: ApiClient;
let albumId: string;
beforeAll(async () => {
  await server.start();
  client = await ApiClient.signedIn(server.origin);
  albumId = (await client.createAlbum('An album', 'an-album')).id;
  // The first one makes the server compile what it needs.
  if (process.platform === 'linux') await send(ORDER);
}, 60_000);
afterAll(() => server.dispose());

const LENGTH = BODIES.photoOrderBytes - 1_000;
const NAME = `"IMG_1234-${'0123456789abcdef'.repeat(2)}.jpg"`;
const orderOf = (list: string) => `{"filenames":[${list}]}`;
const repeated = (text: string) => text.repeat(Math.floor(LENGTH / text.length));
const ORDER = orderOf(repeated(`${NAME},`).slice(0, -1));

/** Sends a body; returns the response, the processor's time, and the most memory that the server had meanwhile. */
async function send(body: string) {
  // From now on the kernel notes the highest value anew.
  writeFileSync(`/proc/${server.pid}/clear_refs`, '5');
  const before = processorMs();
  const response = await fetch(server.origin + ADMIN_PATHS.photoOrder(albumId), {
    method: 'PUT',
    headers: { Authorization: `Bearer ${client.token}`, 'Content-Type': 'application/json' },
    body,
  });
  return {
    status: response.status,
    text: await response.text(),
    ms: processorMs() - before,
    kB: highestMemory(),
  };
}

/** All its threads' time on the processor: what else the machine does is not counted. A tick is 10 ms. */
function processorMs(): number {
  const [user, system] = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

function highestMemory(): number {
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]);
}

const half = LENGTH / 2;
const HOSTILE = {
  'lists within lists': orderOf('['.repeat(half - 10) + ']'.repeat(half - 10)),
  'lists beside lists': orderOf(`${repeated('[],')}[]`),
  'objects within objects': `${repeated('{"a":')}1${'}'.repeat(Math.floor(LENGTH / 5))}`.slice(0, LENGTH),
  'fields beside fields': `{${Array.from({ length: Math.floor(LENGTH / 13) }, (_, index) => `"${10_000_000 + index}":1`).join(',')}}`,
};

const compared = (most: number, value: number, usual: number) =>
  value < most * usual ? 'little more' : `${Math.round(value)}, not ${Math.round(usual)}`;

test.skipIf(process.platform !== 'linux').each(Object.entries(HOSTILE))(
  'a body of %s costs little more than one of the same length that the app sends',
  { timeout: 60_000 },
  async (_what, body) => {
    const usual = await send(ORDER);
    expect([usual.status, usual.text]).toEqual([400, expect.stringMatching(/not \(any more\) in this album/)]);
    const { status, text, ms, kB } = await send(body);
    expect({ ms: compared(2, ms, usual.ms), kB: compared(1.5, kB, usual.kB) }).toEqual({
      ms: 'little more',
      kB: 'little more',
    });
    expect([status, text]).toEqual([400, expect.stringMatching(/malformed: its body has/)]);
  },
);
