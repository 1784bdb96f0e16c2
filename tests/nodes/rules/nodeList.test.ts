import { describe, expect, it } from 'vitest';
import type { NodeStatus } from '#contract/nodes/socketEvents.ts';
import { agedBy, arrangeNodes, BY_NODE_ID, countNodes, nextOrder, type SortOrder } from '#domain/nodes/nodeList.ts';

function node(nodeId: string, durationSinceLastMs: number | null): NodeStatus {
  return {
    nodeId,
    durationSinceLastMs,
    lastHeartbeat: durationSinceLastMs === null ? null : '2025-10-30T11:53:00.000Z',
  };
}

const LIST = [node('a', 30_000), node('b', null), node('c', 90_000_000), node('d', 500), node('e', 120_000)];

function ids(order: SortOrder, search = '', elapsedMs = 0): string {
  return arrangeNodes(LIST, { order, search, elapsedMs })
    .map(({ nodeId }) => nodeId)
    .join('');
}

describe('arrangeNodes', () => {
  it('keeps the order by id, or turns it around', () => {
    expect(ids(BY_NODE_ID)).toBe('abcde');
    expect(ids({ column: 'nodeId', descending: true })).toBe('edcba');
  });

  it('puts the worst last by status, and first the other way round', () => {
    expect(ids({ column: 'status', descending: false })).toBe('adecb');
    expect(ids({ column: 'status', descending: true })).toBe('bcead');
  });

  it('puts the earliest heartbeat first by date', () => {
    expect(ids({ column: 'lastHeartbeat', descending: false })).toBe('bcead');
    expect(ids({ column: 'lastHeartbeat', descending: true })).toBe('adecb');
  });

  it('does not let nodes that are on time change places with each refresh', () => {
    const later = [node('a', 10), node('b', 59_999), node('c', 2_000)];
    const shown = arrangeNodes(later, { order: { column: 'status', descending: true }, search: '', elapsedMs: 0 });
    expect(shown.map(({ nodeId }) => nodeId)).toEqual(['a', 'b', 'c']);
  });

  it('takes a node for late from the minute on', () => {
    const two = [node('a', 60_000), node('b', 59_999)];
    const shown = arrangeNodes(two, { order: { column: 'status', descending: false }, search: '', elapsedMs: 0 });
    expect(shown.map(({ nodeId }) => nodeId)).toEqual(['b', 'a']);
  });

  it('finds ids in any case, and leaves the list it was given alone', () => {
    expect(ids(BY_NODE_ID, ' C ')).toBe('c');
    expect(LIST.map(({ nodeId }) => nodeId).join('')).toBe('abcde');
  });
});

describe('nextOrder', () => {
  it('turns the same column around and starts another one afresh', () => {
    const once = nextOrder(BY_NODE_ID, 'status');
    expect(once).toEqual({ column: 'status', descending: false });
    expect(nextOrder(once, 'status')).toEqual({ column: 'status', descending: true });
    expect(nextOrder(nextOrder(once, 'status'), 'status')).toEqual(once);
  });
});

describe('ages', () => {
  it('go on after the answer, and never become negative', () => {
    expect(agedBy(node('a', 500), 2_000)).toBe(2_500);
    expect(agedBy(node('a', -500), -2_000)).toBe(0);
    expect(agedBy(node('a', null), 2_000)).toBeNull();
  });

  it('are counted', () => {
    expect(countNodes(LIST, 0)).toEqual({ onTime: 2, late: 1, silent: 1, never: 1 });
    expect(countNodes(LIST, 59_500)).toEqual({ onTime: 0, late: 3, silent: 1, never: 1 });
  });
});
