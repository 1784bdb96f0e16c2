import { expect, test } from 'vitest';
import { FORMER } from '#contract/formerStorage.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { forgetConnection, forgetFormer, keep, keepConnected, keyInPlaceOf, recall } from '#src/oldTablets/memory.ts';

const photo = { filename: 'a.jpg', albumSlug: 'summer', takenAt: '2021-01-01T10:00:00' };
/** More than the 5 million characters of jsdom's storage. */
const tooMany = [{ ...photo, filename: 'x'.repeat(6_000_000) }];

test('a storage that is full costs the page for old tablets its lists, and not its key', () => {
  keepConnected('first', 'second');
  keep('second', { photos: [photo] });
  expect(recall('second').photos).toHaveLength(1);
  keep('second', { photos: tooMany });
  expect(localStorage.getItem(LOCAL_STORAGE.framePhotos)).toBeNull();
  expect(keyInPlaceOf('first')).toBe('second');
});

test('the address of an icon that was made with an earlier key opens with the key of the last connection', () => {
  localStorage.clear();
  expect(keyInPlaceOf('first')).toBe('first');
  keepConnected('first', 'second');
  expect(['first', 'second', 'another'].map(keyInPlaceOf)).toEqual(['second', 'second', 'another']);
  forgetConnection();
  expect(localStorage.getItem(LOCAL_STORAGE.frameKey)).not.toContain('second');
  expect(keyInPlaceOf('first')).toBe('first');
  keepConnected('first', 'third');
  expect(['first', 'second', 'another'].map(keyInPlaceOf)).toEqual(['third', 'third', 'another']);
});

test('a record of versions in which a key took the place of another by itself says the same', () => {
  localStorage.clear();
  localStorage.setItem(LOCAL_STORAGE.frameKey, '{"marks":[2303546861],"key":"second"}');
  keepConnected('first', 'second');
  const { marks } = JSON.parse(localStorage.getItem(LOCAL_STORAGE.frameKey) ?? '{}');
  expect(marks).toHaveLength(2);
  localStorage.setItem(FORMER.text, 'secret');
  forgetFormer();
  expect(localStorage.getItem(FORMER.text)).toBeNull();
});
