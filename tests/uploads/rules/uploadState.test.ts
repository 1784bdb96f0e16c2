import { describe, expect, it } from 'vitest';
import { wrongKindText } from '#domain/uploads/imageKinds.ts';
import { EMPTY_QUEUE, photosIn, type UploadEvent, uploadQueue } from '#domain/uploads/uploadQueue.ts';
import {
  filesInSight,
  leftText,
  outcomeText,
  preparingText,
  stemOf,
  summaryOf,
  uploadsText,
} from '#domain/uploads/uploadState.ts';

const upload = (id: number, name = `${id}.jpg`, size = 100) => ({ id, albumId: 'a', name, size });

function after(...events: UploadEvent[]) {
  return events.reduce(uploadQueue, EMPTY_QUEUE);
}

const inSight = (...events: UploadEvent[]) => filesInSight(after(...events).items).map(({ id }) => id);

describe('filesInSight', () => {
  const uploads = Array.from({ length: 20 }, (_, index) => upload(index + 1));
  const response = { photos: [], duplicates: [], rejected: [] };
  const all: UploadEvent = { type: 'added', uploads };
  const doneUpTo = (id: number): UploadEvent => ({
    type: 'responded',
    ids: uploads.slice(0, id).map((one) => one.id),
    response,
  });

  it('begins with the first file on its way, and keeps its number until the end', () => {
    expect(inSight(all)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(inSight(all, doneUpTo(8))).toEqual([9, 10, 11, 12, 13, 14, 15, 16]);
    expect(inSight(all, doneUpTo(16))).toEqual([13, 14, 15, 16, 17, 18, 19, 20]);
    expect(inSight(all, doneUpTo(20))).toEqual([13, 14, 15, 16, 17, 18, 19, 20]);
  });

  it('shows the remaining files once the upload has stopped', () => {
    expect(inSight(all, doneUpTo(3), { type: 'gaveUp', message: '' })).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('shows what is on its way before what has failed', () => {
    const failed: UploadEvent[] = [all, { type: 'gaveUp', message: '' }];
    const again: UploadEvent = { type: 'added', uploads: [upload(21), upload(22)] };
    expect(inSight(...failed)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(inSight(...failed, again)).toEqual([15, 16, 17, 18, 19, 20, 21, 22]);
  });

  it('shows every file of a short list', () => {
    expect(inSight({ type: 'added', uploads: uploads.slice(0, 2) })).toEqual([1, 2]);
  });
});

describe('summaryOf', () => {
  const response = { photos: [], duplicates: [], rejected: [] };

  it('counts over the whole selection, however many requests it took', () => {
    const queue = after(
      { type: 'added', uploads: [upload(1), upload(2), upload(3)] },
      { type: 'responded', ids: [1, 2], response },
      { type: 'responded', ids: [3], response },
    );
    expect(summaryOf(queue, 'a').state).toEqual({ status: 'complete', data: { count: 3 } });
  });

  it('goes with the photos, is never full before the last one is stored, and never goes back', () => {
    const uploads = [upload(1, 'small.jpg', 100), upload(2, 'large.jpg', 900)];
    const events: UploadEvent[] = [
      { type: 'added', uploads },
      { type: 'sending', ids: [1, 2] },
      { type: 'progressed', ids: [1, 2], percent: 10 },
      { type: 'progressed', ids: [1, 2], percent: 100 },
      { type: 'responded', ids: [1, 2], response },
    ];
    const summaries = events.map((_, index) => summaryOf(after(...events.slice(0, index + 1)), 'a'));
    expect(summaries.map(({ percent }) => percent)).toEqual([0, 0, 45, 90, 100]);
    expect(summaries.map(({ done, total }) => `${done} of ${total}`).slice(-2)).toEqual(['0 of 2', '2 of 2']);
  });

  it("repeats the server's message when nothing was stored, or else the general one", () => {
    const added: UploadEvent = { type: 'added', uploads: [upload(1)] };
    const refused = after(added, { type: 'refused', ids: [1], message: 'This file is not a photo' });
    const state = { status: 'error', message: 'This file is not a photo' };
    expect(summaryOf(refused, 'a')).toMatchObject({ total: 0, percent: 0, state });
    const failed = after(added, { type: 'gaveUp', message: '' });
    expect(summaryOf(failed, 'a').state).toEqual({ status: 'error', message: 'Failed to upload photos' });
  });

  it('counts each status, and no file that will never be sent', () => {
    const queue = after(
      {
        type: 'added',
        uploads: [
          upload(1, 'a.jpg', 100),
          upload(2, 'b.jpg', 100),
          upload(3, 'c.jpg', 200),
          upload(4, 'd.jpg', 400),
          upload(5, 'e.mp4', 9_000),
        ],
      },
      { type: 'refused', ids: [5], message: 'This is a video' },
      { type: 'responded', ids: [1, 2], response: { photos: [], duplicates: ['b.jpg'], rejected: [] } },
      { type: 'sending', ids: [3] },
      { type: 'progressed', ids: [3], percent: 25 },
    );
    expect(summaryOf(queue, 'a')).toMatchObject({
      counts: { waiting: 1, sending: 1, stored: 1, duplicate: 1, refused: 1, failed: 0 },
      done: 2,
      total: 4,
      percent: 55.625,
      state: { status: 'progress', percent: 55.625 },
    });
  });

  it('is done, though nothing was new, when the server has all of them already', () => {
    const queue = after(
      { type: 'added', uploads: [upload(1)] },
      { type: 'responded', ids: [1], response: { photos: [], duplicates: ['1.jpg'], rejected: [] } },
    );
    expect(summaryOf(queue, 'a').state).toEqual({ status: 'complete', data: { count: 0 } });
  });

  it('is done when some got through and the rest will never', () => {
    const queue = after(
      { type: 'added', uploads: [upload(1), upload(2)] },
      { type: 'refused', ids: [1], message: 'This is a video' },
      { type: 'responded', ids: [2], response },
    );
    expect(summaryOf(queue, 'a').state).toEqual({ status: 'complete', data: { count: 1 } });
  });

  it('tells of what failed rather than of what was refused', () => {
    const queue = after(
      { type: 'added', uploads: [upload(1), upload(2), upload(3)] },
      { type: 'refused', ids: [1], message: 'This is a video' },
      { type: 'responded', ids: [2], response },
      { type: 'gaveUp', message: 'The disk is full' },
    );
    expect(summaryOf(queue, 'a').state).toEqual({ status: 'error', message: 'The disk is full' });
  });

  it('has gone no way at all where there are no bytes', () => {
    const added: UploadEvent = { type: 'added', uploads: [upload(1, 'empty.jpg', 0)] };
    for (const empty of [after(added), after(added, { type: 'sending', ids: [1] })]) {
      expect(summaryOf(empty, 'a')).toMatchObject({ percent: 0, state: { status: 'progress', percent: 0 } });
    }
  });

  it('knows nothing of other albums', () => {
    const queue = after({ type: 'added', uploads: [{ ...upload(1), albumId: 'b' }] });
    expect(summaryOf(queue, 'a')).toMatchObject({ items: [], state: undefined });
  });
});

describe('outcomeText', () => {
  it('says what is new first', () => {
    const uploads = Array.from({ length: 200 }, (_, index) => upload(index + 1));
    const duplicates = uploads.slice(140).map(({ name }) => name);
    const response = { photos: [], duplicates, rejected: [] };
    const ids = uploads.map(({ id }) => id);
    const { items } = after({ type: 'added', uploads }, { type: 'responded', ids, response });
    expect(outcomeText(items)).toBe('140 added, 60 were here');
    expect(outcomeText(items.slice(0, 1))).toBe('1 added');
    expect(outcomeText(items.slice(-1))).toBe('0 added, 1 was here');
  });

  it('counts refusals last, and what is sent with a picture not at all', () => {
    const uploads = [upload(1, 'a.heic'), { ...upload(2, 'a.mov'), goesWith: 1 }, upload(3, 'party.avi')];
    const { items } = after(
      { type: 'added', uploads },
      { type: 'refused', ids: [3], message: wrongKindText('a video') },
      { type: 'responded', ids: [1], response: { photos: [], duplicates: [], rejected: [] } },
    );
    expect(outcomeText(photosIn(items))).toBe('1 added, 1 was refused');
  });
});

describe('uploadsText', () => {
  const beside = { ...upload(2, 'a.mov'), goesWith: 1 };
  const uploads = [upload(1, 'a.heic'), beside, upload(3), { ...upload(4), albumId: 'b' }];
  const added: UploadEvent = { type: 'added', uploads };
  const known: UploadEvent = { type: 'asked', ids: [3], hashes: new Map([[3, 'three']]), known: ['three'] };
  const response = { photos: [], duplicates: [], rejected: [] };
  const rest = { type: 'responded' as const, ids: [1, 4], response };

  it('says nothing before the end, and nothing of what was cancelled', () => {
    expect(uploadsText(after(added, known).items)).toBe('busy');
    expect(uploadsText([])).toBeUndefined();
  });

  it('counts what is new and what was there, and no file that is sent with a picture', () => {
    expect(uploadsText(after(added, known, rest).items)).toEqual({
      text: 'Uploaded 2 photos (1 more was there already)',
      troubled: new Set(),
    });
    const all = { ...rest, ids: [1, 3, 4] };
    expect(uploadsText(after(added, all).items)).toMatchObject({ text: 'Uploaded 3 photos' });
    const bothKnown = { ...response, duplicates: ['3.jpg', '4.jpg'] };
    const text = 'Uploaded 1 photo (2 more were there already)';
    expect(uploadsText(after(added, { ...all, response: bothKnown }).items)).toMatchObject({ text });
  });

  it('names the albums in which something went wrong', () => {
    const refused: UploadEvent = { type: 'refused', ids: [4], message: 'Damaged' };
    const { items } = after(added, known, refused, { type: 'gaveUp', message: 'Gone', albumId: 'a' });
    const result = uploadsText(items);
    expect(result).toMatchObject({ troubled: new Set(['b', 'a']) });
  });
});

it('a file says how far it is made into what is sent, and nothing once it is', () => {
  const events: UploadEvent[] = [
    { type: 'added', uploads: [upload(1)] },
    { type: 'preparing', id: 1, share: 0.429 },
    { type: 'sending', ids: [1] },
  ];
  const texts = events.map((_, index) => after(...events.slice(0, index + 1)).items.map(preparingText));
  expect(texts).toEqual([[undefined], ['preparing, 42 %'], [undefined]]);
});

it.each([
  [{ left: 20, leftBytes: 31_400_000 }, 'This link takes 20 more photos, 31.4 MB at most.'],
  [{ left: 21, leftBytes: 99_999_999 }, 'This link takes 100.0 MB more.'],
  [{ left: 21, leftBytes: 100_000_000 }, undefined],
  [{ left: 21, leftBytes: 100_000 }, 'This link takes 100.0 kB more.'],
  [{ left: 21, leftBytes: 99_999 }, 'This link has almost no room for photos any more.'],
])('a link of which is left %j says %j', (left, text) => {
  expect(leftText(left)).toBe(text);
});

it.each([
  ['IMG_1.HEIC', 'img_1'],
  ['2024.05.01.jpg', '2024.05.01'],
  ['IMG_1', 'img_1'],
  ['IMG_1.', 'img_1'],
])('%s is, without its ending, %s', (name, stem) => {
  expect(stemOf(name)).toBe(stem);
});
