import { beforeEach, expect, test, vi } from 'vitest';
import { ResponseCache } from '#server/photos/albums/cached/responseCache.ts';

let foreignWrites = 0;
let cache: ResponseCache;
beforeEach(() => {
  cache = new ResponseCache({ current: () => foreignWrites });
});

/** A list whose entries can be changed, and how often it was made. */
function list(text: string) {
  const state = { text, stamp: text };
  const make = vi.fn(async () => state.text);
  const stamp = vi.fn(async () => state.stamp);
  return { state, make, stamp, source: { make, stamp } };
}

async function textOf(key: string, source: Parameters<ResponseCache['get']>[1]): Promise<string> {
  return (await (await cache.get(key, source)).body('identity')).toString();
}

test('a list is made once, and is there at once from then on', async () => {
  const { make, source } = list('[1]');
  expect(await textOf('own', source)).toBe('[1]');
  expect(cache.get('own', source)).not.toBeInstanceOf(Promise);
  expect(make).toHaveBeenCalledTimes(1);
});

test('asked for twice at once it is made once', async () => {
  const { make, source } = list('[1]');
  expect(await Promise.all([textOf('own', source), textOf('own', source)])).toEqual(['[1]', '[1]']);
  expect(make).toHaveBeenCalledTimes(1);
});

test.each([
  ['this server', () => cache.forget()],
  ['another process', () => (foreignWrites += 1)],
])('after a write of %s only what shows it is made again', async (_whose, write) => {
  const [changed, unchanged] = [list('[1]'), list('[2]')];
  await textOf('changed', changed.source);
  const before = await cache.get('unchanged', unchanged.source);
  changed.state.text = changed.state.stamp = '[1,1]';
  write();
  expect(await textOf('changed', changed.source)).toBe('[1,1]');
  expect(await cache.get('unchanged', unchanged.source)).toBe(before);
  expect([changed.make, unchanged.make].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
  // Looked over once for the write, it is there at once again.
  expect(cache.get('unchanged', unchanged.source)).toBe(before);
  expect(unchanged.stamp).toHaveBeenCalledTimes(2);
});

test.each([
  ['without a stamp', undefined],
  ['whose stamp cannot be told', async () => undefined],
])('a list %s is made again after each write', async (_what, stamp) => {
  const { make, state } = list('[1]');
  const source = { make, ...(stamp ? { stamp } : {}) };
  await textOf('own', source);
  state.text = '[2]';
  cache.forget();
  expect(await textOf('own', source)).toBe('[2]');
  expect(make).toHaveBeenCalledTimes(2);
});

test('what was read before a write is given to those who asked before it, and to nobody after', async () => {
  const { state, source, make } = list('[1]');
  const written = Promise.withResolvers<void>();
  make.mockImplementationOnce(async () => {
    const { text } = state;
    await written.promise;
    return text;
  });
  const early = textOf('own', source);
  await expect.poll(() => make).toHaveBeenCalled();
  state.text = state.stamp = '[1,2]';
  cache.forget();
  const late = textOf('own', source);
  written.resolve();
  expect(await early).toBe('[1]');
  expect(await late).toBe('[1,2]');
  expect(await textOf('own', source)).toBe('[1,2]');
});

test('what is written while a list is made is seen after the next write at the latest', async () => {
  const { state, source, make } = list('[1]');
  // Another process writes between the look at the stamp and the reading, and nothing tells of it yet.
  make.mockImplementationOnce(async () => {
    state.stamp = 'later';
    return '[1]';
  });
  await textOf('own', source);
  state.text = '[1,2]';
  foreignWrites += 1;
  expect(await textOf('own', source)).toBe('[1,2]');
});

test('a list that cannot be read fails for everyone who waits, and is read again for the next one', async () => {
  const { source, make } = list('[1]');
  make.mockRejectedValueOnce(new Error('disk I/O error'));
  const both = await Promise.allSettled([textOf('own', source), textOf('own', source)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await textOf('own', source)).toBe('[1]');
});
