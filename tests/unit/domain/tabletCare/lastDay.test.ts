import { expect, it } from 'vitest';
import { dayOf, endOfDay } from '../../../../src/domain/tabletCare/lastDay.ts';

it.each(['2027-01-31', '2028-02-29', '2027-10-31', '2027-11-01', '2027-03-28'])(
  '%s ends with its last second',
  (day) => {
    const end = endOfDay(day);
    expect(dayOf(end)).toBe(day);
    expect(dayOf(Date.parse(end ?? '') + 1_000)).not.toBe(day);
  },
);

it.each(['', '31.1.2027', '2027-1-31', 'on 2027-01-31', '2027-01-310', '999999-01-01'])('%j is no day', (day) =>
  expect(endOfDay(day)).toBeNull(),
);

it('no end has no day', () => expect(dayOf(null)).toBe(''));
