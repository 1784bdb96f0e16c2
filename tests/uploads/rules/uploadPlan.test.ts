import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BATCH_MAX_BYTES,
  BATCH_MAX_FILES,
  isInLine,
  isWorthAnotherTry,
  nextBatch,
  pauseBeforeAttemptMs,
  stopsEverything,
} from '#domain/uploads/uploadPlan.ts';
import { EMPTY_QUEUE, type NewUpload, type UploadItem, uploadQueue } from '#domain/uploads/uploadQueue.ts';

const queued = (uploads: NewUpload[]) => uploadQueue(EMPTY_QUEUE, { type: 'added', uploads }).items;
const file = (id: number, more: Partial<NewUpload> = {}) => ({ id, albumId: 'a', name: `${id}`, size: 1, ...more });

const photos = (count: number, size: number) => queued(Array.from({ length: count }, (_, id) => file(id, { size })));
const idsOfNextBatch = (items: UploadItem[]) => nextBatch(items).map(({ id }) => id);

describe('nextBatch', () => {
  it('is empty when nothing waits', () => {
    expect(nextBatch([])).toEqual([]);
  });

  it('takes no more than a few files', () => {
    expect(nextBatch(queued(Array.from({ length: 20 }, (_, id) => file(id))))).toHaveLength(BATCH_MAX_FILES);
  });

  it('takes no more than a few megabytes, but one file of any size', () => {
    const half = BATCH_MAX_BYTES / 2;
    expect(nextBatch(queued([1, 2, 3].map((id) => file(id, { size: half }))))).toHaveLength(2);
    expect(nextBatch(queued([1, 2].map((id) => file(id, { size: BATCH_MAX_BYTES * 3 }))))).toHaveLength(1);
  });

  it('sends eight photos of a phone at once, and two large ones one by one', () => {
    expect(nextBatch(photos(8, 1_500_000))).toHaveLength(8);
    expect(nextBatch(photos(2, 7_000_000))).toHaveLength(1);
  });

  it('never mixes albums, nor two files of one name', () => {
    expect(nextBatch(queued([file(1), file(2, { albumId: 'b' })]))).toHaveLength(1);
    expect(nextBatch(queued([file(1, { name: 'x' }), file(2, { name: 'x' })]))).toHaveLength(1);
  });

  it('leaves out what is not waiting', () => {
    const items = uploadQueue(
      { ...EMPTY_QUEUE, items: queued([file(1), file(2), file(3)]) },
      { type: 'sending', ids: [1, 3] },
    ).items;
    expect(nextBatch(items).map(({ id }) => id)).toEqual([2]);
  });

  it('sends a file that has to go alone in its own request', () => {
    const [first, second, third] = queued([file(1), file(2), file(3)]);
    const alone = { ...second!, alone: true };
    expect(idsOfNextBatch([alone, third!])).toEqual([2]);
    expect(idsOfNextBatch([first!, alone, third!])).toEqual([1]);
  });

  it('gets every file away exactly once', () => {
    const uploads = fc.array(
      fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), size: fc.nat(BATCH_MAX_BYTES * 2) }),
      {
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(uploads, (files) => {
        let items = queued(files.map((one, id) => file(id, one)));
        const sent: number[] = [];
        for (let batch = nextBatch(items); batch.length > 0; batch = nextBatch(items)) {
          const ids = batch.map(({ id }) => id);
          sent.push(...ids);
          items = items.filter(({ id }) => !ids.includes(id));
        }
        expect(sent).toEqual(files.map((_, id) => id));
      }),
    );
  });
});

it('waits longer after each failure, up to a limit', () => {
  expect([1, 2, 3, 4, 5, 6].map(pauseBeforeAttemptMs)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 16_000]);
});

it('tries again what may get better, and nothing else', () => {
  expect([undefined, 408, 425, 429, 500, 502, 503, 504].every(isWorthAnotherTry)).toBe(true);
  expect([400, 401, 403, 404, 413, 415, 422, 507].some(isWorthAnotherTry)).toBe(false);
});

it('waits for others only when the server says so', () => {
  expect([undefined, 408, 429, 503].map(isInLine)).toEqual([false, false, true, false]);
});

it('stops the whole upload only for a failure of the person, the album or the disk', () => {
  expect([401, 403, 404, 507].every(stopsEverything)).toBe(true);
  expect([undefined, 400, 408, 413, 415, 422, 429, 500, 503].some(stopsEverything)).toBe(false);
});
