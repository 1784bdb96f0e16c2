import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => void vi.useRealTimers());

it('records that do not come are waited for a second, and asked for again after ten', async () => {
  const { inTime } = await import('#sw/inTime.ts');
  const asked = vi.fn(() => new Promise<string>(() => undefined));
  const hung = expect(inTime(asked)).rejects.toThrow('IndexedDB hangs');
  await vi.advanceTimersByTimeAsync(1_000);
  await hung;
  await expect(inTime(asked)).rejects.toThrow('IndexedDB hangs');
  expect(asked).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(10_000);
  expect(await inTime(async () => 'a record')).toBe('a record');
});
