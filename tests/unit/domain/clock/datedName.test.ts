import { expect, test } from 'vitest';
import { datedName } from '../../../../src/domain/clock/datedName.ts';

test('a time as a part of a file name', () => {
  expect(datedName(Date.UTC(2026, 2, 1, 3, 4, 5, 678))).toBe('2026-03-01T03-04-05Z');
});
