import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CoalescedBroadcast } from '#server/nodes/socket/coalescedBroadcast.ts';

let now = 0;
let costMs = 0;
let sent: string[][] = [];

function createBroadcast() {
  return new CoalescedBroadcast<string>({
    monotonicNow: () => now,
    send: (readers) => {
      now += costMs;
      sent.push([...readers]);
    },
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  [now, costMs, sent] = [0, 0, []];
});
afterEach(() => vi.useRealTimers());

test('requests within one turn of the event loop share one response', () => {
  const broadcast = createBroadcast();
  for (const reader of ['a', 'b', 'a']) broadcast.request(reader);
  expect(sent).toEqual([]);
  vi.runAllTimers();
  expect(sent).toEqual([['a', 'b']]);
});

test('a response that is quick to make is made anew in every turn', () => {
  const broadcast = createBroadcast();
  for (const reader of ['a', 'b']) {
    broadcast.request(reader);
    vi.runAllTimers();
  }
  expect(sent).toEqual([['a'], ['b']]);
});

function requestNow(reader: string, broadcast: CoalescedBroadcast<string>) {
  broadcast.request(reader);
  vi.advanceTimersByTime(1);
}

test('after a slow response the next readers wait, and no response is older than its request', () => {
  costMs = 10;
  const broadcast = createBroadcast();
  for (const reader of ['a', 'b']) requestNow(reader, broadcast);
  expect(sent).toEqual([['a'], ['b']]);
  broadcast.request('c');
  vi.advanceTimersByTime(10);
  broadcast.request('d');
  expect(sent).toHaveLength(2);
  vi.advanceTimersByTime(10);
  expect(sent).toEqual([['a'], ['b'], ['c', 'd']]);
});

test('a single slow response makes nobody wait', () => {
  costMs = 1;
  const broadcast = createBroadcast();
  requestNow('a', broadcast);
  costMs = 100;
  now += 10;
  requestNow('b', broadcast);
  now += 2;
  requestNow('c', broadcast);
  expect(sent).toEqual([['a'], ['b'], ['c']]);
});

test('after closing no response is sent', () => {
  const broadcast = createBroadcast();
  broadcast.request('a');
  broadcast.close();
  vi.runAllTimers();
  expect(sent).toEqual([]);
});
