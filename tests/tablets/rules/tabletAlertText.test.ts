import { expect, test } from 'vitest';
import { TABLET_SILENCE } from '#domain/tablets/tabletAlertText.ts';
import { backWords, silentWords } from '#domain/watched.ts';

const offWall = (count: number, total: number) => {
  const things = Array.from({ length: count }, (_, index) => ({ name: `n${index}`, ageMs: 31 * 60_000 + index }));
  return silentWords(things, { total, terms: TABLET_SILENCE });
};

test('tablets are off the wall, and on it again', () => {
  expect(offWall(1, 3)).toEqual({ title: 'n0 is off the wall', body: 'No sign of life for 31 minutes.' });
  expect(offWall(2, 2).title).toBe('Both tablets are off the wall');
  expect(offWall(3, 3).title).toBe('All 3 tablets are off the wall');
  expect(backWords(['Hall'], TABLET_SILENCE).title).toBe('Hall is on the wall again');
});
