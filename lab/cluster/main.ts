// `npm run lab -- cluster`: several servers on one PostgreSQL, measured and broken on purpose, and the table of it in
// docs/guide/servers.md. Exit code 1 when anything did not hold.
//   -- --only ID,ID     some of them
//   -- --minutes N      how long servers are killed (20)
//   -- --report         tries nothing and only writes the table anew from the last results
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { withGenerated } from '../generatedSection.ts';
import { machineName } from '../machine.ts';
import { away } from './away.ts';
import type { Finding } from './cluster.ts';
import { clocks } from './clocks.ts';
import { cost } from './cost.ts';
import { freshness } from './freshness.ts';
import { kills } from './kills.ts';
import { moves } from './moves.ts';
import { notices } from './notices.ts';
import { revocation } from './revocation.ts';
import { rolling } from './rolling.ts';
import { sockets } from './sockets.ts';

const RESULTS = new URL('../results/cluster.json', import.meta.url);
const PAGE = new URL('../../docs/guide/servers.md', import.meta.url);
const REPORT_COMMAND = 'npm run lab -- cluster';

interface Kept extends Finding {
  machine: string;
  measuredAt: string;
  load: number;
}

const { values } = parseArgs({
  options: { only: { type: 'string' }, minutes: { type: 'string' }, report: { type: 'boolean' } },
});

const TRIALS: Record<string, { what: string; run: () => Promise<Finding> }> = {
  freshness: { what: 'written at one server, read at another at once', run: () => freshness(10_000) },
  revocation: {
    what: 'a key revoked at one of three: its sockets and streams everywhere are over',
    run: () => revocation(20),
  },
  sockets: { what: 'one of three servers killed: its devices are connected again', run: () => sockets(300) },
  rolling: { what: 'all restarted one by one, requests through a balancer', run: () => rolling(3) },
  away: { what: 'PostgreSQL away', run: () => away('postgres', 60) },
  storeAway: { what: 'two servers on one bucket: the object store away', run: () => away('store', 60) },
  clocks: { what: 'three servers, one with a clock ahead and one behind: what one makes another takes', run: clocks },
  kills: {
    what: 'three servers killed at random while photos are uploaded',
    run: () => kills(Number(values.minutes ?? 20)),
  },
  storeKills: {
    what: 'the same with the photos in a bucket',
    run: () => kills(Number(values.minutes ?? 20), { withStore: true }),
  },
  moves: {
    what: 'a library moved to PostgreSQL and a bucket, and back, its commands killed at random',
    run: () => moves(3),
  },
  notices: { what: 'what one server hears of nodes, told to another', run: () => notices(10_000, 10) },
  cost: { what: 'the processor’s time for a list of albums', run: () => cost(16_000) },
};

function kept(): Record<string, Kept> {
  return existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};
}

function keep(id: string, finding: Finding): void {
  const found = {
    ...finding,
    machine: machineName(),
    measuredAt: new Date().toISOString(),
    load: Math.round(loadavg()[1] ?? 0),
  };
  const all: Record<string, Kept> = { ...kept(), [id]: found };
  const inOrder = Object.keys(TRIALS).flatMap((name) => (all[name] ? [[name, all[name]]] : []));
  writeFileSync(RESULTS, `${JSON.stringify(Object.fromEntries(inOrder), null, 2)}\n`);
}

function said(figures: Finding['figures']): string {
  return Object.entries(figures)
    .map(([what, value]) => `${what} ${value}`)
    .join(', ');
}

function report(): string {
  const rows = Object.entries(kept()).map(([id, { figures, broken, measuredAt, load }]) => {
    const result = broken.length === 0 ? '✓' : `✗ ${broken.join('; ')}`;
    return `| ${TRIALS[id]?.what ?? id} | ${said(figures)} | ${result} | ${measuredAt.slice(0, 10)}, load ${load} |`;
  });
  const machine = Object.values(kept()).at(-1)?.machine ?? '';
  return [
    '| what | figures | held | measured |',
    '|---|---|---|---|',
    ...rows,
    '',
    `On ${machine}, with the load of the machine's last five minutes.`,
  ].join('\n');
}

if (values.report !== true) {
  const only = values.only?.split(',');
  for (const [id, { what, run }] of Object.entries(TRIALS)) {
    if (only && !only.includes(id)) continue;
    const finding = await run();
    console.log(`${finding.broken.length === 0 ? '✓' : '✗'} ${what}\n    ${said(finding.figures)}`);
    for (const sentence of finding.broken) console.log(`    BROKEN: ${sentence}`);
    if (finding.broken.length > 0) process.exitCode = 1;
    keep(id, finding);
  }
}
writeFileSync(PAGE, withGenerated(readFileSync(PAGE, 'utf8'), REPORT_COMMAND, report()));
