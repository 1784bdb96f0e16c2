import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const QUARTER_MS = 15 * 60_000;
const JITTER_MS = 3 * 60_000;

/** The browser's part of the worker, with updates that are counted. */
class Registration extends EventTarget {
  waiting: object | null = null;
  readonly installing = null;
  readonly active = {};
  updates = 0;
  outcome = (): Promise<void> => Promise.resolve();

  update(): Promise<void> {
    this.updates += 1;
    return this.outcome();
  }
}

let registration: Registration;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubEnv('DEV', false);
  registration = new Registration();
  const container = Object.assign(new EventTarget(), { register: async () => registration, controller: null });
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

/** A page whose worker is registered. */
async function openPage() {
  const checks = await import('#src/shared/offline/checkForUpdates.ts');
  await checks.startUpdateChecks();
  expect(registration.updates).toBe(0);
  return checks;
}

it('looks for a new version every quarter of an hour, and notices one', async () => {
  const { isUpdateReady } = await openPage();
  await vi.advanceTimersByTimeAsync(QUARTER_MS + JITTER_MS / 2);
  expect(registration.updates).toBe(1);
  expect(isUpdateReady()).toBe(false);
  registration.waiting = {};
  await vi.advanceTimersByTimeAsync(QUARTER_MS + JITTER_MS / 2);
  expect(registration.updates).toBeGreaterThanOrEqual(2);
  expect(isUpdateReady()).toBe(true);
});

it.each<[string, () => Promise<void>]>([
  ['hangs', () => new Promise(() => undefined)],
  ['fails', () => Promise.reject(new TypeError('Failed to update'))],
])('goes on looking after a check that %s', async (_what, outcome) => {
  const { isUpdateReady } = await openPage();
  registration.outcome = outcome;
  await vi.advanceTimersByTimeAsync(QUARTER_MS + JITTER_MS / 2);
  expect(registration.updates).toBe(1);
  registration.outcome = async () => {
    registration.waiting = {};
  };
  await vi.advanceTimersByTimeAsync(QUARTER_MS + JITTER_MS / 2);
  expect(isUpdateReady()).toBe(true);
});

it('follows the installs of a worker that could be registered only later, after a start without a server', async () => {
  const first = Promise.withResolvers<Registration>();
  const attempts = [() => first.promise];
  const register = () => attempts.shift()?.() ?? Promise.resolve(registration);
  const container = Object.assign(new EventTarget(), { register, controller: null });
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  const checks = await import('#src/shared/offline/checkForUpdates.ts');
  const start = checks.startUpdateChecks();
  await vi.advanceTimersByTimeAsync(QUARTER_MS + JITTER_MS / 2);
  expect(registration.updates).toBe(1);
  // The attempt that hung ends at last, and takes nothing away.
  first.reject(new TypeError('Failed to register'));
  await start;
  registration.waiting = {};
  expect(checks.waitingWorker()).toBe(registration.waiting);
  const installing = new EventTarget();
  Object.defineProperty(registration, 'installing', { value: installing });
  registration.dispatchEvent(new Event('updatefound'));
  installing.dispatchEvent(new Event('statechange'));
  expect(checks.isUpdateReady()).toBe(true);
});

it('leaves nothing behind of attempts that fail, of which there are many without a server (walls: seed 4)', async () => {
  const register = vi.fn().mockRejectedValue(new TypeError('Failed to register'));
  const container = Object.assign(new EventTarget(), { register, controller: null });
  const listen = vi.spyOn(container, 'addEventListener');
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  await (await import('#src/shared/offline/checkForUpdates.ts')).startUpdateChecks();
  await vi.advanceTimersByTimeAsync(4 * (QUARTER_MS + JITTER_MS / 2));
  expect(register.mock.calls.length).toBeGreaterThanOrEqual(4);
  expect(listen).not.toHaveBeenCalled();
});
