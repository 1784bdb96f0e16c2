import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '#server/core/db/open.ts';
// Lists the kinds of databases.
import '#server/subjects.ts';
import { NodeRegistry } from '../../server/nodes/registry/nodeRegistry.ts';
import { NodeReports } from '../../server/nodes/registry/nodeReports.ts';
import { ALONE, type Messages } from '#server/core/db/cluster.ts';
import { startOwnPostgres } from '../../scripts/run/postgresServer.ts';
import type { Finding } from './cluster.ts';
import { waitUntil } from './sockets.ts';

const monotonicNow = () => performance.now();
const CLOCK = { now: Date.now, monotonicNow };
const PARTS = { ...CLOCK, keys: { active: async () => undefined }, log: { warn: () => undefined } };

/** The cost of notifying the other servers of every heartbeat: for the one that hears it, and for each other. */
export async function notices(nodes: number, seconds: number): Promise<Finding> {
  const postgres = await startOwnPostgres();
  try {
    const [here, there] = [
      await openDatabase('', { url: postgres.url }),
      await openDatabase('', { url: postgres.url }),
    ];
    const alone = await costOf(ALONE.messages, { nodes, seconds });
    const told = await costOf(here.cluster.messages, { nodes, seconds });
    const listener = new NodeRegistry(CLOCK);
    const hearing = new NodeReports({ ...PARTS, registry: listener, messages: there.cluster.messages });
    const heard = await costOf(here.cluster.messages, { nodes, seconds });
    await waitUntil(() => listener.size === nodes);
    hearing.close();
    await here.db.destroy();
    await there.db.destroy();
    const per = (ms: number) => Number((ms / ((nodes * seconds) / 1_000)).toFixed(2));
    const figures = {
      'nodes × 1/s': nodes,
      'ms of a core per 1,000 heartbeats, alone': per(alone),
      'telling others': per(told - alone),
      'hearing it elsewhere': per(heard - told),
    };
    return { figures, broken: [] };
  } finally {
    await postgres.stop();
  }
}

/** The processor's time of this process, without that of PostgreSQL. */
async function costOf(messages: Messages, { nodes, seconds }: { nodes: number; seconds: number }): Promise<number> {
  const registry = new NodeRegistry(CLOCK);
  const reports = new NodeReports({ ...PARTS, registry, messages });
  const ids = Array.from({ length: nodes }, (_, number) => `a-node-with-a-name-${number}`);
  for (const id of ids) reports.heartbeat({ nodeId: id }, null);
  await wait(2_000);
  const before = process.cpuUsage();
  for (let second = 0; second < seconds; second += 1) {
    const next = performance.now() + 1_000;
    for (const [number, id] of ids.entries())
      reports.heartbeat({ nodeId: id, brightness: (number + second) % 100 }, null);
    await wait(Math.max(0, next - performance.now()));
  }
  await wait(1_500);
  const { user, system } = process.cpuUsage(before);
  reports.close();
  return (user + system) / 1_000;
}
