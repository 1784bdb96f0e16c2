import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Remote, type RemoteOptions, RemoteResource } from '#src/shared/state/remoteResource.ts';
import { ResourceCache } from '#src/shared/state/resourceCache.ts';

const REFRESH_MS = 300_000;

function afterError(error: unknown) {
  const message = error instanceof Error ? error.message : '';
  return message === 'stop' || message === 'revoked' ? message : 'retry';
}

/** A server whose next responses are set by the test; each load ends in a later microtask. */
function resourceOf(options: Partial<RemoteOptions<string[]>> = {}) {
  const server = { value: ['one'], error: undefined as Error | undefined };
  const load = vi.fn(async () => {
    if (server.error) throw server.error;
    return server.value;
  });
  const resource = new RemoteResource<string[]>({
    load,
    afterError,
    retryDelayMs: (failures) => failures * 1_000,
    ...options,
  });
  const seen: Remote<string[]>[] = [];
  const watch = () => {
    const stop = resource.watch(() => seen.push(resource.state));
    cleanUps.push(stop);
    return stop;
  };
  return { resource, server, load, seen, watch };
}

const cleanUps: (() => void)[] = [];
let visibility: DocumentVisibilityState = 'visible';

function show(state: DocumentVisibilityState): void {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
}

const passMs = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
  vi.useRealTimers();
});

describe('loading', () => {
  test('begins with the first watcher and happens once for all of them', async () => {
    const { resource, load, watch } = resourceOf();
    expect(resource.state).toEqual({ status: 'loading' });
    watch();
    watch();
    await passMs(0);
    expect(resource.state).toEqual({ status: 'loaded', value: ['one'] });
    await passMs(10 * REFRESH_MS);
    expect(load).toHaveBeenCalledOnce();
  });

  test('remembers a value that was asked for without a watcher', async () => {
    const { resource, load } = resourceOf();
    expect(await resource.value()).toEqual(['one']);
    expect(await resource.value()).toEqual(['one']);
    expect(load).toHaveBeenCalledOnce();
  });

  test('that fails is told to whoever wants the value, and changes nothing', async () => {
    const { resource, server } = resourceOf();
    server.error = new Error('out of reach');
    await expect(resource.value()).rejects.toThrow('out of reach');
    expect(resource.state).toEqual({ status: 'loading' });
  });
});

describe('a failure', () => {
  test('is retried ever more rarely, then forgotten', async () => {
    const { resource, server, load, watch } = resourceOf();
    const error = new Error('out of reach');
    server.error = error;
    watch();
    await passMs(0);
    expect(resource.state).toEqual({ status: 'failed', error });
    for (const [failures, calls] of [
      [1, 2],
      [2, 3],
      [3, 4],
    ] as const) {
      await passMs(failures * 1_000 - 1);
      expect(load).toHaveBeenCalledTimes(calls - 1);
      await passMs(1);
      expect(load).toHaveBeenCalledTimes(calls);
    }
    server.error = undefined;
    await passMs(4_000);
    expect(resource.state).toEqual({ status: 'loaded', value: ['one'] });
    server.error = error;
    await resource.reload();
    await passMs(999);
    expect(load).toHaveBeenCalledTimes(6);
    await passMs(1);
    expect(load).toHaveBeenCalledTimes(7);
  });

  test('of a refresh leaves the value, with the error beside it until the next success', async () => {
    const { resource, server, watch } = resourceOf({ isSame: () => true });
    watch();
    await passMs(0);
    const error = new Error('out of reach');
    server.error = error;
    await resource.reload();
    expect(resource.state).toEqual({ status: 'loaded', value: ['one'], error });
    server.error = undefined;
    await passMs(1_000);
    expect(resource.state).toEqual({ status: 'loaded', value: ['one'] });
  });

  test('that no retry can mend is left to whoever reloads', async () => {
    const { resource, server, load, watch } = resourceOf();
    server.error = new Error('stop');
    watch();
    await passMs(60_000);
    window.dispatchEvent(new Event('online'));
    await passMs(60_000);
    expect(load).toHaveBeenCalledOnce();
    server.error = undefined;
    await resource.reload();
    expect(resource.state.status).toBe('loaded');
  });

  test('is retried at once when the network returns, even if an attempt is hanging', async () => {
    const { promise: hanging, resolve: answer } = Promise.withResolvers<string[]>();
    const load = vi.fn<() => Promise<string[]>>();
    load.mockRejectedValueOnce(new Error('out of reach')).mockReturnValueOnce(hanging).mockResolvedValue(['new']);
    const { resource, watch } = resourceOf({ load });
    watch();
    await passMs(1_000);
    expect(load).toHaveBeenCalledTimes(2);
    window.dispatchEvent(new Event('online'));
    await passMs(0);
    expect(resource.state).toEqual({ status: 'loaded', value: ['new'] });
    answer(['old']);
    await passMs(0);
    expect(resource.state).toEqual({ status: 'loaded', value: ['new'] });
  });

  test('of the credential drops the value and ends the attempts; who looks next asks anew', async () => {
    const { resource, server, load, watch } = resourceOf({ refreshMs: REFRESH_MS });
    const unwatch = watch();
    await passMs(0);
    server.error = new Error('revoked');
    await passMs(REFRESH_MS);
    expect(resource.state).toEqual({ status: 'revoked' });
    await passMs(10 * REFRESH_MS);
    expect(load).toHaveBeenCalledTimes(2);
    unwatch();
    expect(resource.state).toEqual({ status: 'loading' });
    server.error = undefined;
    watch();
    await passMs(0);
    expect(resource.state.status).toBe('loaded');
  });
});

