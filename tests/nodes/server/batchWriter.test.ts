import { ALONE } from '#server/core/db/cluster.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startBatchWriter } from '#server/nodes/registry/batchWriter.ts';
import type { SavedNode } from '#server/nodes/registry/knownNode.ts';
import { NodeRegistry } from '#server/nodes/registry/nodeRegistry.ts';

let written: (readonly SavedNode[])[] = [];
let failure: Error | undefined;
let finish: (() => void) | undefined;
/** Called when the owners were read, before they are returned. */
let onRead: (() => void) | undefined;

function start() {
  const registry = new NodeRegistry({ now: () => 0, monotonicNow: () => 0 });
  const errors: unknown[] = [];
  const writer = startBatchWriter({
    registry,
    leader: ALONE.leader,
    repository: {
      owners: async () => {
        const found = new Map(written.flatMap(idsOf).map((id) => [id, { keyId: null }]));
        onRead?.();
        return found;
      },
      save: async (changes) => {
        if (failure) throw failure;
        written.push(changes);
        if (finish) await new Promise<void>((resolve) => (finish = resolve));
      },
    },
    onError: (error) => errors.push(error),
  });
  return { registry, writer, errors };
}

const idsOf = (nodes: readonly SavedNode[]) => nodes.map(({ nodeId }) => nodeId);

beforeEach(() => {
  vi.useFakeTimers();
  [written, failure, finish, onRead] = [[], undefined, undefined, undefined];
});
afterEach(() => vi.useRealTimers());

test('a thousand heartbeats in a second are one batch', async () => {
  const { registry, writer } = start();
  for (let beat = 0; beat < 1_000; beat++) registry.heartbeat({ nodeId: `n${beat % 10}` });
  await vi.advanceTimersByTimeAsync(999);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(written.map(idsOf).map(({ length }) => length)).toEqual([10]);
  await writer.close();
});

test('heartbeats of known nodes are written once a minute', async () => {
  const { registry, writer } = start();
  for (let second = 0; second < 300; second++) {
    for (const nodeId of ['a', 'b']) registry.heartbeat({ nodeId });
    await vi.advanceTimersByTimeAsync(1_000);
  }
  // The first one brings the two nodes.
  expect(written.map(idsOf)).toEqual(Array.from({ length: 5 }, () => ['a', 'b']));
  await writer.close();
});

test('a node that was removed by the operator does not come back with the next batch', async () => {
  const { registry, writer } = start();
  for (const nodeId of ['a', 'b']) registry.announce(nodeId);
  await vi.advanceTimersByTimeAsync(1_000);
  for (const nodeId of ['a', 'b']) registry.heartbeat({ nodeId });
  written = written.map((nodes) => nodes.filter(({ nodeId }) => nodeId === 'a'));
  writer.expectOutsideChanges();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(registry.statuses().map(({ nodeId }) => nodeId)).toEqual(['a']);
  await writer.close();
  expect(idsOf(written.at(-1) ?? [])).toEqual(['a']);
});

test('a node that is forgotten while the operator’s changes are read does not come back', async () => {
  const { registry, writer } = start();
  for (const nodeId of ['a', 'b']) registry.announce(nodeId);
  await vi.advanceTimersByTimeAsync(1_000);
  onRead = () => registry.forget(['b']);
  writer.expectOutsideChanges();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(registry.statuses().map(({ nodeId }) => nodeId)).toEqual(['a']);
  await writer.close();
});

test('shutting down writes what the last second brought', async () => {
  const { registry, writer } = start();
  registry.heartbeat({ nodeId: 'last' });
  await writer.close();
  expect(written.flatMap(idsOf)).toEqual(['last']);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(written).toHaveLength(1);
});

test('a batch that fails is reported and written with the next one', async () => {
  const { registry, writer, errors } = start();
  failure = new Error('disk full');
  registry.heartbeat({ nodeId: 'a' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(errors).toEqual([failure]);
  failure = undefined;
  registry.heartbeat({ nodeId: 'b' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written.map(idsOf)).toEqual([['a', 'b']]);
  await writer.close();
});

test('a slow disk gets one batch at a time', async () => {
  const { registry, writer } = start();
  finish = () => undefined;
  registry.heartbeat({ nodeId: 'a' });
  await vi.advanceTimersByTimeAsync(1_000);
  registry.heartbeat({ nodeId: 'b' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(written.map(idsOf)).toEqual([['a']]);
  const release = finish;
  finish = undefined;
  release();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(written.map(idsOf).slice(0, 2)).toEqual([['a'], ['b']]);
  await writer.close();
});
