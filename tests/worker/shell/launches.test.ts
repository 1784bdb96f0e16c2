import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ShellHealth, UNKNOWN_HEALTH } from '#domain/shellHealth.ts';
import { imagesCacheName } from '#sw/cacheNames.ts';
import { MemoryClient, ORIGIN, quotaError, stubWorkerScope } from '#support/worker/workerScope.ts';

const records = vi.hoisted(() => ({ all: new Map<string, unknown>(), isBroken: false, isHanging: false }));
vi.mock('idb-keyval', async () => (await import('#support/worker/workerScope.ts')).keyvalOf(records));

const RECORD = 'shell-health';
const KEPT = 'kept-precache';
const PRECACHE = 'workbox-precache-v2-test';
const OLD = { build: 'old', files: ['/circuit-tree', '/assets/old.js'] };

class Page extends MemoryClient {
  visibilityState = 'visible';
  readonly navigate = vi.fn(async () => null);
}

let scope: ReturnType<typeof stubWorkerScope>;

/** The worker of the build 'new', just started: it knows nothing but what is written down. */
async function startWorker() {
  vi.resetModules();
  vi.stubGlobal('WindowClient', Page);
  Object.assign(self, {
    __WB_MANIFEST: [
      { url: '/circuit-tree', revision: 'new' },
      { url: '/assets/new.js', revision: null },
    ],
    addEventListener: () => undefined,
  });
  vi.stubGlobal('location', new URL(ORIGIN));
  vi.stubGlobal('registration', { scope: 'test' });
  const { precache } = await import('workbox-precaching');
  const { shellEntries } = await import('#sw/shell/shellEntries.ts');
  precache(shellEntries);
  return {
    ...(await import('#sw/shell/launches.ts')),
    ...(await import('#sw/shell/storedShell.ts')),
    ...(await import('#sw/api/callsInFlight.ts')),
  };
}

async function store(cacheName: string, files: string[]): Promise<void> {
  const cache = await scope.caches.open(cacheName);
  for (const file of files) await cache.put(file, new Response(`${cacheName} ${file}`));
}

async function copyRecord(record: ShellHealth): Promise<void> {
  await (await scope.caches.open('environment')).put('/shell-health', new Response(JSON.stringify(record)));
}

function open(id: string): Page {
  const page = new Page(id, '/circuit-tree');
  scope.clients.push(page);
  return page;
}

const kept = async () => (await (await scope.caches.open(KEPT)).keys()).map(({ url }) => url.slice(ORIGIN.length));
const close = (page: Page) => scope.clients.splice(scope.clients.indexOf(page), 1);
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker has written it
const health = () => records.all.get(RECORD) as ShellHealth;