describe('a refresh', () => {
  const options = { refreshMs: REFRESH_MS, isSame: (before: string[], after: string[]) => before[0] === after[0] };

  test('comes after its time, and a value that is the same replaces nothing', async () => {
    const { resource, server, load, seen, watch } = resourceOf(options);
    watch();
    await passMs(0);
    const before = resource.state;
    server.value = ['one'];
    await passMs(REFRESH_MS);
    expect(load).toHaveBeenCalledTimes(2);
    expect(resource.state).toBe(before);
    server.value = ['two'];
    await passMs(REFRESH_MS);
    expect(resource.state).toEqual({ status: 'loaded', value: ['two'] });
    expect(seen).toHaveLength(2);
  });

  test('stops with the last watcher and is made up for when somebody looks again', async () => {
    const { load, watch } = resourceOf(options);
    const unwatch = watch();
    await passMs(0);
    unwatch();
    await passMs(REFRESH_MS - 1);
    expect(vi.getTimerCount()).toBe(0);
    watch()();
    expect(load).toHaveBeenCalledOnce();
    await passMs(1);
    watch();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('that is due comes at once when the page is seen or the network returns, and not while it is hidden', async () => {
    const { server, load, watch } = resourceOf({ ...options, waitsWhileHidden: true });
    watch();
    await passMs(0);
    show('hidden');
    show('visible');
    window.dispatchEvent(new Event('online'));
    await passMs(0);
    expect(load).toHaveBeenCalledOnce();
    server.error = new Error('out of reach');
    await passMs(REFRESH_MS);
    expect(load).toHaveBeenCalledTimes(2);
    show('hidden');
    window.dispatchEvent(new Event('online'));
    await passMs(0);
    expect(load).toHaveBeenCalledTimes(2);
    show('visible');
    await passMs(0);
    expect(load).toHaveBeenCalledTimes(3);
  });
});

describe('by hand', () => {
  test('a loaded value is changed by what a response says of it, until the next load', async () => {
    const { resource, seen, watch } = resourceOf();
    resource.change(() => ['too early']);
    watch();
    await passMs(0);
    resource.change((value) => [...value, 'two']);
    expect(seen.at(-1)).toEqual({ status: 'loaded', value: ['one', 'two'] });
    await resource.reload();
    expect(resource.state).toEqual({ status: 'loaded', value: ['one'] });
  });

  test('a retry waits for the attempt under way, a reload overtakes it', async () => {
    const results: ((value: string[]) => void)[] = [];
    const load = vi.fn(() => new Promise<string[]>((resolve) => results.push(resolve)));
    const { resource, seen, watch } = resourceOf({ load });
    watch();
    resource.retry();
    expect(load).toHaveBeenCalledOnce();
    const reloaded = resource.reload();
    expect(load).toHaveBeenCalledTimes(2);
    results[1]?.(['new']);
    await reloaded;
    results[0]?.(['old']);
    await passMs(0);
    expect(seen).toEqual([{ status: 'loaded', value: ['new'] }]);
    resource.retry();
    expect(load).toHaveBeenCalledTimes(3);
  });
});

test('a cache keeps what is watched and six others, the oldest of them go', () => {
  const cache = new ResourceCache<string[]>();
  const get = (name: string) => cache.get(name, () => resourceOf().resource);
  const watched = get('watched');
  const unwatch = watched.watch(() => undefined);
  const kept = ['1', '2', '3', '4', '5', '6', '7', '8'].map(get);
  expect(get('8')).toBe(kept[7]);
  expect(get('2')).toBe(kept[1]);
  expect(get('watched')).toBe(watched);
  expect(get('1')).not.toBe(kept[0]);
  unwatch();
});

describe('a value that is known to be outdated', () => {
  test('is loaded again at once where it is watched, even while an older attempt is under way', async () => {
    const { resource, server, load, watch } = resourceOf();
    watch();
    server.value = ['one', 'two'];
    resource.outdate();
    await vi.advanceTimersByTimeAsync(0);
    expect(load).toHaveBeenCalledTimes(2);
    expect(resource.state).toMatchObject({ status: 'loaded', value: ['one', 'two'] });
  });

  test('is loaded when somebody asks for it or watches it, and kept when that fails', async () => {
    const { resource, server, load } = resourceOf();
    await resource.value();
    resource.outdate();
    expect(load).toHaveBeenCalledTimes(1);
    server.error = new Error('out of reach');
    expect(await resource.value()).toEqual(['one']);
    server.error = undefined;
    server.value = ['two'];
    expect(await resource.value()).toEqual(['two']);
    expect(load).toHaveBeenCalledTimes(3);
  });

  test('of a hidden page waits until it is seen', async () => {
    const { resource, load, watch } = resourceOf({ waitsWhileHidden: true });
    watch();
    await vi.advanceTimersByTimeAsync(0);
    show('hidden');
    resource.outdate();
    await vi.advanceTimersByTimeAsync(0);
    expect(load).toHaveBeenCalledTimes(1);
    show('visible');
    await vi.advanceTimersByTimeAsync(0);
    expect(load).toHaveBeenCalledTimes(2);
  });
});
