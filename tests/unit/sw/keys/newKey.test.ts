import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryClient, stubWorkerScope } from '#support/worker/workerScope.ts';

const records = vi.hoisted(() => ({ all: new Map<string, unknown>(), isBroken: false }));
vi.mock('idb-keyval', async () => (await import('#support/worker/workerScope.ts')).keyvalOf(records));

/** A worker that has just been started: it knows nothing but what is written down. */
async function startWorker() {
  vi.resetModules();
  return {
    ...(await import('#sw/keys/endedKeys.ts')),
    ...(await import('#sw/keys/keyHash.ts')),
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
  records.all.set('home-screen-launch', { apiKey: 'old' });
});
afterEach(() => void vi.unstubAllGlobals());

const replaced = (apiKey: string) => ({ type: 'key-replaced', apiKey });

it('stands for all that was stored for the key it replaces, also after the worker was stopped', async () => {
  const { rememberNewKey, hashOfKey, hashOfText } = await startWorker();
  expect(await hashOfKey('new')).toBe(await hashOfText('new'));
  expect(await rememberNewKey('one', 'new')).toBe(true);
  expect(await hashOfKey('new')).toBe(await hashOfText('old'));
  const again = await startWorker();
  expect(await again.hashOfKey('new')).toBe(await hashOfText('old'));
  expect(await again.hashOfKey('old')).toBe(await hashOfText('old'));
  expect(await again.hashOfKey('other')).toBe(await hashOfText('other'));
});

it('may be replaced in its turn', async () => {
  await (await startWorker()).rememberNewKey('one', 'new');
  page = new MemoryClient('two', '/circuit-tree?apiKey=new');
  scope.clients.splice(0, 1, page);
  const { rememberNewKey, hashOfKey, hashOfText } = await startWorker();
  await rememberNewKey('two', 'newer');
  expect(await hashOfKey('newer')).toBe(await hashOfText('old'));
});

it('is what a page goes on with whose key the server takes no more, before and after it was verified', async () => {
  const { rememberNewKey, isReplaced, hashOfText } = await startWorker();
  const hash = await hashOfText('old');
  expect(await isReplaced('old', hash)).toBe(false);
  await rememberNewKey('one', 'new');
  expect(await isReplaced('old', hash)).toBe(true);
  expect(page.messages).toEqual([replaced('new')]);
  records.all.set('home-screen-launch', { apiKey: 'old', next: 'new' });
  expect(await (await startWorker()).isReplaced('old', hash)).toBe(true);
  expect(page.messages).toEqual([replaced('new'), replaced('new')]);
});

it('is not taken for revoked while nobody can read which key has replaced it, unlike a key that none has', async () => {
  await (await startWorker()).rememberNewKey('one', 'new');
  records.isBroken = true;
  const { isReplaced, hashOfKey, hashOfText } = await startWorker();
  expect(await hashOfKey('old')).toBe(await hashOfText('old'));
  expect(await isReplaced('old', await hashOfText('old'))).toBe(true);
  expect(await isReplaced('other', await hashOfText('other'))).toBe(false);
  expect(page.messages, 'there is no key to tell').toEqual([]);
  records.isBroken = false;
  expect(await isReplaced('old', await hashOfText('old')), 'by the same worker').toBe(true);
  expect(page.messages).toEqual([replaced('new')]);
});

it('is not replaced by the one before: then nothing would ever end', async () => {
  const { rememberNewKey, isReplaced, hashOfText } = await startWorker();
  await rememberNewKey('one', 'new');
  expect(await isReplaced('new', await hashOfText('old'))).toBe(false);
  expect(page.messages).toEqual([]);
});

it('has nothing to do with the keys of other pages', async () => {
  const { rememberNewKey, isReplaced, hashOfText } = await startWorker();
  await rememberNewKey('one', 'new');
  expect(await isReplaced('other', await hashOfText('other'))).toBe(false);
});

it('is forgotten with all the rest when it is revoked', async () => {
  const { rememberNewKey, forgetKey, hashOfKey } = await startWorker();
  await rememberNewKey('one', 'new');
  await forgetKey(await hashOfKey('new'));
  expect(records.all.has('home-screen-launch')).toBe(false);
});

it('leaves nothing that was stored while nobody could read which key it had replaced', async () => {
  await (await startWorker()).rememberNewKey('one', 'new');
  records.isBroken = true;
  const hash = await (await startWorker()).hashOfKey('new');
  await scope.caches.open(`kiosk:${hash}:images:a`);
  records.isBroken = false;
  const { forgetKey, hashOfKey } = await startWorker();
  await forgetKey(await hashOfKey('new'));
  expect(await scope.caches.keys()).toEqual([]);
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
