import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hashOfText } from '#domain/access/replacedKey.ts';
import { MemoryClient, quotaError, stubWorkerScope } from '#support/worker/workerScope.ts';

const records = vi.hoisted(() => ({ all: new Map<string, unknown>(), isBroken: false, isHanging: false }));
vi.mock('idb-keyval', async () => (await import('#support/worker/workerScope.ts')).keyvalOf(records));

/** A worker that has just been started: it knows nothing but what is written down. */
async function startWorker() {
  vi.resetModules();
  const endedKeys = await import('#sw/keys/endedKeys.ts');
  return {
    ...endedKeys,
    ...(await import('#sw/keys/keyHash.ts')),
    ...(await import('#sw/api/dropUnlisted.ts')),
    /** Asked for by a page with its own key, or by one of a build that did not tell it. */
    rememberNewKey: (page: string, apiKey: string, replaced?: string) =>
      endedKeys.rememberNewKey(page, replaced === undefined ? { apiKey } : { apiKey, replaced }),
  };
}

let scope: ReturnType<typeof stubWorkerScope>;
let page: MemoryClient;
beforeEach(() => {
  scope = stubWorkerScope();
  page = new MemoryClient('one', '/circuit-tree?apiKey=old');
  scope.clients.push(page);
  records.all.clear();
  records.isBroken = false;
  records.isHanging = false;
  records.all.set('home-screen-launch', { apiKey: 'old' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const replaced = (apiKey: string) => ({ type: 'key-replaced', apiKey });

it('stands for all that was stored for the key it replaces, also after the worker was stopped', async () => {
  const { rememberNewKey, hashOfKey } = await startWorker();
  expect(await hashOfKey('new')).toBe(await hashOfText('new'));
  expect(await rememberNewKey('one', 'new')).toBe(true);
  expect(await hashOfKey('new')).toBe(await hashOfText('old'));
  const again = await startWorker();
  expect(await again.hashOfKey('new')).toBe(await hashOfText('old'));
  expect(await again.hashOfKey('old')).toBe(await hashOfText('old'));
  expect(await again.hashOfKey('other')).toBe(await hashOfText('other'));
});

it('stands for it in the next version too, which had waited while the key was replaced (walls: seed 14884)', async () => {
  const waiting = await startWorker();
  expect(await waiting.hashOfKey('old')).toBe(await hashOfText('old'));
  expect(await (await startWorker()).rememberNewKey('one', 'new')).toBe(true);
  waiting.readKeysAnew();
  expect(await waiting.hashOfKey('new')).toBe(await hashOfText('old'));
});

it('is waited for a second where IndexedDB hangs, and not again for a while', async () => {
  await (await startWorker()).rememberNewKey('one', 'new', 'old');
  const { hashOfKey, isReplaced } = await startWorker();
  const { bindPage, keyHashOfPage } = await import('#sw/keys/pageKeys.ts');
  vi.useFakeTimers();
  records.isHanging = true;
  const hash = hashOfKey('new');
  const old = await hashOfText('old');
  while (vi.getTimerCount() === 0) await hashOfText('until it is being read');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await hash).toBe(old);
  await bindPage('two', old);
  expect(await keyHashOfPage('two')).toBe(old);
  expect(await isReplaced('old', old)).toBe(true);
  records.isHanging = false;
  vi.advanceTimersByTime(10_000);
  records.all.set('replaced-keys', { [await hashOfText('newer')]: old });
  expect(await hashOfKey('newer')).toBe(old);
});

it('may be replaced in its turn', async () => {
  await (await startWorker()).rememberNewKey('one', 'new');
  page = new MemoryClient('two', '/circuit-tree?apiKey=new');
  scope.clients.splice(0, 1, page);
  const { rememberNewKey, hashOfKey } = await startWorker();
  await rememberNewKey('two', 'newer');
  expect(await hashOfKey('newer')).toBe(await hashOfText('old'));
});

it('is what a page goes on with whose key the server takes no more, before and after it was verified', async () => {
  const { rememberNewKey, isReplaced } = await startWorker();
  const hash = await hashOfText('old');
  expect(await isReplaced('old', hash)).toBe(false);
  await rememberNewKey('one', 'new');
  expect(await isReplaced('old', hash)).toBe(true);
  expect(page.messages).toEqual([replaced('new')]);
  records.all.set('home-screen-launch', { apiKey: 'old', next: 'new' });
  expect(await (await startWorker()).isReplaced('old', hash)).toBe(true);
  expect(page.messages).toEqual([replaced('new'), replaced('new')]);
});

it('is known with the one after it while IndexedDB fails', async () => {
  await (await startWorker()).rememberNewKey('one', 'new', 'old');
  page = new MemoryClient('two', '/circuit-tree?apiKey=new');
  scope.clients.push(page);
  await (await startWorker()).rememberNewKey('two', 'newer', 'new');
  records.isBroken = true;
  const { isReplaced, hashOfKey } = await startWorker();
  const hash = await hashOfText('old');
  for (const key of ['old', 'new', 'newer']) expect(await hashOfKey(key), key).toBe(hash);
  expect(await isReplaced('old', hash)).toBe(true);
  expect(await isReplaced('newer', hash)).toBe(false);
  expect(await isReplaced('other', await hashOfText('other'))).toBe(false);
  expect(page.messages, 'the newest, at once').toEqual([replaced('newer')]);
});

it('lies in no cache for anybody to read, and leaves with what is stored for it', async () => {
  const { rememberNewKey, forgetKey } = await startWorker();
  await rememberNewKey('one', 'the-new-key', 'old');
  const [{ stored } = { stored: [] }] = scope.caches.all.values();
  const texts = await Promise.all(Array.from(stored, async ([url, response]) => url + (await response.text())));
  expect(texts).toHaveLength(2);
  expect(texts.join()).not.toMatch(/the-new-key|\bold\b/);
  await forgetKey(await hashOfText('old'));
  expect(await scope.caches.keys()).toEqual([]);
});

it('is noted when the old one is refused, where it could not be noted before', async () => {
  await (await startWorker()).rememberNewKey('one', 'new');
  const hash = await hashOfText('old');
  expect(await (await startWorker()).isReplaced('old', hash)).toBe(true);
  records.isBroken = true;
  const { isReplaced, hashOfKey } = await startWorker();
  expect(await isReplaced('old', hash)).toBe(true);
  expect(await hashOfKey('new')).toBe(hash);
});

it('is noted on a full disk too, in the place of a picture, also of an album that is on the screen', async () => {
  const { rememberNewKey, isReplaced } = await startWorker();
  const album = await scope.caches.open(`kiosk:${await hashOfText('old')}:images:a`);
  for (const name of ['x', 'y', 'z']) await album.put(`/photos/a/medium/${name}.jpg`, new Response('picture'));
  scope.caches.beforePut = async () => {
    if ((await album.keys()).length > 2) throw quotaError();
  };
  expect(await rememberNewKey('one', 'new', 'old')).toBe(true);
  expect(await album.keys()).toHaveLength(2);
  records.isBroken = true;
  expect(await isReplaced('old', await hashOfText('old'))).toBe(true);
});

it('is noted with the next list where the disk had no space, and no picture to make some (walls: seed 8173)', async () => {
  const { rememberNewKey, dropUnlisted, isReplaced } = await startWorker();
  const hash = await hashOfText('old');
  scope.caches.beforePut = () => Promise.reject(quotaError());
  expect(await rememberNewKey('one', 'new', 'old')).toBe(true);
  const request = new Request('https://photos.home/photos/albums');
  const call = { apiKey: 'new', keyHash: hash, name: 'albums', request };
  await dropUnlisted(call, '[]');
  scope.caches.beforePut = () => Promise.resolve();
  await dropUnlisted(call, '[]');
  expect(records.all.get('home-screen-launch')).toEqual({ apiKey: 'old', next: 'new' });
  records.isBroken = true;
  expect(await isReplaced('old', hash)).toBe(true);
  expect(await (await startWorker()).hashOfKey('new')).toBe(hash);
});

it('is not replaced by the one before: then nothing would ever end', async () => {
  const { rememberNewKey, isReplaced } = await startWorker();
  await rememberNewKey('one', 'new');
  expect(await isReplaced('new', await hashOfText('old'))).toBe(false);
  expect(page.messages).toEqual([]);
});

it('has nothing to do with the keys of other pages', async () => {
  const { rememberNewKey, isReplaced } = await startWorker();
  await rememberNewKey('one', 'new');
  expect(await isReplaced('other', await hashOfText('other'))).toBe(false);
});

it('is forgotten with all the rest when it is revoked', async () => {
  const { rememberNewKey, forgetKey, hashOfKey } = await startWorker();
  await rememberNewKey('one', 'new');
  await forgetKey(await hashOfKey('new'));
  expect(records.all.has('home-screen-launch')).toBe(false);
});

/** A worker that cannot read which key the new one has replaced, and no note beside says so, stores a picture. */
async function storeStray(): Promise<void> {
  await (await startWorker()).rememberNewKey('one', 'new');
  records.isBroken = true;
  const keyHash = await (await startWorker()).hashOfKey('new');
  expect(keyHash).toBe(await hashOfText('new'));
  await scope.caches.open(`kiosk:${keyHash}:images:a`);
  records.isBroken = false;
}

it('leaves nothing that was stored while nobody could read which key it had replaced', async () => {
  await storeStray();
  const { forgetKey, hashOfKey } = await startWorker();
  await forgetKey(await hashOfKey('new'));
  expect(await scope.caches.keys()).toEqual([]);
});

it('is no place for pictures that deletions miss: the next list takes away what was stored there', async () => {
  await storeStray();
  const { dropUnlisted, hashOfKey } = await startWorker();
  const request = new Request('https://photos.home/photos/albums');
  await dropUnlisted({ apiKey: 'new', keyHash: await hashOfKey('new'), name: 'albums', request }, '[]');
  expect(await scope.caches.keys()).toEqual([`kiosk:${await hashOfText('old')}:answers`]);
});

it('stands for the same data when it replaces a key whose page nobody could tell whose it is', async () => {
  await storeStray();
  const { bindPage } = await import('#sw/keys/pageKeys.ts');
  await bindPage('one', await hashOfText('new'));
  const { rememberNewKey, hashOfKey } = await startWorker();
  await rememberNewKey('one', 'newer', 'new');
  expect(await hashOfKey('newer')).toBe(await hashOfText('old'));
});

it('does not stay behind when another key was verified meanwhile', async () => {
  const { rememberNewKey, forgetKey, hashOfKey } = await startWorker();
  await rememberNewKey('one', 'new');
  records.all.set('home-screen-launch', { apiKey: 'other', next: 'new' });
  await forgetKey(await hashOfKey('new'));
  expect(records.all.get('home-screen-launch')).toEqual({ apiKey: 'other' });
});

it('must not be used when it cannot be written down, or the page has no key', async () => {
  const { rememberNewKey } = await startWorker();
  expect(await rememberNewKey('closed', 'new')).toBe(false);
  records.isBroken = true;
  expect(await rememberNewKey('one', 'new')).toBe(false);
});

it('takes the lists of the key before with it when it is revoked under its own hash', async () => {
  const { rememberNewKey, forgetKey } = await startWorker();
  await rememberNewKey('one', 'new', 'old');
  const [old, own, other] = await Promise.all(['old', 'new', 'other'].map(hashOfText));
  for (const hash of [old, own, other]) await caches.open(`kiosk:${hash}:answers`);
  await forgetKey(own ?? '');
  expect(await caches.keys()).toEqual([`kiosk:${other}:answers`]);
});
