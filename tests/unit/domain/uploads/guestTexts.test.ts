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

test('how many more a link takes is said where that is close', () => {
  expect(leftText(21)).toBeUndefined();
  expect(leftText(20)).toBe('This link takes 20 more photos.');
  expect(leftText(1)).toBe('This link takes 1 more photo.');
  expect(leftText(0)).toBe('This link has taken as many photos as it may.');
});
