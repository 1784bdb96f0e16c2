import { expect, test } from 'vitest';
import { leftText, thanksText } from '#domain/uploads/uploadState.ts';
import { EMPTY_QUEUE, uploadQueue, type UploadItemStatus } from '#domain/uploads/uploadQueue.ts';

function items(...statuses: UploadItemStatus[]) {
  const uploads = statuses.map((_, id) => ({ id, albumId: 'a', name: `${id}.jpg`, size: 1 }));
  return uploadQueue(EMPTY_QUEUE, { type: 'added', uploads }).items.map((item, id) =>
    Object.assign({}, item, { status: statuses[id] }),
  );
}

test('thanks come when all that could arrive has arrived, with what becomes of it', () => {
  const thanks = (...statuses: UploadItemStatus[]) => thanksText({ items: items(...statuses), mayUpload: 'at-once' });
  expect(thanks('stored', 'duplicate', 'refused')).toBe('Thank you! 2 photos arrived and are in the album.');
  expect(thanksText({ items: items('stored'), mayUpload: 'after-approval' })).toBe(
    'Thank you! 1 photo arrived and is shown once your hosts have looked at it.',
  );
  expect(thanksText({ items: items('stored', 'stored'), mayUpload: 'after-approval' })).toBe(
    'Thank you! 2 photos arrived and are shown once your hosts have looked at them.',
  );
  for (const early of ['waiting', 'sending', 'failed'] as const) expect(thanks('stored', early)).toBeUndefined();
  expect(thanks()).toBeUndefined();
  expect(thanks('refused')).toBeUndefined();
});

test.each([
  ['much', { left: 21 }, undefined],
  ['few photos', { left: 20 }, 'This link takes 20 more photos.'],
  ['one photo', { left: 1 }, 'This link takes 1 more photo.'],
  ['few bytes', { leftBytes: 31_400_000 }, 'This link takes 31.4 MB more.'],
  ['few of both', { left: 1, leftBytes: 31_400_000 }, 'This link takes 1 more photo, 31.4 MB at most.'],
  ['no photo', { left: 0 }, 'This link has taken as many photos as it may.'],
  ['no byte', { leftBytes: 0 }, 'This link has taken as many photos as it may.'],
  ['less than a photo', { leftBytes: 2_000 }, 'This link has almost no room for photos any more.'],
])('says what a link still takes where it is %s', (_what, left, text) => {
  expect(leftText({ left: 500, leftBytes: 2_000_000_000, ...left })).toBe(text);
});
