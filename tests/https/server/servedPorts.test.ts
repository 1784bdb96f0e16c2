import DatabaseOfSqlite from 'better-sqlite3';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/core/db/open.ts';
import { StartError } from '#server/core/errors.ts';
import { portsRepository, type ServedPorts } from '#server/https/httpsRepository.ts';
import { portsToServe } from '#server/https/servedPorts.ts';
import { readSettings } from '#server/core/settings/settings.ts';
import { portLost } from '#domain/https/portSentences.ts';
import { Launch, type Outcome } from '#support/server/launch.ts';

// The address of a wall's tablets holds the port, so it must not change between two starts. Real processes, on a
// loopback address of this run's own, where the ports that belong to http and https can be taken and set free.

const SLOW = { timeout: 120_000, tags: ['full'] };
const HOST = `127.${1 + (process.pid % 254)}.${(process.pid >> 8) % 256}.7`;

let folder: string;
let taken: Server[];
let running: Launch[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'circuit-tree-ports-'));
  taken = [];
  running = [];
});
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(taken.map(free));
  rmSync(folder, { recursive: true, force: true });
});

/** An ordinary user cannot take these ports, and neither can the server then. */
async function take(port: number): Promise<Server> {
  const server = createServer();
  server.listen(port, HOST);
  const listening = await Promise.race([
    once(server, 'listening').then(() => true),
    once(server, 'error').then(() => false),
  ]);
  if (listening) taken.push(server);
  return server;
}

async function free(server: Server): Promise<void> {
  if (server.listening) await new Promise((resolve) => server.close(resolve));
}

function launch(env: Record<string, string>): Launch {
  const launched = new Launch(['server/main.ts'], {
    DATA_DIR: folder,
    HTTPS: 'home',
    HOST,
    LOG_LEVEL: 'silent',
    ...env,
  });
  running.push(launched);
  return launched;
}

interface Started {
  https: number;
  http: number;
  stderr: string;
}

/** Starts the server, reads where it is served, and stops it again. */
async function startAndStop(env: Record<string, string> = {}): Promise<Started> {
  const launched = launch(env);
  await Promise.race([once(launched.child.stdout!, 'data'), launched.ended()]);
  launched.child.kill('SIGTERM');
  const { stdout, stderr } = await launched.ended();
  const portIn = (label: string, usual: number) => {
    const [, address] = new RegExp(`^  ${label} +(\\S+)`, 'm').exec(stdout) ?? [];
    if (address === undefined) throw new Error(`The server did not start: ${stderr}`);
    return Number(new URL(address).port || usual);
  };
  return { https: portIn('Landing', 443), http: portIn('Devices', 80), stderr };
}

const startInVain = (env: Record<string, string> = {}): Promise<Outcome> => launch(env).ended();

test('the ports of the first start are those of each later one, until the operator names others', SLOW, async () => {
  const better = [await take(443), await take(80)];
  const first = await startAndStop();
  expect(first).toEqual({ https: 8443, http: 8080, stderr: '' });
  await Promise.all(better.map(free));
  expect(await startAndStop()).toEqual(first);

  const other = await take(8443);
  expect(await startInVain()).toEqual({
    code: 1,
    stdout: '',
    stderr: `${portLost({ variable: 'PORT', port: 8443, host: HOST, code: 'EADDRINUSE' })}\n`,
  });
  await free(other);
  await take(8080);
  expect(await startInVain()).toMatchObject({ code: 1, stderr: expect.stringMatching(/^HTTP_PORT: .* on port 8080 /) });

  const moved = await startAndStop({ PORT: '18443', HTTP_PORT: '18080' });
  expect(moved.stderr.split('\n')).toEqual([
    'PORT: this library was on port 8443 until now and is on 18443 from here on: every tablet has to be connected again',
    expect.stringMatching(/^HTTP_PORT: .* and is on 18080 from here on: printed links and QR codes lead nowhere$/),
    '',
  ]);
  expect(await startAndStop()).toEqual({ https: 18_443, http: 18_080, stderr: '' });
});

test(
  'a library of an earlier release goes on where it was last reached, and remembers it from then on',
  SLOW,
  async () => {
    const better = await take(443);
    await startAndStop();
    await free(better);
    const db = new DatabaseOfSqlite(join(folder, 'circuit-tree.sqlite'));
    db.exec('DELETE FROM served_ports');
    const stored = () => db.prepare('SELECT server, https_port FROM served_ports').all();
    const other = await take(8443);
    expect(await startInVain()).toEqual({
      code: 1,
      stdout: '',
      stderr: `${portLost({ variable: 'PORT', port: 8443, host: HOST, code: 'EADDRINUSE' })}\n`,
    });
    expect(stored()).toEqual([]);
    await free(other);
    expect((await startAndStop()).https).toBe(8443);
    expect(stored()).toEqual([{ server: 'library', https_port: 8443 }]);
    db.close();
  },
);

