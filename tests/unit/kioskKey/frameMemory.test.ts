import { expect, test } from 'vitest';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import { deviceSecret, keep, keepDeviceSecret, recall, replaceKey, successorOf } from '#src/oldTablets/memory.ts';

const photo = { filename: 'a.jpg', albumSlug: 'summer', takenAt: '2021-01-01T10:00:00' };
/** More than the 5 million characters of jsdom's storage. */
const tooMany = [{ ...photo, filename: 'x'.repeat(6_000_000) }];

test('a storage that is full costs the page for old tablets its lists, and neither its key nor its secret', () => {
  keepDeviceSecret('secret');
  replaceKey('first', 'second');
  keep('second', { photos: [photo] });
  expect(recall('second').photos).toHaveLength(1);
  keep('second', { photos: tooMany });
  expect(localStorage.getItem(LOCAL_STORAGE.framePhotos)).toBeNull();
  expect(deviceSecret()).toBe('secret');
  expect(successorOf('first')).toBe('second');
});
