import { describe, expect, it } from 'vitest';
import { NODES } from '#server/core/limits.ts';
import { NodeRegistry } from '#server/nodes/registry/nodeRegistry.ts';

const NOON = Date.parse('2025-10-30T12:00:00.000Z');

function clockAt(wall: number) {
  const clock = { wall, monotonic: 1_000, now: () => clock.wall, monotonicNow: () => clock.monotonic };
  return clock;
}

function pass(clock: ReturnType<typeof clockAt>, milliseconds: number): void {
  clock.wall += milliseconds;
  clock.monotonic += milliseconds;
}

describe('ages', () => {
  it('count from the last heartbeat', () => {
    const clock = clockAt(NOON);
    const registry = new NodeRegistry(clock);
    registry.heartbeat({ nodeId: 'a' });
    pass(clock, 61_500);
    expect(registry.statuses()).toEqual([
      { nodeId: 'a', lastHeartbeat: '2025-10-30T12:00:00.000Z', durationSinceLastMs: 61_500 },
    ]);
  });

  it('do not move with the wall clock', () => {
    const clock = clockAt(NOON);
    const registry = new NodeRegistry(clock);
    registry.heartbeat({ nodeId: 'a' });
    clock.monotonic += 5_000;
    clock.wall -= 86_400_000;
    expect(registry.statuses()[0]?.durationSinceLastMs).toBe(5_000);
    clock.wall += 30 * 86_400_000;
    expect(registry.statuses()[0]?.durationSinceLastMs).toBe(5_000);
  });

  it('go on after a restart, and are never negative when the clock was set back meanwhile', () => {
    const saved = [{ nodeId: 'a', lastHeartbeat: NOON, brightness: null, keyId: null }];
    const later = clockAt(NOON + 10_000);
    const registry = new NodeRegistry(later, saved);
    pass(later, 500);
    expect(registry.statuses()[0]?.durationSinceLastMs).toBe(10_500);
    const earlier = new NodeRegistry(clockAt(NOON - 3_600_000), saved);
    expect(earlier.statuses()[0]?.durationSinceLastMs).toBe(0);
  });
});

describe('the list', () => {
  it('is sorted by id whatever the order of arrival, and knows announced nodes', () => {
    const registry = new NodeRegistry(clockAt(NOON));
    for (const nodeId of ['b', '__proto__', 'a', 'Ä', 'constructor']) registry.announce(nodeId);
    registry.heartbeat({ nodeId: 'a' });
    const list = registry.statuses();
    const ids = list.map(({ nodeId }) => nodeId);
    expect(ids).toEqual([...ids].sort());
    expect(list.filter(({ lastHeartbeat }) => lastHeartbeat === null)).toHaveLength(4);
  });

  it('takes no new nodes when it is full, and known nodes still report', () => {
    const nodes = Array.from({ length: NODES.max }, (_, index) => ({
      nodeId: `n${index}`,
      lastHeartbeat: null,
      brightness: null,
      keyId: null,
    }));
    const registry = new NodeRegistry(clockAt(NOON), nodes);
    expect(registry.heartbeat({ nodeId: 'one too many' })).toBe(false);
    expect(registry.announce('one too many')).toBe(false);
    expect(registry.heartbeat({ nodeId: 'n7' })).toBe(true);
    expect(registry.size).toBe(NODES.max);
  });
});

describe('changes', () => {
  it('are handed out once, with the newest values', () => {
    const registry = new NodeRegistry(clockAt(NOON));
    registry.heartbeat({ nodeId: 'a', brightness: 1 });
    registry.heartbeat({ nodeId: 'a', brightness: 2 });
    expect(registry.takeChanges()).toEqual([{ nodeId: 'a', lastHeartbeat: NOON, brightness: 2, keyId: null }]);
    expect(registry.takeChanges()).toEqual([]);
  });

  it('come back when they could not be written', () => {
    const registry = new NodeRegistry(clockAt(NOON));
    registry.heartbeat({ nodeId: 'a' });
    const lost = registry.takeChanges();
    registry.heartbeat({ nodeId: 'a', brightness: 9 });
    registry.putBack(lost);
    const again = registry.takeChanges();
    expect(again).toEqual([{ nodeId: 'a', lastHeartbeat: NOON, brightness: 9, keyId: null }]);
  });
});
