import { afterEach, expect, it, vi } from 'vitest';
import { UNKNOWN_HEALTH } from '#domain/shellHealth.ts';
import { rolledBackBuild } from '#src/wall/home/rolledBackBuild.ts';

const records = vi.hoisted(() => ({ all: new Map<string, unknown>(), isBroken: false }));
vi.mock('idb-keyval', async () => (await import('#support/worker/workerScope.ts')).keyvalOf(records));

afterEach(() => {
  records.all.clear();
  records.isBroken = false;
});

it('is the beginning of the name of the build that the worker gave up', async () => {
  records.all.set('shell-health', { ...UNKNOWN_HEALTH, leftBuild: '0123456789abcdef' });
  expect(await rolledBackBuild()).toBe('01234567');
});

it('is none while all is well, or nothing can be read', async () => {
  expect(await rolledBackBuild()).toBeUndefined();
  records.all.set('shell-health', UNKNOWN_HEALTH);
  expect(await rolledBackBuild()).toBeUndefined();
  records.isBroken = true;
  expect(await rolledBackBuild()).toBeUndefined();
});
