import { describe, expect, it } from 'vitest';
import { ageText } from '#domain/clock/age.ts';
import { punctuality } from '#domain/nodes/nodeList.ts';

const TEXTS: [number | null, string][] = [
  [null, 'Never'],
  [-1, '0 seconds ago'],
  [-86_400_000, '0 seconds ago'],
  [0, '0 seconds ago'],
  [999, '0 seconds ago'],
  [1_000, '1 second ago'],
  [1_999, '1 second ago'],
  [2_000, '2 seconds ago'],
  [59_999, '59 seconds ago'],
  [60_000, '1 minute ago'],
  [119_999, '1 minute ago'],
  [120_000, '2 minutes ago'],
  [3_599_999, '59 minutes ago'],
  [3_600_000, '1 hour ago'],
  [7_199_999, '1 hour ago'],
  [7_200_000, '2 hours ago'],
  [86_399_999, '23 hours ago'],
  [86_400_000, '> 1 day ago'],
  [8_640_000_000_000, '> 1 day ago'],
];

describe('ageText', () => {
  it.each(TEXTS)('%s ms reads %s', (ageMs, text) => {
    expect(ageText(ageMs)).toBe(text);
  });
});

describe('punctuality', () => {
  it.each([
    [null, 'never'],
    [-1, 'onTime'],
    [59_999, 'onTime'],
    [60_000, 'late'],
    [86_399_999, 'late'],
    [86_400_000, 'silent'],
  ] as const)('%s ms is %s', (ageMs, level) => {
    expect(punctuality(ageMs)).toBe(level);
  });
});
