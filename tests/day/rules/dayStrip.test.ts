import { describe, expect, it } from 'vitest';
import { dayStrip, describeDay } from '#domain/day/dayStrip.ts';

const ALL_DAY = 'f'.repeat(96);
const states = (heard: string, listening: string) => dayStrip(heard, listening).map(({ state }) => state);

describe('dayStrip', () => {
  it('tells heard, partly heard and silent apart', () => {
    expect(states('fe810', 'fffff')).toEqual(['full', 'full', 'partial', 'partial', 'silent']);
    expect(dayStrip('8', 'f')[0]?.share).toBeCloseTo(8 / 15);
  });

  it('does not call silence what the server could not hear', () => {
    expect(states('0003', '0f11')).toEqual(['unknown', 'silent', 'silent', 'full']);
  });

  it('knows nothing of a node before its first heartbeat', () => {
    expect(states('--f0', 'ffff')).toEqual(['unknown', 'unknown', 'full', 'silent']);
    const begun = dayStrip(`${'-'.repeat(92)}${'f'.repeat(4)}`, ALL_DAY);
    expect(describeDay(begun)).toBe('Heard without a break in the last 24 hours');
  });

  it('measures the running quarter by the minutes there were', () => {
    expect(states('4', '5')).toEqual(['full']);
  });

  it('knows nothing of quarters that the server has no record of', () => {
    expect(states('000', '0')).toEqual(['unknown', 'unknown', 'unknown']);
    expect(dayStrip('0', '')[0]?.share).toBe(0);
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
    ['begun an hour ago', '0'.repeat(92) + 'f'.repeat(4), 'Heard in 1 hour of the last 24'],
    ['begun in the last three quarters', '0'.repeat(93) + 'fff', 'Heard in 45 minutes of the last 24'],
    ['one missed quarter', 'f'.repeat(40) + '0' + 'f'.repeat(55), 'Heard in 24 hours of the last 24, 1 interruption'],
    ['one thin quarter', 'f'.repeat(40) + '3' + 'f'.repeat(55), 'Heard in 24 hours of the last 24, 1 interruption'],
    [
      'a fall in two steps, which is one interruption',
      'f'.repeat(92) + '3000',
      'Heard in 23 hours of the last 24, 1 interruption, silent for the last 45 minutes',
    ],
  ])('%s', (_habit, heard, text) => {
    expect(describeHeard(heard)).toBe(text);
  });

  it('says so when nothing is known', () => {
    expect(describeHeard('0'.repeat(96), '0'.repeat(96))).toBe('Nothing is known of the last 24 hours');
  });

  it('leaves out the hours in which the server itself was down', () => {
    const down = 'f'.repeat(40) + '0'.repeat(16) + 'f'.repeat(40);
    expect(describeHeard(down, down)).toBe('Heard without a break in the last 24 hours');
    expect(describeHeard(`${down.slice(0, 56)}${'0'.repeat(40)}`, down)).toBe(
      'Heard in 10 hours of the last 24, 1 interruption, silent for the last 10 hours',
    );
  });
});
