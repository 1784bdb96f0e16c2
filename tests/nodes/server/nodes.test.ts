import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, type OpenDatabase } from '#server/core/db/open.ts';
import { NODES } from '#server/core/limits.ts';
import { NodeOwners } from '#server/nodes/registry/nodeOwners.ts';
import { NodeRegistry } from '#server/nodes/registry/nodeRegistry.ts';
import { nodeRepository } from '#server/nodes/registry/nodeRepository.ts';
import { isRecord } from '#domain/records.ts';

const MINUTE_MS = 60_000;
const MINUTES_PER_DAY = 1_440;
const PAGE_BYTES = 4_096 + 24;
const clock = { wall: Date.parse('2025-10-30T12:00:00Z'), now: () => clock.wall, monotonicNow: () => clock.wall };

let dataDir: string;
let database: OpenDatabase;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'circuit-tree-limits-'));
  database = await openDatabase(dataDir);
});
afterEach(async () => {
  await database.db.destroy();
  await rm(dataDir, { recursive: true, force: true });
});

function fillShare(registry: NodeRegistry, keyId: string): void {
  for (let node = 0; node < NODES.maxPerKey; node++) registry.announce(`${keyId} ${node}`, { keyId });
}

test('one key has its share of all nodes, and cannot lock the others out', () => {
  const registry = new NodeRegistry(clock);
  fillShare(registry, 'stolen');
  expect(registry.announce('one too many', { keyId: 'stolen' })).toBe(false);
  expect(registry.heartbeat({ nodeId: 'one too many' }, 'stolen')).toBe(false);
  expect(registry.heartbeat({ nodeId: 'stolen 7' }, 'stolen')).toBe(true);
  expect(registry.heartbeat({ nodeId: 'lamp' }, 'honest')).toBe(true);
  registry.forget(['stolen 0']);
  expect(registry.announce('again one', { keyId: 'stolen' })).toBe(true);
  expect(NODES.max / NODES.maxPerKey).toBeGreaterThanOrEqual(5);
});

test('the broker has its own share, and whatever it does, nodes with a key find a place', () => {
  const broker = { keyId: null, byBroker: true };
  // A library of the time when a broker could fill all places.
  const nodes = Array.from({ length: NODES.max }, (_, index) => ({
    nodeId: `flood ${index}`,
    lastHeartbeat: null,
    brightness: null,
    ...broker,
  }));
  const registry = new NodeRegistry(clock, nodes);
  expect(registry.announce('one more', broker)).toBe(false);
  expect(registry.heartbeat({ nodeId: 'one more', byBroker: true })).toBe(false);
  expect(registry.heartbeat({ nodeId: 'lamp' }, 'honest')).toBe(true);
  expect(registry.announce('expected by the operator')).toBe(true);
  expect(registry.setOwner('flood 7', 'honest')).toBe(true);
  expect([registry.countOfBroker, registry.idsOfBroker().includes('flood 7')]).toEqual([NODES.max - 1, false]);
  registry.forget(registry.idsOfBroker());
  expect(registry.statuses().map(({ nodeId }) => nodeId)).toEqual(['expected by the operator', 'flood 7', 'lamp']);
  for (let node = 0; node < NODES.ofBroker.most; node++) expect(registry.announce(`${node}`, broker)).toBe(true);
  expect(registry.announce('one too many', broker)).toBe(false);
  // A node that a key took and an admin released is no node of the broker any more.
  registry.setOwner('0', 'honest');
  registry.setOwner('0', null);
  expect(registry.countOfBroker).toBe(NODES.ofBroker.most - 1);
  expect(registry.announce('again one', broker)).toBe(true);
});

