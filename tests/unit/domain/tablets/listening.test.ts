import { expect, test } from 'vitest';
import { EVENT_COMMENT_MS } from '../../../../src/contract/kioskEvents.ts';
import { FIRST_WORD_WITHIN_MS, reconnectDelayMs, SILENT_AFTER_MS } from '../../../../src/domain/tablets/listening.ts';

test('a server that was started anew is not asked by all tablets in the same second', () => {
  expect(reconnectDelayMs(1, 0)).toBe(1_000);
  expect(reconnectDelayMs(1, 1)).toBe(4_000);
});

test('the longer it fails the later it is tried again, up to five minutes', () => {
  expect(reconnectDelayMs(3, 1)).toBe(16_000);
  expect(reconnectDelayMs(100, 1)).toBe(300_000);
  expect(reconnectDelayMs(100, 0)).toBe(75_000);
});

test('one word of the server may be lost, two may not', () => {
  expect(SILENT_AFTER_MS).toBeGreaterThan(2 * EVENT_COMMENT_MS);
  expect(SILENT_AFTER_MS).toBeLessThan(3 * EVENT_COMMENT_MS);
  expect(FIRST_WORD_WITHIN_MS).toBeLessThan(EVENT_COMMENT_MS);
});
