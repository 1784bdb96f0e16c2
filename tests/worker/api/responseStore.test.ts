import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ApiCall } from '#sw/api/apiCalls.ts';
import { storedResponse, storeResponse, verifiedBy } from '#sw/api/responseStore.ts';
import { acceptAgain, forgetKey } from '#sw/keys/endedKeys.ts';
import { quotaError, stubWorkerScope } from '#support/worker/workerScope.ts';

const records = vi.hoisted(() => ({ all: new Map<string, unknown>(), isBroken: false }));
vi.mock('idb-keyval', async () => (await import('#support/worker/workerScope.ts')).keyvalOf(records));

let scope: ReturnType<typeof stubWorkerScope>;
beforeEach(() => {
  scope = stubWorkerScope();
});
afterEach(() => {
  acceptAgain('aa');
  vi.unstubAllGlobals();
});

const request = new Request('https://photos.home/photos/albums');
const albums: ApiCall = { keyHash: 'aa', name: 'albums', request };

it('keeps a response under its name, in the cache of its key', async () => {
  expect(await storedResponse(albums)).toBeUndefined();
  await storeResponse(albums, new Response('[1]'));
  expect(await (await storedResponse(albums))?.text()).toBe('[1]');
  expect(await storedResponse({ ...albums, keyHash: 'bb' })).toBeUndefined();
  // Entries on devices have these names.
  expect([...scope.caches.all.get('kiosk:aa:answers')!.stored.keys()]).toEqual([
    'https://photos.home/.kiosk/aa/albums',
  ]);
});

it('knows by stored albums that a key is valid whose check found no space', async () => {
  const check = { ...albums, name: 'key-check' };
  expect(await storedResponse(check)).toBeUndefined();
  await storeResponse(albums, new Response('[1]'));
  const valid = await storedResponse(check);
  expect(valid?.headers.get('Content-Type')).toBe('application/json');
  expect(await valid?.json()).toEqual({ valid: true });
  expect(await storedResponse({ ...albums, name: 'albums/A/photos' })).toBeUndefined();
  expect(await verifiedBy('aa')).toBeUndefined();
  await storeResponse(check, new Response('{"valid":true,"installation":"here"}'));
  expect(await verifiedBy('aa')).toBe('here');
});

it('does without the store when it takes nothing', async () => {
  scope.caches.beforePut = () => Promise.reject(quotaError());
  await storeResponse(albums, new Response('[1]'));
  expect(await storedResponse(albums)).toBeUndefined();
  expect(scope.caches.all.has('kiosk:aa:answers')).toBe(true);
});

it('leaves nothing behind when the key is revoked while the response is written', async () => {
  scope.caches.beforePut = () => forgetKey('aa');
  await storeResponse(albums, new Response('[1]'));
  expect(scope.caches.all.has('kiosk:aa:answers')).toBe(false);
});

it('leaves nothing behind of a key that was revoked before the response could be written', async () => {
  await forgetKey('aa');
  await storeResponse(albums, new Response('[1]'));
  expect(scope.caches.all.has('kiosk:aa:answers')).toBe(false);
});

it('knows which installation verified a key by the stored response of its check', async () => {
  expect(await verifiedBy('aa')).toBeUndefined();
  const check = { ...albums, name: 'key-check' };
  // The form in which the first release stored it.
  await storeResponse(check, new Response('{"valid":true}'));
  expect(await verifiedBy('aa')).toBeUndefined();
  await storeResponse(check, new Response('{"valid":true,"installation":"here"}'));
  expect(await verifiedBy('aa')).toBe('here');
  expect(await verifiedBy('bb')).toBeUndefined();
});