beforeEach(async () => {
  vi.useFakeTimers();
  scope = stubWorkerScope();
  records.all.clear();
  records.isBroken = false;
  records.isHanging = false;
  records.all.set(RECORD, { ...UNKNOWN_HEALTH, stood: OLD, kept: OLD });
  await store(KEPT, OLD.files);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a launch', () => {
  it('that shows nothing for 20 s has failed, and its page is opened anew; the second one is the last', async () => {
    const { watchLaunch, storedPage } = await startWorker();
    for (const id of ['one', 'two']) {
      const page = open(id);
      void watchLaunch(id);
      await seconds(19.5);
      expect(page.navigate).not.toHaveBeenCalled();
      expect(await storedPage('/circuit-tree')).toBeUndefined();
      await seconds(1);
      expect(page.navigate).toHaveBeenCalledWith(page.url);
    }
    expect(await (await storedPage('/circuit-tree'))?.text()).toBe('kept-precache /circuit-tree');
    expect(health().leftBuild).toBe('new');
  });

  it('counts from worker to worker', async () => {
    for (const id of ['one', 'two']) {
      const { watchLaunch } = await startWorker();
      open(id);
      void watchLaunch(id);
      await seconds(21);
    }
    expect(health().refused).toEqual(['new']);
  });

  it('that stands is good, even after one that failed', async () => {
    const { watchLaunch, pageStands, pageFails } = await startWorker();
    open('one');
    void watchLaunch('one');
    await seconds(1);
    expect(await pageFails('one', '/assets/new.js')).toBe(false);
    open('two');
    void watchLaunch('two');
    await seconds(19);
    await pageStands('two');
    await seconds(60);
    expect(health()).toMatchObject({ misses: 0, refused: [], launches: [], stood: { build: 'new' } });
  });

  it('that somebody reloads in a hurry says nothing, however often', async () => {
    const { watchLaunch } = await startWorker();
    for (let count = 0; count < 10; count += 1) {
      const page = open(`page ${count}`);
      void watchLaunch(page.id);
      await seconds(3);
      close(page);
    }
    await seconds(10);
    expect(health()).toMatchObject({ misses: 0, launches: [] });
  });

  it('that ends by itself later than that counts half', async () => {
    const { watchLaunch } = await startWorker();
    const page = open('one');
    void watchLaunch('one');
    await seconds(8);
    close(page);
    await seconds(2);
    expect(health().misses).toBe(0.5);
  });

  it('does not count while its tab is hidden or its page waits for the server', async () => {
    const { watchLaunch, countCall } = await startWorker();
    open('waits');
    open('hidden').visibilityState = 'hidden';
    void countCall('waits', () => new Promise(() => undefined));
    void watchLaunch('waits');
    void watchLaunch('hidden');
    await seconds(100);
    expect(health()).toMatchObject({ misses: 0, launches: [] });
  });

  it('counts when its page has hung so that the browser cannot tell of it', async () => {
    const { watchLaunch } = await startWorker();
    Object.assign(self, { clients: { get: () => new Promise(() => undefined) } });
    void watchLaunch('one');
    await seconds(40);
    expect(health().misses).toBe(1);
  });

  it('is not watched if the worker learns nothing of its page', async () => {
    const { watchLaunch } = await startWorker();
    await watchLaunch('');
    expect(health().launches).toEqual([]);
  });
});

/** Two launches, both of which report that they fail. */
async function failTwice() {
  const worker = await startWorker();
  const replies: boolean[] = [];
  for (const id of ['one', 'two']) {
    open(id);
    void worker.watchLaunch(id);
    await seconds(1);
    replies.push(await worker.pageFails(id, '/assets/new.js'));
  }
  return { ...worker, replies };
}

describe('a page that reports its failure', () => {
  it('is told when the next start is another build', async () => {
    const { replies, pageFails } = await failTwice();
    expect(replies).toEqual([false, true]);
    // Another tab of the same build.
    expect(await pageFails('three', '/assets/new.js')).toBe(true);
  });

  it('is not sent back when it is of the kept build already', async () => {
    const { pageFails } = await failTwice();
    expect(await pageFails('four', '/assets/old.js')).toBe(false);
  });

  it('is not sent back to a shell of which a file is missing', async () => {
    await (await scope.caches.open(KEPT)).delete('/assets/old.js');
    const { replies, storedPage } = await failTwice();
    expect(replies).toEqual([false, false]);
    expect(await storedPage('/circuit-tree')).toBeUndefined();
    expect(health()).toMatchObject({ kept: undefined, refused: [] });
  });

  it('is sent back by the copy of the record where IndexedDB does not work', async () => {
    records.isBroken = true;
    await copyRecord({ ...UNKNOWN_HEALTH, stood: OLD, kept: OLD, changes: 1 });
    expect((await failTwice()).replies).toEqual([false, true]);
  });

  it('is sent back by the copy also where IndexedDB works again, and is behind', async () => {
    await copyRecord({ ...UNKNOWN_HEALTH, stood: OLD, kept: OLD, refused: ['new'], changes: 1 });
    const { storedPage } = await startWorker();
    expect(await (await storedPage('/circuit-tree'))?.text()).toBe('kept-precache /circuit-tree');
  });

  it('changes nothing where there is no record', async () => {
    records.isBroken = true;
    expect((await failTwice()).replies).toEqual([false, false]);
  });
});

