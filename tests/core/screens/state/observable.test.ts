import { expect, test, vi } from 'vitest';
import { createObservable } from '#src/shared/state/observable.ts';

test('tells its subscribers of each new value, and of none after they unsubscribe', () => {
  const value = createObservable(1);
  const seen: number[] = [];
  const unsubscribe = value.subscribe(() => seen.push(value.get()));
  const other = vi.fn();
  value.subscribe(other);
  value.set(2);
  value.set(2);
  unsubscribe();
  value.set(3);
  expect(seen).toEqual([2]);
  expect(other).toHaveBeenCalledTimes(2);
  expect(value.get()).toBe(3);
});
