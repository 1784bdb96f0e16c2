import { describe, expect, it } from 'vitest';
import { dayStrip, describeDay } from '../../../../src/domain/nodes/dayStrip.ts';

const ALL_DAY = 'f'.repeat(96);
const looks = (heard: string, listening: string) => dayStrip(heard, listening).map(({ look }) => look);

describe('dayStrip', () => {
  it('tells heard, partly heard and silent apart', () => {
    expect(looks('fe810', 'fffff')).toEqual(['full', 'full', 'partial', 'partial', 'silent']);
    expect(dayStrip('8', 'f')[0]?.share).toBeCloseTo(8 / 15);
  });

  it('does not call silence what the server could not hear', () => {
    expect(looks('0003', '0f11')).toEqual(['unknown', 'silent', 'silent', 'full']);
  });

  it('measures the running quarter by the minutes there were', () => {
    expect(looks('4', '5')).toEqual(['full']);
  });
});

describe('describeDay', () => {
  const describeHeard = (heard: string, listening = ALL_DAY) => describeDay(dayStrip(heard, listening));

  it.each([
    ['steady', ALL_DAY, 'Heard without a break in the last 24 hours'],
    [
      'dead since four hours',
      'f'.repeat(80) + '0'.repeat(16),
      'Heard in 20 hours of the last 24, 1 interruption, silent for the last 4 hours',
    ],
    ['flapping', 'f0'.repeat(48), 'Heard in 12 hours of the last 24, 48 interruptions, silent for the last 15 minutes'],
    ['never', '0'.repeat(96), 'Silent for the last 24 hours'],
  ])('%s', (_habit, heard, text) => {
    expect(describeHeard(heard)).toBe(text);
  });

  it('says so when nothing is known', () => {
    expect(describeHeard('0'.repeat(96), '0'.repeat(96))).toBe('Nothing is known of the last 24 hours');
  });
});
