import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { abortAfter, createTurns, sleep, withTimeout } from '#domain/timing.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new Promise<string>(() => undefined);

function tooLate(): never {
  throw new Error('too late');
}

function untilAborted(signal: AbortSignal): Promise<string> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')));
  });
}

describe('withTimeout', () => {
  test('gives the result that comes in time, and leaves no timer', async () => {
    const onTimeout = vi.fn();
    await expect(withTimeout(Promise.resolve('here'), 1_000, onTimeout)).resolves.toBe('here');
    expect(vi.getTimerCount()).toBe(0);
    expect(onTimeout).not.toHaveBeenCalled();
  });

  test('passes an error on, and leaves no timer', async () => {
    await expect(withTimeout(Promise.reject(new Error('broken')), 1_000, () => 'late')).rejects.toThrow('broken');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('gives what the timeout returns at the last millisecond, not before', async () => {
    const settled = vi.fn();
    void withTimeout(never, 1_000, () => 'late').then(settled);
    await vi.advanceTimersByTimeAsync(999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledExactlyOnceWith('late');
  });

  test('rejects with what the timeout throws', async () => {
    const failed = vi.fn();
    void withTimeout(never, 1_000, tooLate).catch(failed);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(failed).toHaveBeenCalledExactlyOnceWith(new Error('too late'));
  });
});

describe('abortAfter', () => {
  test('aborts work that takes too long, at its millisecond', async () => {
    const failed = vi.fn();
    void abortAfter(1_000, untilAborted).catch(failed);
    await vi.advanceTimersByTimeAsync(999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed).toHaveBeenCalledExactlyOnceWith(new Error('aborted'));
  });

  test('leaves no timer behind work that ends or fails in time', async () => {
    let used: AbortSignal | undefined;
    const quick = async (signal: AbortSignal) => {
      used = signal;
      return 'done';
    };
    await expect(abortAfter(1_000, quick)).resolves.toBe('done');
    await expect(abortAfter(1_000, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(used?.aborted).toBe(false);
  });
});

test('a sleep ends when its time is over, and not before', async () => {
  const onEnd = vi.fn();
  void sleep(1_000).then(onEnd);
  await vi.advanceTimersByTimeAsync(999);
  expect(onEnd).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onEnd).toHaveBeenCalledOnce();
});

describe('in turns', () => {
  test('each begins when the one before has ended, also one that failed, and returns its own result', async () => {
    const log: string[] = [];
    const inTurn = createTurns();
    const act = (name: string, ms: number) => async () => {
      log.push(`${name} begins`);
      await sleep(ms);
      log.push(`${name} ends`);
      if (name === 'second') throw new Error(name);
      return name;
    };
    const results = Promise.allSettled([inTurn(act('first', 30)), inTurn(act('second', 20)), inTurn(act('third', 0))]);
    await vi.runAllTimersAsync();
    expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends']);
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await results)[2]).toMatchObject({ value: 'third' });
  });
});
