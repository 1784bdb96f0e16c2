import { describe, expect, it } from 'vitest';
import {
  EMPTY_QUEUE,
  uploadQueue,
  type UploadEvent,
  type UploadItem,
} from '../../../../src/domain/uploads/uploadQueue.ts';
import { filesInSight, summaryOf } from '../../../../src/domain/uploads/uploadState.ts';

const upload = (id: number, name = `${id}.jpg`, size = 100) => ({ id, albumId: 'a', name, size });
const photo = (filename: string) => ({ filename, albumSlug: 'a' });

function after(...events: UploadEvent[]) {
  return events.reduce(uploadQueue, EMPTY_QUEUE);
}

const statuses = (items: UploadItem[]) => items.map(({ status }) => status);

describe('uploadQueue', () => {
  const three: UploadEvent = { type: 'added', uploads: [upload(1), upload(2), upload(3)] };
  const sending: UploadEvent = { type: 'sending', ids: [1, 2, 3] };

  it('gives each file of one answer its own fate', () => {
    const answer = {
      photos: [photo('1-x.jpg'), photo('2-x.jpg')],
      duplicates: ['2.jpg'],
      rejected: [{ filename: '3.jpg', message: 'This file is not a photo' }],
    };
    const queue = after(three, sending, { type: 'answered', ids: [1, 2, 3], answer });
    expect(statuses(queue.items)).toEqual(['stored', 'duplicate', 'refused']);
    expect(queue.items[2]?.message).toBe('This file is not a photo');
    expect(queue.arrived).toEqual([{ albumId: 'a', photos: answer.photos }]);
  });

  it('keeps a file the server could not store for another try', () => {
    const rejected = [{ filename: '2.jpg', message: 'The disk is full', mayRetry: true as const }];
    const queue = after(three, sending, {
      type: 'answered',
      ids: [1, 2, 3],
      answer: { photos: [], duplicates: [], rejected },
    });
    expect(statuses(queue.items)).toEqual(['stored', 'failed', 'stored']);
    expect(summaryOf(queue, 'a').state).toEqual({ status: 'error', message: 'The disk is full' });
  });

  it('spreads the bytes of a request over its files in their order', () => {
    const queue = after(three, sending, { type: 'progressed', ids: [1, 2, 3], percent: 50 });
    expect(queue.items.map(({ sentBytes }) => sentBytes)).toEqual([100, 50, 0]);
  });

  it('puts an interrupted request back in line, and takes its duplicates for its own work', () => {
    const interrupted = after(three, sending, { type: 'interrupted', ids: [1, 2, 3] });
    expect(interrupted.pausing).toBe(true);
    expect(statuses(interrupted.items)).toEqual(['waiting', 'waiting', 'waiting']);
    const answer = { photos: [], duplicates: ['1.jpg', '2.jpg', '3.jpg'], rejected: [] };
    const again = uploadQueue(uploadQueue(interrupted, sending), { type: 'answered', ids: [1, 2, 3], answer });
    expect(statuses(again.items)).toEqual(['stored', 'stored', 'stored']);
    expect(again.pausing).toBe(false);
    // 'Successfully uploaded' speaks of the whole selection: whoever chose three new photos is not told of none.
    expect(summaryOf(again, 'a').state).toEqual({ status: 'complete', data: { count: 3 } });
  });

  it('sends the files of a request refused as a whole one by one', () => {
    const split = after(three, sending, { type: 'refused', ids: [1, 2, 3], message: 'Too large' });
    expect(split.items.every(({ status, alone }) => status === 'waiting' && alone)).toBe(true);
    const one = uploadQueue(split, { type: 'refused', ids: [2], message: 'Too large' });
    expect(statuses(one.items)).toEqual(['waiting', 'refused', 'waiting']);
  });

  it('recognises a name the browser escaped on the way', () => {
    const answer = { photos: [], duplicates: [], rejected: [{ filename: 'a%22b.jpg', message: 'No' }] };
    const queue = after(
      { type: 'added', uploads: [upload(1, 'a"b.jpg'), upload(2)] },
      { type: 'answered', ids: [1, 2], answer },
    );
    expect(statuses(queue.items)).toEqual(['refused', 'stored']);
  });

  it('asks again file by file when an answer names a file nobody sent', () => {
    const answer = { photos: [], duplicates: [], rejected: [{ filename: '?.jpg', message: 'No' }] };
    const queue = after(three, { type: 'answered', ids: [1, 2, 3], answer });
    expect(queue.items.every(({ status, alone }) => status === 'waiting' && alone)).toBe(true);
  });

  it('keeps what failed for a second try and forgets the rest when the next selection comes', () => {
    const answer = { photos: [], duplicates: [], rejected: [] };
    const queue = after(
      three,
      { type: 'answered', ids: [1], answer },
      { type: 'gaveUp', message: 'The disk is full' },
      { type: 'added', uploads: [upload(4)] },
    );
    expect(queue.items.map(({ id, status }) => [id, status])).toEqual([
      [2, 'failed'],
      [3, 'failed'],
      [4, 'waiting'],
    ]);
    const retried = uploadQueue(queue, { type: 'retried' });
    expect(retried.items.every(({ status, message }) => status === 'waiting' && message === undefined)).toBe(true);
  });
});

