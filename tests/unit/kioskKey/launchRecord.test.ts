import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { storeTablet } from '#src/tablet/storedTablet.ts';
import { keyOfLaunch, rememberVerifiedKey } from '#src/kioskKey/launchRecord.ts';
import { keyAfter } from '#src/tablet/newerKey.ts';

const HOME_SCREEN = { launch: 'home-screen' };
const stored = new Map<string, unknown>();
const write = vi.fn<(name: string, value: unknown) => void>();
let hasStorage = true;

vi.mock('idb-keyval', () => ({
  get: async (name: string) => {
    if (!hasStorage) throw new Error('no storage');
    return stored.get(name);
  },
  set: async (name: string, value: unknown) => {
    write(name, value);
    stored.set(name, value);
  },
}));

beforeEach(() => {
  // A new key sets a timer of a minute, which would outlive its test.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  stored.clear();
  localStorage.clear();
  write.mockClear();
  hasStorage = true;
});
afterEach(() => {
  vi.useRealTimers();
});

test('the last verified key is there for a launch from the home screen, and for no other visit', async () => {
  await rememberVerifiedKey('first');
  await rememberVerifiedKey('k');
  expect(await keyOfLaunch(HOME_SCREEN)).toBe('k');
  expect(await keyOfLaunch({})).toBeUndefined();
  expect(await keyOfLaunch({ launch: 'elsewhere' })).toBeUndefined();
});

test('its one record has a name that stays, and is written when the key changes only', async () => {
  await rememberVerifiedKey('k');
  await rememberVerifiedKey('k');
  expect(write).toHaveBeenCalledExactlyOnceWith('home-screen-launch', { apiKey: 'k' });
});

test('a minute later the worker is asked to check the key before, which may be revoked', async () => {
  const postMessage = vi.fn();
  vi.stubGlobal('navigator', { serviceWorker: { controller: { postMessage } } });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  await rememberVerifiedKey('first');
  await rememberVerifiedKey('k');
  await vi.advanceTimersByTimeAsync(60_000);
  const message = { type: 'former-key', apiKey: 'first', url: expect.stringContaining('/auth/check-api-key/first') };
  expect(postMessage.mock.calls).toEqual([[message, []]]);
});

test('a record that is none, or a device without storage, gives no key and no error', async () => {
  expect(await keyOfLaunch(HOME_SCREEN)).toBeUndefined();
  for (const record of ['k', { apiKey: 5 }, { apiKey: '' }, null]) {
    stored.set('home-screen-launch', record);
    expect(await keyOfLaunch(HOME_SCREEN)).toBeUndefined();
  }
  hasStorage = false;
  await rememberVerifiedKey('k');
  expect(await keyOfLaunch(HOME_SCREEN)).toBeUndefined();
});

test('by it a page without a worker goes on with the key that has replaced its own, and never back', async () => {
  storeTablet('new', {}, 'old');
  stored.set('home-screen-launch', { apiKey: 'old', next: 'new' });
  expect(await keyAfter('old')).toBe('new');
  expect(await keyAfter('new')).toBeUndefined();
});

test('it names no key that may be another tablet’s', async () => {
  storeTablet('mine', {}, 'mine-before');
  await rememberVerifiedKey('another');
  expect(await keyAfter('mine-before')).toBeUndefined();
  await rememberVerifiedKey('mine');
  expect(await keyAfter('another-before')).toBeUndefined();
  expect(await keyAfter('mine-before')).toBe('mine');
  hasStorage = false;
  expect(await keyAfter('mine-before')).toBeUndefined();
});
