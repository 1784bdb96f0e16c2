import { describe, expect, it } from 'vitest';
import { tabletDay } from '../../../../src/domain/tabletCare/tabletDay.ts';

const QUARTER = 15 * 60_000;
const NOW = 2_000_000 * QUARTER + 60_000;
const looks = (day: string, madeQuartersAgo = 1_000) =>
  tabletDay({ day, createdAt: new Date(NOW - madeQuartersAgo * QUARTER).toISOString() }, NOW).map(({ look }) => look);

describe('a tablet’s day', () => {
  it('is steady with two reports in a quarter hour, and has gaps with one or none', () => {
    expect(looks('f2101')).toEqual(['full', 'full', 'partial', 'silent', 'full']);
  });

  it('does not call the quarter hour that has just begun silent', () => {
    expect(looks('00')).toEqual(['silent', 'unknown']);
  });

  it('knows nothing of the time before the tablet was made', () => {
    expect(looks('00002', 2)).toEqual(['unknown', 'unknown', 'silent', 'silent', 'full']);
  });

  it('takes a digit that is none for silence', () => expect(looks('x1')).toEqual(['silent', 'full']));
});
