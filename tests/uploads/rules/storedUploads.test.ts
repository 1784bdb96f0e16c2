import { describe, expect, it } from 'vitest';
import {
  albumsGoneText,
  isOutdated,
  type UploadDrop,
  type StoredUpload,
  matchChosen,
  unfinishedOf,
  unfinishedText,
} from '#domain/uploads/storedUploads.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const album = (id: string) => ({ id, name: `Album ${id}`, slug: id });
const drop: UploadDrop = {
  id: 'd',
  userId: 'u',
  claim: 'c',
  addedAtMs: 0,
  total: 200,
  albums: [album('a'), album('b')],
};
const missing = (name: string, more: Partial<StoredUpload> = {}): StoredUpload => ({
  drop: 'd',
  number: 0,
  albumId: 'a',
  name,
  size: 5,
  path: [],
  root: undefined,
  hash: undefined,
  ...more,
});
const chosen = (name: string, more: { size?: number; path?: string[] } = {}) => ({
  file: { name, size: more.size ?? 5 },
  path: more.path ?? [],
});

const namesOf = (pairs: { kept: StoredUpload }[]) => pairs.map(({ kept }) => kept.name);

describe('what is left of an upload', () => {
  it('can be continued without choosing anything when all of it is in reach', () => {
    const left = unfinishedOf([drop], [missing('1', { root: 0 }), missing('2', { root: 0 })]);
    expect(left && unfinishedText(left)).toBe('2 of 200 photos are still to be sent to “Album a”.');
    const one = unfinishedOf([drop], [missing('1', { root: 0 })]);
    expect(one && unfinishedText(one)).toBe('1 of 200 photos is still to be sent to “Album a”.');
  });

  it('says what it still needs otherwise', () => {
    const files = [missing('1', { root: 0 }), missing('2', { albumId: 'b' })];
    const left = unfinishedOf([drop, { ...drop, id: 'other' }], files);
    const counts = { total: 200, missing: 2, inReach: 1, albums: ['Album a', 'Album b'] };
    expect(left).toEqual({ ...counts, isOfFolders: false });
    expect(left && unfinishedText(left)).toBe('Choose the photos again: 2 photos are still missing in 2 albums.');
    const ofFolder = unfinishedOf([drop], [missing('1', { path: ['Norway'] })]);
    expect(ofFolder && unfinishedText(ofFolder)).toBe(
      'Choose the folder or the photos again: 1 photo is still missing in “Album a”.',
    );
  });

  it('is of all that was chosen, at whatever times, and of folders when one file is', () => {
    const later = { ...drop, id: 'e', total: 3, albums: [album('c')] };
    const files = [missing('1'), missing('2', { drop: 'e', albumId: 'c', path: ['Norway'] })];
    expect(unfinishedOf([drop, later], files)).toEqual({
      total: 203,
      missing: 2,
      inReach: 0,
      isOfFolders: true,
      albums: ['Album a', 'Album c'],
    });
  });

  it('is nothing when nothing is missing', () => {
    expect(unfinishedOf([drop], [])).toBeUndefined();
  });

  it('is kept for a month', () => {
    const onTheFifth = { ...drop, addedAtMs: 5 * DAY_MS };
    expect([35 * DAY_MS, 35 * DAY_MS + 1].map((nowMs) => isOutdated(onTheFifth, nowMs))).toEqual([false, true]);
  });
});

describe('files that are chosen again', () => {
  it('are those of the same name and size; others are not sent', () => {
    const files = [missing('1.jpg'), missing('2.jpg'), missing('3.jpg')];
    const again = [chosen('0.jpg'), chosen('1.jpg'), chosen('2.jpg', { size: 6 }), chosen('3.jpg')];
    expect(namesOf(matchChosen(files, again))).toEqual(['1.jpg', '3.jpg']);
    expect(matchChosen(files, [])).toEqual([]);
  });

  it('go back to their own folder when two have one name, and each is taken once', () => {
    const files = [missing('1.jpg', { path: ['trip', 'day 2'] }), missing('1.jpg', { path: ['trip', 'day 1'] })];
    const first = chosen('1.jpg', { path: ['trip', 'day 1'] });
    const second = chosen('1.jpg', { path: ['trip', 'day 2'] });
    const pairs = matchChosen(files, [first, second]);
    expect(pairs.map((pair) => pair.chosen)).toEqual([second, first]);
    expect(matchChosen(files, [first])).toHaveLength(1);
  });

  it('go back to their own folder whether it is chosen alone or with those above it', () => {
    const files = ['day 2', 'day 1'].map((day) => missing('1.jpg', { path: ['2026', 'trip', day] }));
    for (const above of [[], ['trip'], ['2026', 'trip']]) {
      const again = ['day 1', 'day 2'].map((day) => chosen('1.jpg', { path: [...above, day] }));
      expect(matchChosen(files, again).map((pair) => pair.chosen)).toEqual(again.toReversed());
    }
  });

  it('take none from a folder that misses its own, nor does a folder from those without one', () => {
    const files = [missing('1.jpg'), missing('1.jpg', { path: ['trip'] })];
    const [inFolder, loose] = [chosen('1.jpg', { path: ['trip'] }), chosen('1.jpg')];
    const placesOf = (again: (typeof loose)[]) =>
      matchChosen(files, again).map((pair) => [pair.kept.path, pair.chosen.path]);
    expect(placesOf([inFolder, loose])).toEqual([
      [[], []],
      [['trip'], ['trip']],
    ]);
    expect(placesOf([inFolder])).toEqual([[['trip'], ['trip']]]);
    expect(placesOf([loose])).toEqual([[[], []]]);
    // Moved meanwhile.
    expect(placesOf([inFolder, chosen('1.jpg', { path: ['other'] })])).toHaveLength(2);
  });

  it('are recognised in both spellings of an umlaut', () => {
    expect(matchChosen([missing('M\u00fcller.jpg')], [chosen('Mu\u0308ller.jpg')])).toHaveLength(1);
  });
});

it.each([
  [['Norway'], '“Norway” is'],
  [['Norway', 'Rome'], '“Norway”, “Rome” are'],
])('says that albums are gone: %j', (names, are) => {
  const rest = 'no longer there for you: what was still to be sent there stays on your device.';
  expect(albumsGoneText(names)).toBe(`${are} ${rest}`);
});
