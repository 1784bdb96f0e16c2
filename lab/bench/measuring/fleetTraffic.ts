import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_PATHS } from '#contract/paths.ts';
import { type OwnProcess, startOwnProcess } from './ownProcess.ts';
import { frame, openNode, openStream } from './rawSockets.ts';

/** Tablets that only listen, or nodes that report once a second and expect a response. */
export interface Fleet {
  kind: 'streams' | 'nodes';
  origin: string;
  /** A key for each client, or one for all. */
  keys: readonly string[];
  clients: number;
  /** The core for its process, so that the server keeps its own; undefined: all. */
  core: string | undefined;
}

export interface FleetHeard {
  /** The times at which tablets were notified of changed albums, in milliseconds since the epoch. */
  toldAt: number[];
  sent: number;
  acknowledged: number;
  /** Connections that the server closed. */
  lost: number;
  /** The share of a core that this process used. */
  cpu: number;
}

const AT_ONCE = 100;
const SLICES_PER_SECOND = 50;

/** Resolves once every client is connected. */
export async function startFleet(fleet: Fleet): Promise<OwnProcess<FleetHeard>> {
  // Thousands of keys are too long for the parameter of a program.
  const folder = mkdtempSync(join(tmpdir(), 'circuit-tree-fleet-'));
  const file = join(folder, 'fleet.json');
  writeFileSync(file, JSON.stringify(fleet));
  try {
    return await startOwnProcess(import.meta.url, file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const nothing = (): FleetHeard => ({ toldAt: [], sent: 0, acknowledged: 0, lost: 0, cpu: 0 });

async function run({ kind, origin, keys, clients, core }: Fleet): Promise<void> {
  if (core !== undefined) execFileSync('taskset', ['-acp', core, String(process.pid)]);
  let heard = nothing();
  const onAck = (count: number) => (heard.acknowledged += count);
  const onAlbums = () => heard.toldAt.push(Date.now());
  const nodes: Socket[] = [];

  async function open(index: number): Promise<void> {
    const key = keys[index % keys.length] ?? '';
    if (kind === 'nodes') nodes[index] = await openNode(origin, key, onAck);
    else await openStream(origin, `${API_PATHS.kioskEvents}?apiKey=${encodeURIComponent(key)}`, onAlbums);
  }

  for (let start = 0; start < clients; start += AT_ONCE) {
    const indices = Array.from({ length: Math.min(AT_ONCE, clients - start) }, (_, index) => start + index);
    await Promise.all(indices.map(open));
  }
  // Only when all are connected: a busy server would keep the later ones from connecting.
  process.once('message', () => reportEachSecond(nodes, () => (heard.sent += 1)));
  process.on('message', ({ seconds }: { seconds: number }) => {
    heard = nothing();
    const before = process.cpuUsage();
    const startedAt = performance.now();
    setTimeout(() => {
      const used = process.cpuUsage(before);
      const cpu = (used.user + used.system) / 1_000 / (performance.now() - startedAt);
      process.send?.({ ...heard, cpu, lost: nodes.filter(({ closed }) => closed).length });
    }, seconds * 1_000);
  });
  process.send?.('ready');
}

function reportEachSecond(nodes: readonly Socket[], onSent: () => void): void {
  if (nodes.length === 0) return;
  const heartbeats = nodes.map((_, index) => {
    const nodeId = `node-${String(index).padStart(5, '0')}`;
    return frame(`42/nodes,7["heartbeat",{"nodeId":"${nodeId}","brightness":${index % 100}}]`);
  });
  const startedAt = performance.now();
  let slices = 0;
  setInterval(() => {
    // By the clock: a late timer must not reduce the number of heartbeats.
    const due = Math.floor(((performance.now() - startedAt) * SLICES_PER_SECOND) / 1_000);
    for (; slices < due; slices += 1) {
      for (let index = slices % SLICES_PER_SECOND; index < nodes.length; index += SLICES_PER_SECOND) {
        nodes[index]!.write(heartbeats[index]!);
        onSent();
      }
    }
  }, 1_000 / SLICES_PER_SECOND);
}

if (import.meta.main) await run(JSON.parse(readFileSync(JSON.parse(process.argv[2] ?? ''), 'utf8')));