test('shares are counted right, in whatever order nodes come, change hands and go', () => {
  const step = fc.record({
    node: fc.integer({ min: 0, max: 9 }),
    what: fc.constantFrom('key', 'broker', 'free', 'gone'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const registry = new NodeRegistry(clock);
      for (const { node, what } of steps) {
        const nodeId = `node ${node}`;
        if (what === 'gone') registry.forget([nodeId]);
        else if (what === 'broker') registry.heartbeat({ nodeId, byBroker: true });
        else if (registry.find(nodeId)) registry.setOwner(nodeId, what === 'key' ? 'key' : null);
        else registry.announce(nodeId, { keyId: what === 'key' ? 'key' : null });
      }
      expect(registry.countOfBroker).toBe(registry.idsOfBroker().length);
      const restarted = new NodeRegistry(clock, registry.takeChanges());
      expect([restarted.countOfBroker, restarted.size]).toEqual([registry.countOfBroker, registry.size]);
    }),
  );
});

test('a known node that is free is not taken by a key that has its share, and the refusal says why', async () => {
  const registry = new NodeRegistry(clock);
  fillShare(registry, 'stolen');
  registry.announce('free');
  registry.announce('of a revoked key', { keyId: 'revoked' });
  const keys = { active: async (id: string) => (id === 'revoked' ? undefined : { name: id }) };
  const owners = new NodeOwners({ registry, keys, ...clock, log: { warn: () => undefined } });
  for (const nodeId of ['free', 'of a revoked key']) expect(await owners.take(nodeId, 'stolen')).toBe('no-room');
  for (const nodeId of ['free', 'of a revoked key']) expect(await owners.take(nodeId, 'honest')).toBe('granted');
  for (const nodeId of ['free', 'of a revoked key']) expect(await owners.take(nodeId, 'stolen')).toBe('of-another-key');
});

test('the log names another key that reports a node, once', async () => {
  const registry = new NodeRegistry(clock);
  for (const nodeId of ['lamp', 'fan']) registry.announce(nodeId, { keyId: 'first' });
  const warned: unknown[] = [];
  const keys = { active: async (id: string) => ({ name: id }) };
  const owners = new NodeOwners({ registry, keys, ...clock, log: { warn: (about) => warned.push(about) } });
  for (const nodeId of ['lamp', 'lamp', 'fan']) expect(await owners.take(nodeId, 'second')).toBe('of-another-key');
  await expect.poll(() => warned).toEqual([{ nodeId: 'lamp', key: 'second', owner: 'first' }]);
});

test('a restart gives neither a key nor the broker a new share', async () => {
  const repository = nodeRepository(database.db);
  const before = new NodeRegistry(clock);
  fillShare(before, 'stolen');
  const broker = { keyId: null, byBroker: true };
  for (let node = 0; node < NODES.ofBroker.most; node++) before.announce(`broker ${node}`, broker);
  await repository.save(before.takeChanges());
  const after = new NodeRegistry(clock, await repository.load());
  expect(after.announce('one too many', { keyId: 'stolen' })).toBe(false);
  expect(after.announce('one more of the broker', broker)).toBe(false);
  expect((await repository.owners()).get('broker 7')).toEqual(broker);
  expect(after.announce('lamp', { keyId: 'honest' })).toBe(true);
});

test('twelve nodes that report every second write 50 MB a day at most', async () => {
  const repository = nodeRepository(database.db);
  const registry = new NodeRegistry(clock);
  await sql`pragma wal_autocheckpoint = 0`.execute(database.db);
  await sql`pragma wal_checkpoint(truncate)`.execute(database.db);
  const minutes = 20;
  for (let minute = 0; minute < minutes; minute++) {
    clock.wall += MINUTE_MS;
    registry.markListening();
    for (let node = 0; node < 12; node++) registry.heartbeat({ nodeId: `node-${node}`, brightness: minute });
    await repository.save(registry.takeChanges());
  }
  const { rows } = await sql`pragma wal_checkpoint(passive)`.execute(database.db);
  const pages = isRecord(rows[0]) ? Number(rows[0].log) : Number.NaN;
  const writesPerMinute = MINUTE_MS / NODES.writeEveryMs;
  // Each page goes into the log, and at most once more into the database.
  const bytesPerDay = (2 * pages * PAGE_BYTES * writesPerMinute * MINUTES_PER_DAY) / minutes;
  expect(bytesPerDay).toBeGreaterThan(0);
  expect(bytesPerDay / 1e6).toBeLessThan(50);
});
