import { keyRepository } from '#server/keys/keyRepository.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { sampleRepository } from '../../server/nodes/history/sampleRepository.ts';
import { NodeRegistry } from '../../server/nodes/registry/nodeRegistry.ts';
import { nodeRepository } from '../../server/nodes/registry/nodeRepository.ts';
import { type Device, startDevice } from '../device/device.ts';
import { demoHistory } from './demoHistory.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MINUTES = 24 * 60;
const HEARTBEAT_MS = 2_000;
const FLAP_MS = 90_000;

const STEADY = ['hall-lamp', 'kitchen-lamp', 'porch-lamp', 'stairs-lamp', 'workshop-lamp', 'garden-gate'];
const FLAPPING = ['attic-sensor', 'garage-door'];
const NEVER_HEARD = ['spare-node'];

/** Whether a node reported in a given minute of the day before the demo starts. */
type Habit = (minutesAgo: number) => boolean;

const always: Habit = () => true;
const nowAndThen: Habit = (minutesAgo) => Math.sin(minutesAgo / 9) + Math.sin(minutesAgo / 31) > -0.4;

const PAST: Record<string, Habit> = {
  ...Object.fromEntries(STEADY.map((nodeId) => [nodeId, always])),
  'attic-sensor': nowAndThen,
  'garage-door': (minutesAgo) => minutesAgo % 40 > 14,
  // The nodes below report nothing while the demo runs.
  'cellar-sensor': (minutesAgo) => minutesAgo > 23 * 60,
  'greenhouse-fan': (minutesAgo) => minutesAgo > 5 * 60,
  'letter-box': (minutesAgo) => minutesAgo > 3,
};
/** A node whose last report is older than 24 hours, the time that its day strip on the nodes page covers. */
const SILENT_SINCE_YESTERDAY = 'pond-pump';

/** Whether the server was running: it was off for an hour, to show how the nodes page marks such a time. */
const serverListened: Habit = (minutesAgo) => minutesAgo < 500 || minutesAgo > 560;

/** Writes earlier reports of the demo's nodes into a data folder on which no server is running. */
export async function seedDemoNodes(dataDir: string, now = Date.now()): Promise<void> {
  let replayedAt = now - 30 * HOUR_MS;
  const registry = new NodeRegistry({ now: () => replayedAt, monotonicNow: () => replayedAt });
  for (const nodeId of NEVER_HEARD) registry.announce(nodeId);
  registry.heartbeat({ nodeId: SILENT_SINCE_YESTERDAY });
  for (let minutesAgo = DAY_MINUTES; minutesAgo >= 1; minutesAgo--) {
    replayedAt = now - minutesAgo * MINUTE_MS;
    if (!serverListened(minutesAgo)) continue;
    registry.markListening();
    for (const [nodeId, heard] of Object.entries(PAST)) if (heard(minutesAgo)) registry.heartbeat({ nodeId });
  }
  const { db } = await openDatabase(dataDir);
  await nodeRepository(db).save(registry.takeChanges());
  await sampleRepository(db).save(demoHistory({ nodeIds: Object.keys(PAST), now, wasHeard }));
  await db.destroy();
}

/** On the day before as the nodes page shows it; earlier the steady nodes always, the others less and less. */
function wasHeard(nodeId: string, minutesAgo: number): boolean {
  if (minutesAgo <= DAY_MINUTES) return serverListened(minutesAgo) && (PAST[nodeId] ?? always)(minutesAgo);
  return STEADY.includes(nodeId) || nodeId === '' || Math.sin(minutesAgo / 2_000) > -0.7;
}

function brightness(nodeId: string): number {
  return (nodeId.length * 37 + new Date().getMinutes()) % 101;
}

/** Creates a key for the demo's devices; works also while the server is running. */
export async function createDemoNodeKey(dataDir: string): Promise<string> {
  const { db } = await openDatabase(dataDir);
  const key = await keyRepository(db, Date.now).create('Demo devices', 'node');
  await db.destroy();
  return key;
}

interface Options {
  origin: string;
  /** A key made for nodes. */
  key: string;
}

/**
 * Starts the devices of the nodes that still report: some steadily, some with interruptions. Returns a function that
 * stops them all.
 */
export function startDemoNodes({ origin, key }: Options): () => void {
  const shared = { url: origin, key, heartbeatMs: HEARTBEAT_MS };
  const gateway = startDevice({ ...shared, nodeIds: STEADY, brightness });
  const flapping = FLAPPING.map((nodeId) => startDevice({ ...shared, nodeIds: [nodeId], brightness }));
  let up = true;
  const flap = setInterval(() => {
    up = !up;
    for (const device of flapping) {
      if (up) device.resume();
      else device.pause();
    }
  }, FLAP_MS);
  const devices: Device[] = [gateway, ...flapping];
  return () => {
    clearInterval(flap);
    for (const device of devices) device.close();
  };
}
