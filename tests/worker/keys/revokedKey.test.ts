import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RECORDS } from '#contract/storageKeys.ts';
import { hashOfKey } from '#sw/cacheNames.ts';
import { acceptAgain, forgetKey, isRevoked } from '#sw/keys/endedKeys.ts';
import { MemoryClient, stubWorkerScope } from '#support/worker/workerScope.ts';

const records = vi.hoisted(() => ({ all: new Map<string, unknown>(), isBroken: false }));
vi.mock('idb-keyval', async () => (await import('#support/worker/workerScope.ts')).keyvalOf(records));

let scope: ReturnType<typeof stubWorkerScope>;
let keyHash: string;
let otherHash: string;
beforeEach(async () => {
  scope = stubWorkerScope();
  records.all.clear();
  records.isBroken = false;
  [keyHash, otherHash] = [await hashOfKey('key'), await hashOfKey('other')];
});
afterEach(() => {
  acceptAgain(keyHash);
  vi.unstubAllGlobals();
});

it('is known until the server takes the key again', async () => {
  expect(isRevoked(keyHash)).toBe(false);
  await forgetKey(keyHash);
  expect([isRevoked(keyHash), isRevoked(otherHash)]).toEqual([true, false]);
  acceptAgain(keyHash);
  expect(isRevoked(keyHash)).toBe(false);
});

it('loses its responses and its images, and nothing else is lost', async () => {
  const others = [`kiosk:${otherHash}:answers`, `kiosk:${otherHash}:images:a`, 'environment', 'workbox-precache'];
  for (const name of [`kiosk:${keyHash}:answers`, `kiosk:${keyHash}:images:a`, ...others])
    await scope.caches.open(name);
  await forgetKey(keyHash);
  expect(await scope.caches.keys()).toEqual(others);
});

it('is no longer what the home screen starts with', async () => {
  records.all.set(RECORDS.launch, { apiKey: 'key' });
  await forgetKey(otherHash);
  expect(records.all.get(RECORDS.launch)).toEqual({ apiKey: 'key' });
  await forgetKey(keyHash);
  expect(records.all.has(RECORDS.launch)).toBe(false);
  acceptAgain(otherHash);
});

it('is told to its own pages', async () => {
  const pages = ['key', 'key', 'other'].map(
    (key, index) => new MemoryClient(`${index}`, `/circuit-tree?apiKey=${key}`),
  );
  scope.clients.push(...pages, new MemoryClient('admin', '/admin'));
  await forgetKey(keyHash);
  const revoked = [{ type: 'credential-refused', keyHash }];
  expect(scope.clients.map(({ messages }) => messages)).toEqual([revoked, revoked, [], []]);
});

it('is told to them also when the records cannot be read', async () => {
  records.isBroken = true;
  scope.clients.push(new MemoryClient('one', '/circuit-tree?apiKey=key'));
  await forgetKey(keyHash);
  expect(scope.clients[0]!.messages).toHaveLength(1);
});
