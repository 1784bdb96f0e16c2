import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createDemoNodeKey } from '#scripts/demo/demoNodes.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { type Bench, median, type Row } from '../measuring/bench.ts';
import { startTraffic } from '../measuring/nodeTraffic.ts';
import { residentMegabytes } from '../measuring/processMemory.ts';
import { processorSeconds } from '../measuring/processorSeconds.ts';

export const SCREENS = 20;
const ROUNDS = 3;
/** 400 refreshes: of fewer, the worst hundredth is one or two. */
const SECONDS = 20;

export interface Target {
  pid: number;
  origin: string;
  nodeKey: string;
  readKey: string;
  stop: () => Promise<void>;
}

interface Load {
  /** The share of one core, 0 to 1. */
  cpu: number;
  p99Ms: number;
  medianMs: number;
  kilobytes: number;
  megabytes: number;
}

export async function ourServer(): Promise<Target> {
  const server = await new ServerProcess().start();
  return {
    pid: server.pid ?? 0,
    origin: server.origin,
    nodeKey: await createDemoNodeKey(server.dataDir),
    readKey: server.kioskKey,
    stop: () => server.dispose(),
  };
}

async function bareServer(): Promise<Target> {
  const file = fileURLToPath(new URL('../peers/bareSocketServer.ts', import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [file], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const origin = await new Promise<string>((resolve) => child.once('message', resolve));
  return {
    pid: child.pid ?? 0,
    origin,
    nodeKey: 'none',
    readKey: 'none',
    stop: async () => {
      child.kill();
    },
  };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function measure(start: () => Promise<Target>, nodes: number): Promise<Load> {
  const target = await start();
  const traffic = await startTraffic({ ...target, nodes, screens: SCREENS });
  try {
    await traffic.measure(2);
    const rounds: Load[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const before = processorSeconds(target.pid);
      const startedAt = performance.now();
      const { latenciesMs, bytes } = await traffic.measure(SECONDS);
      rounds.push({
        cpu: (processorSeconds(target.pid) - before) / ((performance.now() - startedAt) / 1_000),
        p99Ms: percentile(latenciesMs, 0.99),
        medianMs: median(latenciesMs),
        kilobytes: bytes / 1_000,
        megabytes: residentMegabytes(target.pid),
      });
    }
    const of = (name: keyof Load) => median(rounds.map((round) => round[name]));
    return {
      cpu: of('cpu'),
      p99Ms: of('p99Ms'),
      medianMs: of('medianMs'),
      kilobytes: of('kilobytes'),
      megabytes: of('megabytes'),
    };
  } finally {
    traffic.stop();
    await target.stop();
  }
}

const percent = (share: number) => `${(share * 100).toFixed(0)} % of a core`;
const WHAT = `5,000 nodes a second, ${SCREENS} screens`;
const ms = (value: number) => `${value.toFixed(1)} ms`;

/** Each device has a socket of its own and reports once a second; each screen refreshes once a second. */
export const nodesBench: Bench = {
  id: 'nodes',
  run: async () => {
    const many = await measure(ourServer, 5_000);
    const few = await measure(ourServer, 500);
    const bare = await measure(bareServer, 5_000);
    const bareFew = await measure(bareServer, 500);
    const rows: Row[] = [
      {
        name: `${WHAT}: CPU`,
        ratio: many.cpu / few.cpu,
        against: 'the same with 500 nodes',
        goal: { kind: 'at most', value: 12, unit: '×' },
        figures: {
          '5,000': percent(many.cpu),
          '500': percent(few.cpu),
          'a refresh': `${many.kilobytes.toFixed(0)} kB`,
          memory: `${many.megabytes.toFixed(0)} MB`,
        },
      },
      {
        name: `${WHAT}: CPU`,
        ratio: many.cpu / bare.cpu,
        against: 'a bare socket.io server',
        goal: { kind: 'at most', value: 2, unit: '×' },
        figures: { bare: percent(bare.cpu), 'memory of bare': `${bare.megabytes.toFixed(0)} MB` },
      },
      {
        name: `${WHAT}: p99 of getNodeStatuses`,
        ratio: many.p99Ms / few.p99Ms,
        against: 'the same with 500 nodes',
        goal: { kind: 'at most', value: 12, unit: '×' },
        figures: { '5,000': ms(many.p99Ms), '500': ms(few.p99Ms), 'median of 5,000': ms(many.medianMs) },
      },
      {
        name: `${WHAT}: p99 of getNodeStatuses`,
        ratio: many.p99Ms / bare.p99Ms,
        against: 'a bare socket.io server',
        goal: { kind: 'at most', value: 2, unit: '×' },
        figures: {
          bare: ms(bare.p99Ms),
          'median of bare': ms(bare.medianMs),
          'bare with 500': ms(bareFew.p99Ms),
          'bare against itself with 500': `${(bare.p99Ms / bareFew.p99Ms).toFixed(1)}×`,
        },
      },
    ];
    return rows;
  },
};
