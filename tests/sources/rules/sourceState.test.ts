import { expect, test } from 'vitest';
import type { Source } from '#contract/sources/schemas.ts';
import { leftText, mustAskBefore, sourceStateText } from '#domain/sources/sourceState.ts';

const READER = { now: new Date(2026, 1, 2, 9).getTime(), locale: 'en-GB' };

const source: Source = {
  id: 's',
  kind: 'folder',
  name: 'NAS',
  path: '/mnt/photos',
  albumId: null,
  madeBy: null,
  state: 'ok',
  lastReadAt: null,
  photos: 0,
  refused: [],
};

test('the state of a source names why, how many photos came, and when it was last read', () => {
  expect(sourceStateText(source, READER)).toBe('All is taken · 0 photos · not read yet');
  const lastReadAt = new Date(2026, 1, 1, 12).toISOString();
  const away: Source = { ...source, state: 'away', message: 'The folder is empty', photos: 1, lastReadAt };
  expect(sourceStateText(away, READER)).toBe('Away: The folder is empty · 1 photo · last read yesterday 12:00');
});

test.each([
  [{ leaving: 20, made: 20 }, false],
  [{ leaving: 21, made: 21 }, true],
  [{ leaving: 21, made: 41 }, true],
  [{ leaving: 21, made: 42 }, false],
  [{ leaving: 0, made: 0 }, false],
])('whether an admin is asked before %o leave', (photos, asks) => {
  expect(mustAskBefore(photos)).toBe(asks);
});

const left = (albumName: string) => ({ albumName, isReplaced: false });
const replaced = (albumName: string) => ({ albumName, isReplaced: true });

test('what left a source, by album, and what was replaced there', () => {
  expect(leftText([left('Family')])).toBe('1 photo of “Family” left Immich');
  const three = [left('Family'), left('Family'), left('Summer')];
  expect(leftText(three)).toBe('2 photos of “Family” and 1 photo of “Summer” left Immich');
  expect(leftText([...three, replaced('Family')])).toBe(
    '2 photos of “Family” and 1 photo of “Summer” left Immich, 1 photo of “Family” was replaced there',
  );
  expect(leftText([replaced('Summer'), replaced('Summer')])).toBe('2 photos of “Summer” were replaced in Immich');
});