async function used(variables: Record<string, string>, stored?: ServedPorts) {
  const saved: ServedPorts[] = [];
  const repository = { load: async () => stored, save: async (ports: ServedPorts) => void saved.push(ports) };
  const { DATABASE_URL: databaseUrl, ...others } = variables;
  const settings = { ...readSettings(others), databaseUrl };
  const { port, httpPorts, remember } = await portsToServe({ settings, repository, lastAddress: null });
  const said = await remember({ https: port, http: httpPorts[0] });
  return { port, httpPorts, saved, said: said.length };
}

type Used = Awaited<ReturnType<typeof used>>;
type Case = [name: string, facts: Used & { variables: Record<string, string>; stored?: ServedPorts }];

describe('which ports are used, and which are remembered', () => {
  const HOME = { HTTPS: 'home', HOST };
  const FILES = { TLS_CERT: 'server/main.ts', TLS_KEY: 'server/main.ts', HOST };

  const SHARED = { ...HOME, DATABASE_URL: 'postgres://localhost/walls' };
  const STORED = { https: 9443, http: 9080 };

  test.each<Case>([
    ['plain http', { variables: { HOST }, port: 8083, httpPorts: [], saved: [], said: 0 }],
    [
      'any port',
      {
        variables: { ...HOME, PORT: '0' },
        stored: { https: 1, http: 2 },
        port: 0,
        httpPorts: [0],
        saved: [],
        said: 0,
      },
    ],
    [
      'any port of http',
      {
        variables: { ...HOME, PORT: '9443', HTTP_PORT: '0' },
        stored: { https: 9443, http: 2 },
        port: 9443,
        httpPorts: [0],
        saved: [],
        said: 0,
      },
    ],
    [
      'files of one’s own: http is a comfort, and does not stop a start',
      {
        variables: FILES,
        stored: STORED,
        port: 9443,
        httpPorts: [80],
        saved: [{ https: 9443, http: 80 }],
        said: 1,
      },
    ],
    [
      'one of several servers, whose port the operator has named',
      { variables: { ...SHARED, PORT: '9444' }, stored: STORED, port: 9444, httpPorts: [9080], saved: [], said: 0 },
    ],
    [
      'one of several servers, which names none',
      { variables: SHARED, stored: STORED, port: 9443, httpPorts: [9080], saved: [], said: 0 },
    ],
  ])('%s', async (_, { variables, stored, ...expected }) => {
    expect(await used(variables, stored)).toEqual(expected);
  });

  test.each<['HTTP_PORT' | 'PORT', (port: number) => ServedPorts]>([
    ['HTTP_PORT', (http) => ({ https: 9443, http })],
    ['PORT', (https) => ({ https, http: 9080 })],
  ])(
    'a remembered port that another program has stops the start with a sentence about %s',
    async (variable, stored) => {
      const address = (await take(0)).address();
      const port = address !== null && typeof address === 'object' ? address.port : NaN;
      const sentence = portLost({ variable, port, host: HOST, code: 'EADDRINUSE' });
      await expect(used(HOME, stored(port))).rejects.toThrow(new StartError(sentence));
      // The operator's word moves the library.
      expect(await used({ ...HOME, [variable]: '9999' }, stored(port))).toMatchObject({ said: 1 });
    },
  );

  test('whoever may not listen on a port is told who may', () => {
    expect(portLost({ variable: 'PORT', port: 443, host: HOST, code: 'EACCES' })).toBe(
      'PORT: this library was on port 443 until now, and this user may not listen there: only root may, or a service with CAP_NET_BIND_SERVICE (the command `service` prints one). PORT=8443 moves it to another port, after which every tablet has to be connected again',
    );
  });

  test('on a database of several servers each machine has its own row, and begins with the library’s', async () => {
    const { db } = await openDatabase(folder);
    await portsRepository(db, { isShared: false }).save({ https: 443, http: 80 });
    const shared = portsRepository(db, { isShared: true });
    expect(await shared.load()).toEqual({ https: 443, http: 80 });
    await shared.save({ https: 8443, http: undefined });
    expect(await shared.load()).toEqual({ https: 8443, http: undefined });
    expect(await portsRepository(db, { isShared: false }).load()).toEqual({ https: 443, http: 80 });
    await db.destroy();
  });
});
