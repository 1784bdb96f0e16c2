import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NodeHistories } from '#contract/nodes/socketEvents.ts';
import { feedDays } from '#src/admin/nodes/socket/nodeFeeds.ts';
import { NodesConnection } from '#src/admin/nodes/socket/nodesConnection.ts';

vi.mock('socket.io-client', () => ({ io: () => ({ on: () => undefined, disconnect: () => undefined }) }));

const NO_HISTORIES: NodeHistories = { listening: '', histories: [] };

function connected() {
  const connection = new NodesConnection({ url: 'http://tree.example' });
  const state = vi.spyOn(connection, 'state', 'get').mockReturnValue({ name: 'connected' });
  const request = vi.spyOn(connection, 'nodeHistories').mockResolvedValue(NO_HISTORIES);
  return { connection, state, request };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('requests what is shown within a quarter of a second, and again once a minute', async () => {
  const { connection, request } = connected();
  const onHistories = vi.fn();
  const feed = feedDays(connection, onHistories);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(request).not.toHaveBeenCalled();
  feed.show(['a', 'b']);
  await vi.advanceTimersByTimeAsync(250);
  expect(request.mock.calls).toEqual([[['a', 'b']]]);
  expect(onHistories).toHaveBeenCalledExactlyOnceWith(NO_HISTORIES);
  feed.show(['b', 'c']);
  await vi.advanceTimersByTimeAsync(250);
  expect(request.mock.calls.at(-1)).toEqual([['c']]);
  await vi.advanceTimersByTimeAsync(59_500);
  expect(request).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(500);
  expect(request.mock.calls.slice(2)).toEqual([[['b']], [['c']]]);
  feed.stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(request).toHaveBeenCalledTimes(4);
});

test('requests nothing without a connection, and waits 15 s after a failure', async () => {
  const { connection, request, state } = connected();
  const onHistories = vi.fn();
  state.mockReturnValue({ name: 'connecting' });
  const feed = feedDays(connection, onHistories);
  feed.show(['a']);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(request).not.toHaveBeenCalled();
  state.mockReturnValue({ name: 'connected' });
  request.mockRejectedValueOnce(new Error('Timeout'));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(request).toHaveBeenCalledTimes(1);
  expect(onHistories).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(500);
  expect(request).toHaveBeenCalledTimes(2);
  expect(onHistories).toHaveBeenCalledOnce();
  feed.stop();
});
