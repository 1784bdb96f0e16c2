import { expect, test } from 'vitest';
import type { TrashEntry } from '#contract/trash/schemas.ts';
import { everyBatch } from '#domain/curation/batches.ts';
import { albumContentsText, countOf } from '#domain/curation/counts.ts';
import { deletedWithText, trashTimeText, timeLeftText, trashContentsText } from '#domain/trash/trash.ts';

const times = { trashedAt: '2026-11-01T10:00:00Z', until: '2026-12-01T10:00:00Z' };
const photo: TrashEntry = { kind: 'photo', id: 'p', name: 'a.jpg', albumName: 'A', ...times };
const album: TrashEntry = { kind: 'album', id: 'a', name: 'A', albums: 2, photos: 31, ...times };

test.each([
  [0, '0 photos'],
  [1, '1 photo'],
  [3, '3 photos'],
  [12_000, '12,000 photos'],
])('%d is %s', (count, text) => expect(countOf(count, 'photo')).toBe(text));

test('contents are named in one line, what there is none of is not', () => {
  expect(albumContentsText({ albums: 2, photos: 31 })).toBe('2 albums and 31 photos');
  expect(albumContentsText({ albums: 1, photos: 0 })).toBe('1 album');
  expect(albumContentsText({ albums: 0, photos: 1 })).toBe('1 photo');
  expect(albumContentsText({ albums: 0, photos: 0 })).toBeUndefined();
});

test('what is in the trash is counted with what was deleted together', () => {
  expect(trashContentsText([photo, album, photo])).toBe('2 albums and 33 photos');
  expect(trashContentsText([photo])).toBe('1 photo');
  expect(trashContentsText([])).toBe('Nothing');
});

test('what an album took along does not count the album itself', () => {
  expect(deletedWithText({ albums: 3, photos: 1 })).toBe('2 albums and 1 photo');
  expect(deletedWithText({ albums: 1, photos: 0 })).toBeUndefined();
});

test.each([
  ['2026-11-01T10:00:00Z', '30 days left'],
  ['2026-11-29T10:00:01Z', '2 days left'],
  ['2026-11-30T10:00:00Z', '1 day left'],
  ['2026-12-01T09:59:59Z', '1 day left'],
  ['2026-12-01T10:00:00Z', 'gone within the day'],
])('at %s there are %s', (now, text) => expect(timeLeftText(times.until, Date.parse(now))).toBe(text));

test('many things are sent in portions, one after another, none twice and none left out', async () => {
  const things = Array.from({ length: 4_500 }, (_, index) => index);
  const sizes: number[] = [];
  const results = await everyBatch(things, async (batch) => {
    sizes.push(batch.length);
    return batch;
  });
  expect(results.flat()).toEqual(things);
  expect(sizes).toEqual([2_000, 2_000, 500]);
  expect(await everyBatch([], () => Promise.resolve(1))).toEqual([]);
});

test('the next attempt goes on with the portion that failed', async () => {
  const things = Array.from({ length: 4_500 }, (_, index) => index);
  const results: number[][] = [];
  const asked: number[] = [];
  const failingAt = (place: number) => async (batch: number[]) => {
    asked.push(batch[0] ?? -1);
    if (batch[0] === place) throw new Error('no response');
    return batch;
  };
  await expect(everyBatch(things, failingAt(2_000), results)).rejects.toThrow('no response');
  await expect(everyBatch(things, failingAt(4_000), results)).rejects.toThrow('no response');
  expect((await everyBatch(things, failingAt(-1), results)).flat()).toEqual(things);
  expect(asked).toEqual([0, 2_000, 2_000, 4_000, 4_000]);
});

test('the trash keeps things for a month, or for as long as the server says', () => {
  expect(trashTimeText(undefined)).toBe('30 days');
  expect(trashTimeText(1)).toBe('1 day');
});