it('counts a launch that fails while IndexedDB hangs, and is left at once (walls: seed 20124)', async () => {
  const { watchLaunch, pageFails, readHealth } = await startWorker();
  const page = open('one');
  void watchLaunch('one');
  await seconds(1.5);
  records.isHanging = true;
  const isBack = pageFails('one', '/assets/new.js');
  close(page);
  await seconds(2);
  expect(await isBack).toBe(false);
  expect((await readHealth()).misses).toBe(1);
});

it('counts failures that come at once also where IndexedDB fails (walls: seed 20124)', async () => {
  records.isBroken = true;
  const { changeHealth, readHealth } = await startWorker();
  const count = () => changeHealth((before) => ({ ...before, misses: before.misses + 1 }));
  await Promise.all([count(), count(), count()]);
  expect((await readHealth()).misses).toBe(3);
});

describe('the copy of the build before', () => {
  const precached = ['/circuit-tree?__WB_REVISION__=mid', '/logo.svg?__WB_REVISION__=x', '/assets/mid.js'];
  const MID = { build: 'mid', files: precached };

  it('is made of the last build that stood, at the addresses that its page asks for', async () => {
    records.all.set(RECORD, { ...UNKNOWN_HEALTH, stood: MID, kept: OLD });
    await store(PRECACHE, [...precached, '/assets/of-a-build-that-never-ran.js']);
    const { keepShellBefore, storedFile } = await startWorker();
    await keepShellBefore();
    expect(await kept()).toEqual(['/circuit-tree', '/assets/mid.js']);
    expect(health().kept).toEqual({ build: 'mid', files: ['/circuit-tree', '/assets/mid.js'] });
    const file = await storedFile(new Request(`${ORIGIN}/assets/mid.js`));
    expect(await file.text()).toBe(`${PRECACHE} /assets/mid.js`);
  });

  it('stays when a file of the last one is missing', async () => {
    records.all.set(RECORD, { ...UNKNOWN_HEALTH, stood: MID, kept: OLD });
    await store(PRECACHE, precached.slice(0, 2));
    await (await startWorker()).keepShellBefore();
    expect(await kept()).toEqual(OLD.files);
    expect(health().kept).toEqual(OLD);
  });

  it('is made of a release that wrote no record', async () => {
    records.all.clear();
    await store(PRECACHE, [...precached, '/circuit-tree?__WB_REVISION__=new']);
    await scope.caches.delete(KEPT);
    await (await startWorker()).keepShellBefore();
    expect(health().kept?.build).toBe('mid');
    expect(await kept()).toEqual(['/circuit-tree', '/assets/mid.js']);
  });

  it('is made of the one that runs, where nothing was written down when it stood', async () => {
    records.all.set(RECORD, { ...UNKNOWN_HEALTH, stood: OLD, kept: { build: 'older', files: ['/circuit-tree'] } });
    await store(PRECACHE, precached);
    await (await startWorker()).keepShellBefore();
    expect(health().kept?.build).toBe('mid');
    expect(await kept()).toEqual(['/circuit-tree', '/assets/mid.js']);
  });

  it('is made of the one that runs, where the copy that is written down was deleted', async () => {
    records.all.set(RECORD, { ...UNKNOWN_HEALTH, stood: OLD, kept: OLD });
    await store(PRECACHE, precached);
    await scope.caches.delete(KEPT);
    await (await startWorker()).keepShellBefore();
    expect(health().kept?.build).toBe('mid');
    expect(await kept()).toEqual(['/circuit-tree', '/assets/mid.js']);
  });

  it('has one page for Codenames and the landing, where its release stored no more', async () => {
    const { storedPage } = await failTwice();
    await store(KEPT, ['/']);
    expect(await (await storedPage('/codenames'))?.text()).toBe(`${KEPT} /`);
    await store(KEPT, ['/codenames']);
    expect(await (await storedPage('/codenames'))?.text()).toBe(`${KEPT} /codenames`);
  });

  it('is not guessed among several', async () => {
    records.all.clear();
    await store(PRECACHE, [...precached, '/circuit-tree?__WB_REVISION__=other']);
    await (await startWorker()).keepShellBefore();
    expect(records.all.has(RECORD)).toBe(false);
  });

  it('keeps no build from being installed when there is no space', async () => {
    records.all.set(RECORD, { ...UNKNOWN_HEALTH, stood: MID });
    await store(PRECACHE, precached);
    scope.caches.beforePut = () => Promise.reject(new Error('No space left'));
    await (await startWorker()).keepShellBefore();
    expect(health().kept).toBeUndefined();
  });

  it('takes the place of photos where there is no space, and only of as many as it needs', async () => {
    records.all.set(RECORD, { ...UNKNOWN_HEALTH, stood: MID });
    await store(PRECACHE, precached);
    const [first, second] = ['lake', 'summer'].map((album) => imagesCacheName('0123456789abcdef', album));
    for (const name of [first!, second!]) await store(name, ['/photos/a.jpg']);
    scope.caches.beforePut = async () => {
      if (await scope.caches.has(first!)) throw quotaError();
    };
    await (await startWorker()).keepShellBefore();
    expect(health().kept?.build).toBe('mid');
    expect(await kept()).toEqual(['/circuit-tree', '/assets/mid.js']);
    expect(await scope.caches.has(second!)).toBe(true);
  });

  it('takes the place of single pictures where all albums are on a screen (walls: seed 8798)', async () => {
    records.all.set(RECORD, { ...UNKNOWN_HEALTH, stood: MID });
    records.all.set('page:one', { keyHash: '0123456789abcdef', showing: ['lake'] });
    scope.clients.push(new MemoryClient('one', '/circuit-tree'));
    await store(PRECACHE, precached);
    const album = imagesCacheName('0123456789abcdef', 'lake');
    const pictures = Array.from({ length: 25 }, (_, at) => `/photos/lake/medium/${at}.jpg`);
    await store(album, pictures);
    const stored = async () => (await (await scope.caches.open(album)).keys()).length;
    scope.caches.beforePut = async () => {
      if ((await stored()) > 20) throw quotaError();
    };
    await (await startWorker()).keepShellBefore();
    expect(await kept()).toEqual(['/circuit-tree', '/assets/mid.js']);
    expect(await stored()).toBe(15);
  });

  it('does not take the place of the last picture, which the wall shows (walls: seed 11012)', async () => {
    records.all.set(RECORD, { ...UNKNOWN_HEALTH, stood: MID });
    records.all.set('page:one', { keyHash: '0123456789abcdef', showing: ['lake'] });
    scope.clients.push(new MemoryClient('one', '/circuit-tree'));
    await store(PRECACHE, precached);
    const album = imagesCacheName('0123456789abcdef', 'lake');
    await store(album, ['/photos/lake/medium/1.jpg', '/photos/lake/medium/2.jpg', '/photos/lake/medium/3.jpg']);
    scope.caches.beforePut = () => Promise.reject(quotaError());
    await (await startWorker()).keepShellBefore();
    const left = await (await scope.caches.open(album)).keys();
    expect(left.map(({ url }) => new URL(url).pathname)).toEqual(['/photos/lake/medium/1.jpg']);
  });

  it('is asked for files of the app only', async () => {
    const { mayBeStored } = await startWorker();
    expect(mayBeStored(new URL('/assets/old.js', ORIGIN))).toBe(true);
    expect(mayBeStored(new URL('/logo.svg', ORIGIN))).toBe(false);
    expect(mayBeStored(new URL('https://elsewhere.home/assets/old.js'))).toBe(false);
  });
});
