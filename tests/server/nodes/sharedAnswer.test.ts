import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CoalescedBroadcast } from '../../../server/nodes/socket/coalescedBroadcast.ts';

let now = 0;
let costMs = 0;
let sent: string[][] = [];

function sharedAnswer() {
  return new CoalescedBroadcast<string>({
    monotonicNow: () => now,
    send: (askers) => {
      now += costMs;
      sent.push([...askers]);
    },
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  [now, costMs, sent] = [0, 0, []];
});
afterEach(() => vi.useRealTimers());

test('whoever asks within one turn shares one answer', () => {
  const answer = sharedAnswer();
  for (const asker of ['a', 'b', 'a']) answer.ask(asker);
  expect(sent).toEqual([]);
  vi.runAllTimers();
  expect(sent).toEqual([['a', 'b']]);
});

test('a cheap answer is made again for every turn', () => {
  const answer = sharedAnswer();
  for (const asker of ['a', 'b']) {
    answer.ask(asker);
    vi.runAllTimers();
  }
  expect(sent).toEqual([['a'], ['b']]);
});

function answered(asker: string, answer: CoalescedBroadcast<string>) {
  answer.ask(asker);
  vi.advanceTimersByTime(1);
}

test('a costly one makes those wait who come right after it, and is never older than its question', () => {
  costMs = 10;
  const answer = sharedAnswer();
  for (const asker of ['a', 'b']) answered(asker, answer);
  expect(sent).toEqual([['a'], ['b']]);
  answer.ask('c');
  vi.advanceTimersByTime(10);
  answer.ask('d');
  expect(sent).toHaveLength(2);
  vi.advanceTimersByTime(10);
  expect(sent).toEqual([['a'], ['b'], ['c', 'd']]);
});

test('one that took long by accident makes nobody wait', () => {
  costMs = 1;
  const answer = sharedAnswer();
  answered('a', answer);
  costMs = 100;
  now += 10;
  answered('b', answer);
  now += 2;
  answered('c', answer);
  expect(sent).toEqual([['a'], ['b'], ['c']]);
});

test('closing answers nobody any more', () => {
  const answer = sharedAnswer();
  answer.ask('a');
  answer.close();
  vi.runAllTimers();
  expect(sent).toEqual([]);
});
