import { describe, expect, it } from 'vitest';
import { HASHES_PER_CALL } from '#contract/limits.ts';
import { nextPage, pageSize, nextBatch } from '#domain/uploads/uploadPlan.ts';
import { EMPTY_QUEUE, uploadQueue } from '#domain/uploads/uploadQueue.ts';

const file = (id: number, albumId = 'a') => ({ id, albumId, name: `${id}`, size: 1, unasked: true });
const added = (...uploads: ReturnType<typeof file>[]) => uploadQueue(EMPTY_QUEUE, { type: 'added', uploads });
const idsOf = (items: { id: number }[]) => items.map(({ id }) => id);

describe('pages of hashes', () => {
  it('begin with one request of photos and grow to what the server takes in a call, and no further', () => {
    const sizes = Array.from({ length: 8 }, (_, pages) => pageSize(pages));
    expect(sizes).toEqual([8, 16, 32, 64, 128, 256, 256, 256]);
    expect(pageSize(100_000)).toBeLessThanOrEqual(HASHES_PER_CALL);
  });

  it('are of one album, in order, and of files that wait unasked', () => {
    const queue = added(file(1), file(2), file(3, 'b'), file(4));
    expect(idsOf(nextPage(queue.items, 8))).toEqual([1, 2, 4]);
    expect(idsOf(nextPage(queue.items, 1))).toEqual([1]);
    const asked = uploadQueue(queue, { type: 'asked', ids: [1, 2, 4], hashes: new Map(), known: [] });
    expect(idsOf(nextPage(asked.items, 8))).toEqual([3]);
    expect(idsOf(nextBatch(queue.items))).toEqual([]);
    expect(idsOf(nextBatch(asked.items))).toEqual([1, 2, 4]);
    expect(nextPage([], 8)).toEqual([]);
    const refused = uploadQueue(queue, { type: 'refused', ids: [1], message: 'This is a video' });
    expect(idsOf(nextPage(refused.items, 8))).toEqual([2, 4]);
  });
});
