import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryClient, stubWorkerScope } from '#support/worker/workerScope.ts';

const records = vi.hoisted(() => ({ all: new Map<string, unknown>(), isBroken: false }));
vi.mock('idb-keyval', async () => (await import('#support/worker/workerScope.ts')).keyvalOf(records));

const KEY = 'a+b';

/** A worker that has just been started: it knows nothing but what is written down. */
async function startWorker() {
  vi.resetModules();
  return {
    ...(await import('#sw/keys/pageKeys.ts')),
    ...(await import('#sw/cacheNames.ts')),
  };
}

let scope: ReturnType<typeof stubWorkerScope>;
beforeEach(() => {
  scope = stubWorkerScope();
  records.all.clear();
  records.isBroken = false;
});
afterEach(() => void vi.unstubAllGlobals());

describe('the key of a page', () => {
  it('is that of the last call that came from it', async () => {
    const { bindPage, keyHashOfPage } = await startWorker();
    expect(await keyHashOfPage('one')).toBeUndefined();
    await bindPage('one', 'aa');
    await bindPage('two', 'bb');
    expect([await keyHashOfPage('one'), await keyHashOfPage('two')]).toEqual(['aa', 'bb']);
    await bindPage('one', 'cc');
    expect(await keyHashOfPage('one')).toBe('cc');
  });

  it('is none once a signed-in person uses the page, whatever its address says', async () => {
    scope.clients.push(new MemoryClient('one', '/circuit-tree?apiKey=k'));
    const { bindPage, keyHashOfPage } = await startWorker();
    await bindPage('one', '');
    expect(await keyHashOfPage('one')).toBeUndefined();
  });

  it('is known to a worker that was stopped in the meantime', async () => {
    await (await startWorker()).bindPage('one', 'aa');
    expect(records.all.get('page:one')).toEqual({ keyHash: 'aa', showing: [] });
    expect(await (await startWorker()).keyHashOfPage('one')).toBe('aa');
  });

  it('is read off the address of a page that has made no call yet', async () => {
    scope.clients.push(new MemoryClient('one', `/circuit-tree/clock?apiKey=${encodeURIComponent(KEY)}`));
    scope.clients.push(new MemoryClient('two', '/admin?apiKey=k'));
    const { keyHashOfPage, hashOfKey } = await startWorker();
    expect(await keyHashOfPage('one')).toBe(await hashOfKey(KEY));
    expect(await keyHashOfPage('two')).toBeUndefined();
    expect(await keyHashOfPage('closed')).toBeUndefined();
  });

  it('is known from the opening on when the worker serves the page', async () => {
    const { rememberPageKey, keyHashOfPage, hashOfKey } = await startWorker();
    await rememberPageKey('one', 'https://photos.home/circuit-tree?apiKey=k');
    await rememberPageKey('two', 'https://photos.home/codenames');
    expect(await keyHashOfPage('one')).toBe(await hashOfKey('k'));
    expect([...records.all.keys()]).toEqual(['page:one']);
  });

  it('is not kept for a request without a page', async () => {
    const { bindPage, keyHashOfPage, rememberPageKey } = await startWorker();
    await bindPage('', 'aa');
    await rememberPageKey('', 'https://photos.home/circuit-tree?apiKey=k');
    expect(await keyHashOfPage('')).toBeUndefined();
    expect(records.all.size).toBe(0);
  });

  it('is remembered by the running worker when nothing can be written down', async () => {
    records.isBroken = true;
    const { bindPage, keyHashOfPage } = await startWorker();
    await bindPage('one', 'aa');
    expect(await keyHashOfPage('one')).toBe('aa');
    expect(await keyHashOfPage('two')).toBeUndefined();
  });

  it.each([null, 'aa', { keyHash: 'aa' }, { showing: [] }])('is not taken from a record like %j', async (record) => {
    records.all.set('page:one', record);
    expect(await (await startWorker()).keyHashOfPage('one')).toBeUndefined();
  });
});

describe('what is stored of a key', () => {
  it('is its SHA-256, in hexadecimal', async () => {
    const { hashOfKey } = await startWorker();
    expect(await hashOfKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(await hashOfKey(KEY)).not.toBe(await hashOfKey('a b'));
    expect(hashOfKey('abc')).toBe(hashOfKey('abc'));
  });
});

describe('the albums on screens', () => {
  it('are those of the open kiosk pages, also after the worker was stopped', async () => {
    scope.clients.push(
      new MemoryClient('one', '/circuit-tree/photos/a?apiKey=k'),
      new MemoryClient('two', '/circuit-tree?apiKey=other'),
      new MemoryClient('admin', '/admin'),
    );
    const { setShowing, hashOfKey } = await startWorker();
    expect(await setShowing('one', ['a', 'b'])).toBe(await hashOfKey('k'));
    expect(await setShowing('admin', ['c'])).toBeUndefined();
    await setShowing('closed', ['d']);
    const pages = await (await startWorker()).openPages();
    expect(pages.map(({ client, keyHash, showing }) => [client.id, keyHash, showing])).toEqual([
      ['one', await hashOfKey('k'), ['a', 'b']],
      ['two', await hashOfKey('other'), []],
    ]);
  });

  it('stay as they are while the page uses the same key, and go with it', async () => {
    const { bindPage, setShowing } = await startWorker();
    await bindPage('one', 'aa');
    await setShowing('one', ['a']);
    await bindPage('one', 'aa');
    expect(records.all.get('page:one')).toEqual({ keyHash: 'aa', showing: ['a'] });
    await bindPage('one', 'bb');
    expect(records.all.get('page:one')).toEqual({ keyHash: 'bb', showing: [] });
  });
});

describe('records of closed pages', () => {
  it('are dropped, and no others', async () => {
    scope.clients.push(new MemoryClient('open', '/circuit-tree?apiKey=k'));
    for (const name of ['page:open', 'page:closed', 'albums-shown'])
      records.all.set(name, { keyHash: 'aa', showing: [] });
    await (await startWorker()).dropRecordsOfClosedPages();
    expect([...records.all.keys()]).toEqual(['page:open', 'albums-shown']);
  });

  it('stay when they cannot be read', async () => {
    records.all.set('page:closed', { keyHash: 'aa', showing: [] });
    records.isBroken = true;
    await (await startWorker()).dropRecordsOfClosedPages();
    expect(records.all.size).toBe(1);
  });
});
