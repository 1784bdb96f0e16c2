import { expect, test, vi } from 'vitest';
import { PartialList } from '#src/shared/state/partialList.ts';

const COUNT = 25;
const item = (index: number) => `item ${index}`;
const itemsFrom = (from: number) => Array.from({ length: Math.min(10, COUNT - from) }, (_, at) => item(from + at));

async function opened(loadPart: (from: number) => Promise<string[]> = async (from) => itemsFrom(from)) {
  const load = vi.fn(loadPart);
  const list = new PartialList({
    loadOutline: async () => ({ total: COUNT, first: itemsFrom(0) }),
    beginningOf: ({ total, first }) => ({ count: total, items: first }),
    loadPart: load,
    partSize: 10,
  });
  expect(list.state).toEqual({ status: 'loading' });
  list.watch(() => undefined);
  await vi.waitFor(() => expect(list.state.status).toBe('loaded'));
  const items = () => {
    return list.state.status === 'loaded' ? list.state.value.items : [];
  };
  return { list, items, load };
}

test('begins with what the outline has, and knows the place of everything else', async () => {
  const { list, items, load } = await opened();
  expect(items()).toHaveLength(COUNT);
  expect(items().slice(0, 11)).toEqual([...itemsFrom(0), undefined]);
  list.want(0, 9);
  expect(load).not.toHaveBeenCalled();
});

test('loads the parts in which something wanted is missing, each once', async () => {
  const { list, items, load } = await opened();
  list.want(8, 12);
  list.want(15, 99);
  await vi.waitFor(() => expect(items()).toEqual(Array.from({ length: COUNT }, (_, index) => item(index))));
  list.want(0, 99);
  expect(load.mock.calls).toEqual([[10], [20]]);
});

test('a part that failed is loaded when it is wanted again', async () => {
  let isDown = true;
  const { list, items, load } = await opened(async (from) => {
    if (isDown) throw new Error('down');
    return itemsFrom(from);
  });
  list.want(12, 12);
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  isDown = false;
  await vi.waitFor(() => {
    list.want(12, 12);
    expect(items()[12]).toBe(item(12));
  });
  expect(load).toHaveBeenCalledTimes(2);
});

test('an outline that does not come is a failure, and nothing more is loaded', async () => {
  const loadPart = vi.fn(async () => []);
  const loadOutline = vi.fn(() => Promise.reject(new Error('down')));
  const list = new PartialList({ loadOutline, beginningOf: () => ({ count: 0, items: [] }), loadPart, partSize: 10 });
  list.watch(() => undefined);
  await vi.waitFor(() => expect(list.state).toMatchObject({ status: 'failed' }));
  list.want(0, 5);
  expect(loadPart).not.toHaveBeenCalled();
});
