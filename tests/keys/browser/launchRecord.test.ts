import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { FORMER } from '#contract/formerStorage.ts';
import { endKey } from '#src/shared/kioskKey/kioskKey.ts';
import {
  addressWithLastKey,
  keyOfLaunch,
  keyToReturnTo,
  rememberVerifiedKey,
} from '#src/shared/kioskKey/launchRecord.ts';
import { storeTablet } from '#src/shared/device/storedTablet.ts';

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

test('it holds nothing that versions before this wrote beside the key, and their text is gone', async () => {
  stored.set('home-screen-launch', { apiKey: 'first', next: 'second', unnoted: ['third'] });
  localStorage.setItem(FORMER.text, 'secret');
  await rememberVerifiedKey('k');
  expect(stored.get('home-screen-launch')).toEqual({ apiKey: 'k' });
  expect(localStorage.getItem(FORMER.text)).toBeNull();
});

/** The server accepts these keys, and knows the others as revoked. */
function accept(...keys: string[]): void {
  const check = async (url: string) => {
    const isValid = keys.some((key) => url.endsWith(`/${key}`));
    return Response.json(isValid ? { valid: true } : { code: 'credential-refused' }, { status: isValid ? 200 : 401 });
  };
  vi.stubGlobal('fetch', check);
  onTestFinished(() => {
    for (const key of ['first', 'second']) endKey(key);
    vi.unstubAllGlobals();
  });
}

const START = { pathname: '/circuit-tree', search: '?apiKey=first' };

test('an address with an earlier key opens with it, at the page with which the tablet begins', async () => {
  accept('second');
  await rememberVerifiedKey('second');
  expect(await addressWithLastKey('first', START)).toBe('/circuit-tree?apiKey=second');
  storeTablet('second', { beginsAt: '/circuit-tree/clock' });
  expect(await addressWithLastKey('first', START)).toBe('/circuit-tree/clock?apiKey=second');
  const album = { pathname: '/circuit-tree/photos/summer', search: '?apiKey=first&slideshow=true' };
  expect(await addressWithLastKey('first', album)).toBe('/circuit-tree/photos/summer?apiKey=second&slideshow=true');
  expect(await keyToReturnTo('first')).toBe('second');
});

test('it is gone on with only if the server accepts it, and never from itself', async () => {
  accept('another');
  expect(await addressWithLastKey('first', START)).toBeUndefined();
  await rememberVerifiedKey('second');
  expect(await addressWithLastKey('first', START)).toBeUndefined();
  expect(await keyToReturnTo('first')).toBeUndefined();
  await rememberVerifiedKey('first');
  expect(await addressWithLastKey('first', START)).toBeUndefined();
  hasStorage = false;
  await expect(addressWithLastKey('first', START)).rejects.toThrow('no storage');
  expect(await keyToReturnTo('first')).toBeUndefined();
});
