import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startBatchWriter } from '#server/nodes/registry/batchWriter.ts';
import { NodeRegistry } from '#server/nodes/registry/nodeRegistry.ts';
import { nodeRepository } from '#server/nodes/registry/nodeRepository.ts';
import { NodeReports } from '#server/nodes/registry/nodeReports.ts';
import { ALONE } from '#server/core/db/cluster.ts';
import { openTestDatabase, type TestDatabase } from '#support/server/testDatabase.ts';

type MessageListener = Parameters<typeof ALONE.messages.subscribe>[1];

const KEYS = { active: async (id: string) => ({ name: `Key ${id}` }) };
const clock = { now: () => Date.now(), monotonicNow: () => performance.now() };

interface Server {
  registry: NodeRegistry;
  reports: NodeReports;
  /** Hears a device. */
  heartbeat: (nodeId: string, keyId?: string) => void;
  ids: () => string[];
}

/** Servers that tell one another, in the order of their messages and only when the test lets them hear. */
function servers(count: number): { all: Server[]; deliver: () => void } {
  const waiting: { from: number; topic: string; message: unknown }[] = [];
  const listeners: { at: number; topic: string; listener: MessageListener }[] = [];
  const all = Array.from({ length: count }, (_, at): Server => {
    const registry = new NodeRegistry(clock);
    const messages = {
      canArrive: true,
      publish: (topic: string, message: unknown) => void waiting.push({ from: at, topic, message }),
      subscribe: (topic: string, listener: MessageListener) => {
        listeners.push({ at, topic, listener });
        return () => undefined;
      },
    };
    const reports = new NodeReports({ ...clock, registry, messages, keys: KEYS, log: { warn: () => undefined } });
    return {
      registry,
      reports,
      heartbeat: (nodeId, keyId = 'one') => {
        if (reports.mayReport(nodeId, keyId) === 'granted') reports.heartbeat({ nodeId }, keyId);
      },
      ids: () => registry.statuses().map(({ nodeId }) => nodeId),
    };
  });
  function deliver(): void {
    for (const { from, topic, message } of waiting.splice(0)) {
      for (const hears of listeners) {
        if (hears.at !== from && hears.topic === topic) hears.listener(message, String(from));
      }
    }
  }
  return { all, deliver };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const named = (key: string) => ({ name: `Key ${key}`, at: expect.any(String) });

describe('a node that is forgotten', () => {
  test('does not return through a heartbeat that another server received before it knew', async () => {
    const { all, deliver } = servers(2);
    const [here, there] = [all[0]!, all[1]!];
    there.heartbeat('lamp');
    await vi.advanceTimersByTimeAsync(1_000);
    deliver();
    expect(here.ids()).toEqual(['lamp']);
    there.heartbeat('lamp');
    await vi.advanceTimersByTimeAsync(900);
    await here.reports.remove(['lamp'], async () => undefined);
    await vi.advanceTimersByTimeAsync(100);
    // The other server's batch goes out before it hears that the node is forgotten.
    deliver();
    expect([here.ids(), there.ids()]).toEqual([[], []]);
    await vi.advanceTimersByTimeAsync(5_000);
    deliver();
    expect([here.ids(), there.ids()]).toEqual([[], []]);
  });

  test('does not come back elsewhere with what this server heard before', async () => {
    const { all, deliver } = servers(2);
    const [here, there] = [all[0]!, all[1]!];
    here.heartbeat('lamp');
    here.heartbeat('fan');
    await here.reports.remove(['lamp'], async () => undefined);
    await vi.advanceTimersByTimeAsync(1_000);
    deliver();
    expect([here.ids(), there.ids()]).toEqual([['fan'], ['fan']]);
  });

  test('comes back when it reports again', async () => {
    const { all, deliver } = servers(2);
    const [here, there] = [all[0]!, all[1]!];
    here.heartbeat('lamp');
    await here.reports.remove(['lamp'], async () => undefined);
    deliver();
    await vi.advanceTimersByTimeAsync(5_000);
    there.heartbeat('lamp');
    await vi.advanceTimersByTimeAsync(1_000);
    deliver();
    expect([here.ids(), there.ids()]).toEqual([['lamp'], ['lamp']]);
  });

  test('does not return when the database is read before the removal is written', async () => {
    const { registry, reports } = servers(1).all[0]!;
    const rows = new Map([['lamp', { keyId: null }]]);
    const repository = { owners: async () => new Map(rows), save: async () => undefined };
    const writer = startBatchWriter({ registry, repository, onError: () => undefined, leader: ALONE.leader });
    writer.expectOutsideChanges();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(registry.find('lamp')).toBeDefined();
    const removal = Promise.withResolvers<void>();
    const removed = reports.remove(['lamp'], () => removal.promise);
    await vi.advanceTimersByTimeAsync(60_000);
    writer.expectOutsideChanges();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(registry.find('lamp')).toBeUndefined();
    rows.clear();
    removal.resolve();
    await removed;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(registry.find('lamp')).toBeUndefined();
    // Added again by the operator.
    await vi.advanceTimersByTimeAsync(10_000);
    rows.set('lamp', { keyId: null });
    writer.expectOutsideChanges();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(registry.find('lamp')).toBeDefined();
    await writer.close();
  });
});

describe('a key that is refused for a node', () => {
  test('is known to the other servers too, until the node is released', async () => {
    const { all, deliver } = servers(3);
    const [here, there, third] = [all[0]!, all[1]!, all[2]!];
    const refused = () => Promise.all(all.map(({ reports }) => reports.refusedKey('lamp')));
    async function tell(): Promise<void> {
      await vi.advanceTimersByTimeAsync(1_000);
      deliver();
    }
    here.heartbeat('lamp', 'one');
    await tell();
    // The first one is only refused after a look at the key of the owner.
    await there.reports.mayReport('lamp', 'two');
    await tell();
    expect(await refused()).toEqual([named('two'), named('two'), named('two')]);
    const [first] = await refused();
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    await there.reports.mayReport('lamp', 'two');
    await tell();
    expect((await refused())[0]?.at).not.toBe(first?.at);

    // A message that waits is not sent after the release.
    await there.reports.mayReport('lamp', 'three');
    there.reports.release('lamp');
    await tell();
    expect(await refused()).toEqual([null, null, null]);

    third.heartbeat('lamp', 'two');
    await tell();
    await here.reports.mayReport('lamp', 'one');
    await tell();
    expect(await refused()).toEqual([named('one'), named('one'), named('one')]);
    await third.reports.remove(['lamp'], async () => undefined);
    await tell();
    expect(await refused()).toEqual([null, null, null]);
  });
});

describe('in the database', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    vi.useRealTimers();
    database = await openTestDatabase();
  });
  afterEach(() => database.close());

  test('a batch updates existing nodes and restores none that was removed', async () => {
    const nodes = nodeRepository(database.db);
    const registry = new NodeRegistry(clock);
    registry.heartbeat({ nodeId: 'lamp' });
    registry.heartbeat({ nodeId: 'fan' });
    await nodes.save(registry.takeChanges());
    registry.confirm(['lamp', 'fan']);
    registry.heartbeat({ nodeId: 'lamp', brightness: 1 });
    registry.heartbeat({ nodeId: 'fan', brightness: 2 });
    registry.heartbeat({ nodeId: 'new', brightness: 3 });
    const batch = registry.takeChanges();
    await nodes.remove(['lamp']);
    await nodes.save(batch);
    const saved = await nodes.load();
    const brightness = Object.fromEntries(saved.map((node) => [node.nodeId, node.brightness]));
    expect(brightness).toEqual({ fan: 2, new: 3 });
  });
});
