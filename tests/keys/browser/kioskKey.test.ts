import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { API_PATHS } from '#contract/paths.ts';
import { hashOfText } from '#domain/hashOfText.ts';
import { MESSAGES } from '#domain/messages.ts';
import { lastPosition, rememberPosition } from '#src/shared/device/slideshowPosition.ts';

const TAKEN = () => Response.json({ valid: true });
const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const KEY = 'a/b c';
const LANDING = { to: '/', search: { error: MESSAGES.apiKeyInvalid, connect: 'again' }, replace: true };

let fetched: ReturnType<typeof vi.fn<(url: string, init: RequestInit) => Promise<Response>>>;

beforeEach(() => {
  vi.resetModules();
  fetched = vi.fn(async () => TAKEN());
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page that has just been loaded. */
function newPage() {
  return import('#src/shared/kioskKey/kioskKey.ts');
}

describe('a check', () => {
  test('asks for the key as it is, past the cache of the browser', async () => {
    const { isKeyVerified } = await newPage();
    expect(await isKeyVerified(KEY)).toBe(true);
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe(window.location.origin + API_PATHS.checkApiKey(KEY));
    expect(init?.cache).toBe('no-cache');
  });

  test('is made once for each key while the page lives, however often it is wanted', async () => {
    const { isKeyVerified } = await newPage();
    expect(await Promise.all([isKeyVerified(KEY), isKeyVerified(KEY)])).toEqual([true, true]);
    expect(await isKeyVerified(KEY)).toBe(true);
    expect(fetched).toHaveBeenCalledTimes(1);
    await isKeyVerified('another');
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  test.each<[string, () => Response | Promise<Response>]>([
    ['a refusal', () => Response.json({ valid: false })],
    ['a failing server', () => Response.json({ valid: true }, { status: 502 })],
    ['the page of a portal', () => new Response('<h1>Log in</h1>')],
    ['something else', () => Response.json(['valid'])],
  ])('takes %s for a no, which is not kept', async (_name, response) => {
    const { isKeyVerified } = await newPage();
    fetched.mockImplementationOnce(async () => response());
    expect(await isKeyVerified(KEY)).toBe(false);
    expect(await isKeyVerified(KEY)).toBe(true);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  test('that is lost without a response is made once more: the worker may have been stopped meanwhile', async () => {
    const { isKeyVerified } = await newPage();
    fetched.mockImplementationOnce(lost);
    expect(await isKeyVerified(KEY)).toBe(true);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  test('that is lost twice is a no, which is not kept', async () => {
    const { isKeyVerified } = await newPage();
    fetched.mockImplementationOnce(lost).mockImplementationOnce(lost);
    expect(await isKeyVerified(KEY)).toBe(false);
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(await isKeyVerified(KEY)).toBe(true);
  });

  test('of a text that no address can hold is a no', async () => {
    const { isKeyVerified } = await newPage();
    expect(await isKeyVerified('\uD800')).toBe(false);
    expect(fetched).not.toHaveBeenCalled();
  });

  test('gives up after 30 s', async () => {
    vi.useFakeTimers();
    const { isKeyVerified } = await newPage();
    fetched.mockImplementationOnce(
      (_url, { signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    );
    const results: boolean[] = [];
    void isKeyVerified(KEY).then((result) => results.push(result));
    await vi.advanceTimersByTimeAsync(29_999);
    expect(results).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(results).toEqual([false]);
  });
});

describe('the end of a key', () => {
  const position = { albumSlug: 'summer', filename: 'a.jpg', imageUrl: '/photos/summer/medium/a.jpg' };

  test('leads to the landing, which says why', async () => {
    const { endKey } = await newPage();
    expect(endKey(KEY)).toEqual(LANDING);
  });

  test('asks nobody to connect a screen again whose key never was one', async () => {
    const { endKey } = await newPage();
    expect(endKey(KEY, 'unknown').search).toEqual({ error: MESSAGES.apiKeyInvalid });
    expect(endKey(KEY, 'unheard').search).toEqual({ error: MESSAGES.apiKeyInvalid });
  });

  test.each<[string, () => Response, string]>([
    [
      'credential-refused',
      () => Response.json({ valid: false, code: 'credential-refused' }, { status: 401 }),
      'revoked',
    ],
    [
      'credential-unknown',
      () => Response.json({ valid: false, code: 'credential-unknown' }, { status: 401 }),
      'unknown',
    ],
    ['the refusal of a proxy', () => Response.json({ message: 'Forbidden' }, { status: 403 }), 'unheard'],
    ['a failing server', () => Response.json({ message: 'Try again later' }, { status: 503 }), 'unheard'],
    ['the page of a portal', () => new Response('<h1>Log in</h1>', { status: 403 }), 'unheard'],
  ])('is told from one that never began, and from no word of the server, by %s', async (_name, response, expected) => {
    const { checkApiKey, refusalOf } = await newPage();
    fetched.mockImplementationOnce(async () => response());
    expect(await checkApiKey(KEY)).toBe(false);
    expect(refusalOf(KEY)).toBe(expected);
    expect(refusalOf('another')).toBe('unheard');
  });

  test('of which the server has said nothing takes nothing from the device', async () => {
    const { endKey } = await newPage();
    rememberPosition('summer', position);
    localStorage.setItem('tablet', '{}');
    endKey(KEY, 'unheard');
    expect(localStorage.getItem('tablet')).toBe('{}');
    expect(lastPosition('summer')).toEqual(position);
  });

  test('lets the next navigation ask the server again', async () => {
    const { endKey, isKeyVerified } = await newPage();
    await isKeyVerified(KEY);
    await isKeyVerified('another');
    endKey(KEY);
    await isKeyVerified(KEY);
    await isKeyVerified('another');
    expect(fetched).toHaveBeenCalledTimes(3);
  });

  test("takes every slideshow position and the tablet's settings from the device, and nothing else", async () => {
    const { endKey } = await newPage();
    for (const album of ['summer', 'winter', '']) rememberPosition(album, position);
    localStorage.setItem('user', 'someone');
    localStorage.setItem('tablet', '{}');
    localStorage.setItem('not-slideshow-position:summer', 'other');
    endKey(KEY);
    expect(Object.keys(localStorage).toSorted()).toEqual(['not-slideshow-position:summer', 'user']);
    expect(lastPosition('summer')).toBeUndefined();
  });

  test('lets a slideshow that still runs remember nothing more, until a key is accepted', async () => {
    const { endKey, isKeyVerified } = await newPage();
    const positions = await import('#src/shared/device/slideshowPosition.ts');
    endKey(KEY);
    positions.rememberPosition('summer', position);
    expect(positions.lastPosition('summer')).toBeUndefined();
    await isKeyVerified('another');
    positions.rememberPosition('summer', position);
    expect(positions.lastPosition('summer')).toEqual(position);
  });

  test('comes to pass on a device without storage too', async () => {
    const { endKey } = await newPage();
    vi.stubGlobal('localStorage', undefined);
    expect(endKey(KEY)).toEqual(LANDING);
  });
});

const REVOKED = () => Response.json({ code: 'credential-refused' }, { status: 401 });

describe('a doubt about a key', () => {
  test.each<[string, () => Response | Promise<Response>, number]>([
    ['is known to be revoked', REVOKED, 1],
    ['is accepted', TAKEN, 0],
    ['is not known', () => Response.json({ code: 'credential-unknown' }, { status: 401 }), 0],
    ['cannot be checked', lost, 0],
  ])('where it %s', async (_how, response, times) => {
    const { onKeyRevoked, reportKeyDoubt } = await newPage();
    const [left, other] = [vi.fn(), vi.fn()];
    const stop = onKeyRevoked(KEY, left);
    onKeyRevoked('another', other);
    fetched.mockImplementation(async () => response());
    reportKeyDoubt(KEY);
    await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
    await new Promise((resolve) => setTimeout(resolve));
    expect([left.mock.calls.length, other.mock.calls.length]).toEqual([times, 0]);
    stop();
    fetched.mockImplementation(async () => REVOKED());
    reportKeyDoubt(KEY);
    await new Promise((resolve) => setTimeout(resolve));
    expect(left).toHaveBeenCalledTimes(times);
  });
});

test('a late word of the worker about the key before leaves the page alone, one of its own key does not', async () => {
  const workers = new EventTarget();
  vi.stubGlobal('navigator', { serviceWorker: workers });
  const { onKeyRevoked } = await newPage();
  const left = vi.fn();
  onKeyRevoked(KEY, left);
  const say = (data: object) => workers.dispatchEvent(new MessageEvent('message', { data }));
  say({ type: 'credential-refused', keyHash: await hashOfText('the key before') });
  say({ type: 'key-known', isKnown: true });
  say({ type: 'credential-refused', keyHash: await hashOfText(KEY) });
  await vi.waitFor(() => expect(left).toHaveBeenCalledTimes(1));
  say({ type: 'credential-refused' });
  await vi.waitFor(() => expect(left).toHaveBeenCalledTimes(2));
});
