import { expect, it } from 'vitest';
import { SECONDS_PER_PHOTO } from '../../../../src/contract/tablets.ts';
import { durationText, offeredSeconds } from '../../../../src/domain/tabletCare/durations.ts';

it.each([
  [5, '5 seconds'],
  [60, '1 minute'],
  [90, '90 seconds'],
  [120, '2 minutes'],
  [125, '125 seconds'],
  [3_600, '1 hour'],
  [5_400, '90 minutes'],
  [86_400, '1 day'],
])('%d seconds are %s', (seconds, text) => expect(durationText(seconds)).toBe(text));

it('the tablet’s own time is offered among the others, once', () => {
  expect(offeredSeconds(90)).toEqual(offeredSeconds(60));
  expect(offeredSeconds(7).slice(0, 3)).toEqual([5, 7, 10]);
});

it('all that is offered is allowed', () => {
  const offered = offeredSeconds(60);
  expect([offered[0], offered.at(-1)]).toEqual([SECONDS_PER_PHOTO.min, SECONDS_PER_PHOTO.max]);
});
