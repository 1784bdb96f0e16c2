import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { keyRepository } from '#server/keys/keyRepository.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { connectionMaximum } from '#server/core/http/lifecycle/httpServer.ts';
import { openFilesAllowed } from '#server/core/settings/machine.ts';
import type { Bench, Row } from '../measuring/bench.ts';
import { type FleetLoad, type FleetTarget, measureFleet } from '../measuring/fleetLoad.ts';

/** The numbers of tablets, and of nodes, as far as the server may hold so many connections on this machine. */
const SIZES = [1_000, 3_000, Math.min(10_000, Math.floor(connectionMaximum(openFilesAllowed()) / 2) - 100)];
/** The server has the first core for itself, where there are several, and all clients share the last. */
const CLIENTS_CORE = availableParallelism() > 1 ? String(availableParallelism() - 1) : undefined;
const SERVER_CORE = CLIENTS_CORE === undefined ? [] : ['taskset', '-c', '0'];

async function ourServer(tablets: number): Promise<FleetTarget> {
  const dataDir = mkdtempSync(join(tmpdir(), 'circuit-tree-'));
  const { db } = await openDatabase(dataDir);
  const keys = keyRepository(db, Date.now);
  const nodeKey = await keys.create('Nodes', 'node');
  const tabletKeys: string[] = [];
  while (tabletKeys.length < tablets) tabletKeys.push(await keys.create(`Wall ${tabletKeys.length}`, 'kiosk'));
  await db.destroy();
  const server = await new ServerProcess({ dataDir, under: SERVER_CORE }).start();
  const api = await ApiClient.signedIn(server.origin);
  return {
    pid: server.pid ?? 0,
    origin: server.origin,
    tabletKeys,
    nodeKey,
    change: () => api.createAlbum('Wall', 'wall'),
    stop: () => server.dispose(),
  };
}

async function bareServer(): Promise<FleetTarget> {
  const file = fileURLToPath(new URL('../peers/bareFleetServer.ts', import.meta.url));
  const command = [...SERVER_CORE, process.execPath, file];
  const child = spawn(command[0] ?? '', command.slice(1), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const origin = await new Promise<string>((resolve) => child.once('message', resolve));
  return {
    pid: child.pid ?? 0,
    origin,
    tabletKeys: ['none'],
    nodeKey: 'none',
    change: async () => child.send(crypto.randomUUID()),
    stop: async () => {
      child.kill();
    },
  };
}

async function measure(start: () => Promise<FleetTarget>, clients: number): Promise<FleetLoad> {
  const target = await start();
  try {
    return await measureFleet(target, { clients, core: CLIENTS_CORE });
  } finally {
    await target.stop();
  }
}

interface Pair {
  size: number;
  ours: FleetLoad;
  bare: FleetLoad;
}

const count = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 0 });
const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
const ms = (value: number) => `${value.toFixed(1)} ms`;
const BARE = 'a bare http and socket.io server, the same clients';

interface Compared {
  what: string;
  of: (load: FleetLoad) => number;
  text: (value: number) => string;
  atMost: number;
}

/** Both at the largest size, with their growth. */
function comparedRow(pairs: readonly Pair[], name: string, { what, of, text, atMost }: Compared): Row {
  const { ours, bare } = pairs.at(-1)!;
  const growth = pairs.map(({ size, ...pair }) => [count(size), `${text(of(pair.ours))}, bare ${text(of(pair.bare))}`]);
  return {
    name: `${name}: ${what}`,
    against: BARE,
    ratio: of(ours) / of(bare),
    goal: { kind: 'at most', value: atMost, unit: '×' },
    figures: Object.fromEntries(growth),
  };
}

function rowsOf(pairs: readonly Pair[]): Row[] {
  const { size, ours, bare } = pairs.at(-1)!;
  const name = `${count(size)} streams and ${count(size)} nodes a second`;
  return [
    comparedRow(pairs, name, { what: 'CPU at rest', of: (load) => load.restCpu, text: percent, atMost: 1.5 }),
    comparedRow(pairs, name, {
      what: 'CPU over 8 s in which all are told of an album',
      of: (load) => load.toldCpu,
      text: percent,
      atMost: 1.5,
    }),
    comparedRow(pairs, name, {
      what: 'memory',
      of: (load) => load.megabytes,
      text: (value) => `${value.toFixed(0)} MB`,
      atMost: 1.5,
    }),
    comparedRow(pairs, name, {
      what: 'p99 of /health while all are told',
      of: (load) => load.healthP99Ms,
      text: ms,
      atMost: 2,
    }),
    {
      name: `${name}: heartbeats acknowledged, of those sent`,
      against: BARE,
      ratio: ours.acknowledgedShare / bare.acknowledgedShare,
      goal: { kind: 'at least', value: 0.99, unit: '×' },
      figures: Object.fromEntries(
        pairs.map((pair) => [
          count(pair.size),
          `${count(pair.ours.acknowledgedPerSecond)}/s, bare ${count(pair.bare.acknowledgedPerSecond)}/s, clients ${percent(pair.ours.clientsCpu)} of their core`,
        ]),
      ),
    },
    {
      name: `${name}: the last stream is told of a changed album`,
      against: 'the clock, from the end of the call; spread over 2 s on purpose',
      goal: { kind: 'at most', value: 5_000, unit: 'ms', measured: ours.toldLastMs },
      figures: Object.fromEntries(
        pairs.map((pair) => [
          count(pair.size),
          `p99 ${count(pair.ours.toldP99Ms)} ms, bare, at once, ${count(pair.bare.toldLastMs)} ms`,
        ]),
      ),
    },
    {
      name: `${name}: streams not told and sockets closed`,
      against: 'none',
      goal: { kind: 'at most', value: 0, unit: 'connections', measured: ours.lost },
      figures: { bare: String(bare.lost) },
    },
  ];
}

/**
 * Every tablet's stream and every node's socket on one server at once, with their growth. Runs only when it is named.
 */
export const fleetBench: Bench = {
  id: 'fleet',
  isLong: true,
  run: async () => {
    const pairs: Pair[] = [];
    for (const size of SIZES) {
      const ours = await measure(() => ourServer(size), size);
      const bare = await measure(bareServer, size);
      console.log(`  ${count(size)}: ours ${JSON.stringify(ours)}\n  bare ${JSON.stringify(bare)}`);
      pairs.push({ size, ours, bare });
    }
    return rowsOf(pairs);
  },
};
