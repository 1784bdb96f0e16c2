import { describe, expect, it } from 'vitest';
import { indexAfterStep, indexInChangedList, photosAhead } from '#domain/viewer/steps.ts';

describe('steps through photos', () => {
  it.each([
    ['ArrowRight', 1, 2],
    ['PageDown', 1, 2],
    ['ArrowLeft', 1, 0],
    ['PageUp', 1, 0],
    ['Home', 2, 0],
    ['End', 0, 3],
    ['ArrowRight', 3, undefined],
    ['ArrowLeft', 0, undefined],
    ['Home', 0, undefined],
    ['End', 3, undefined],
    ['x', 1, undefined],
  ])('%s leads from %i to %s among four', (key, index, next) => {
    expect(indexAfterStep(key, { index, count: 4 })).toBe(next);
  });

  it('stays at the photo wherever it is in a changed list', () => {
    expect(indexInChangedList({ found: 1, before: 0, count: 3 })).toBe(1);
  });

  it('goes on at the photo that took the place of one that is gone, at the end at the last', () => {
    expect(indexInChangedList({ found: -1, before: 1, count: 2 })).toBe(1);
    expect(indexInChangedList({ found: -1, before: 2, count: 2 })).toBe(1);
  });

  it('has nowhere to go in an empty list, or for a photo that never was there', () => {
    expect(indexInChangedList({ found: -1, before: 0, count: 0 })).toBeUndefined();
    expect(indexInChangedList({ found: -1, before: undefined, count: 1 })).toBeUndefined();
  });

  it('loads the neighbours that there are, the next one first', () => {
    expect(photosAhead({ index: 1, count: 9 })).toEqual([2, 0, 3]);
    expect(photosAhead({ index: 0, count: 1 })).toEqual([]);
    expect(photosAhead({ index: 2, count: 3 })).toEqual([1]);
  });
});