const inSight = (...events: UploadEvent[]) => filesInSight(after(...events).items).map(({ id }) => id);

describe('filesInSight', () => {
  const uploads = Array.from({ length: 20 }, (_, index) => upload(index + 1));
  const answer = { photos: [], duplicates: [], rejected: [] };
  const all: UploadEvent = { type: 'added', uploads };
  const doneUpTo = (id: number): UploadEvent => ({
    type: 'answered',
    ids: uploads.slice(0, id).map((one) => one.id),
    answer,
  });

  it('begins with the first file on its way, and keeps its number until the end', () => {
    expect(inSight(all)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(inSight(all, doneUpTo(8))).toEqual([9, 10, 11, 12, 13, 14, 15, 16]);
    expect(inSight(all, doneUpTo(16))).toEqual([13, 14, 15, 16, 17, 18, 19, 20]);
    expect(inSight(all, doneUpTo(20))).toEqual([13, 14, 15, 16, 17, 18, 19, 20]);
  });

  it('shows what is left once the upload has stopped', () => {
    expect(inSight(all, doneUpTo(3), { type: 'gaveUp', message: '' })).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('shows all of a few', () => {
    expect(inSight({ type: 'added', uploads: uploads.slice(0, 2) })).toEqual([1, 2]);
  });
});

describe('summaryOf', () => {
  const answer = { photos: [], duplicates: [], rejected: [] };

  it('counts over the whole selection, however many requests it took', () => {
    const queue = after(
      { type: 'added', uploads: [upload(1), upload(2), upload(3)] },
      { type: 'answered', ids: [1, 2], answer },
      { type: 'answered', ids: [3], answer },
    );
    expect(summaryOf(queue, 'a').state).toEqual({ status: 'complete', data: { count: 3 } });
  });

  it('measures bytes, not files', () => {
    const queue = after(
      { type: 'added', uploads: [upload(1, 'small.jpg', 100), upload(2, 'large.jpg', 900)] },
      { type: 'answered', ids: [1], answer },
    );
    expect(summaryOf(queue, 'a').state).toEqual({ status: 'progress', percent: 10 });
  });

  it("speaks the server's message when nothing got through, and the general one when there is none", () => {
    const added: UploadEvent = { type: 'added', uploads: [upload(1)] };
    const refused = after(added, { type: 'refused', ids: [1], message: 'This file is not a photo' });
    expect(summaryOf(refused, 'a').state).toEqual({ status: 'error', message: 'This file is not a photo' });
    const failed = after(added, { type: 'gaveUp', message: '' });
    expect(summaryOf(failed, 'a').state).toEqual({ status: 'error', message: 'Failed to upload photos' });
  });

  it('knows nothing of other albums', () => {
    const queue = after({ type: 'added', uploads: [{ ...upload(1), albumId: 'b' }] });
    expect(summaryOf(queue, 'a')).toMatchObject({ items: [], state: undefined });
  });
});
