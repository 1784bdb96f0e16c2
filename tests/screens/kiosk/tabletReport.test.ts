import { afterEach, expect, it, vi } from 'vitest';
import { UNKNOWN_HEALTH } from '#domain/updates/shellHealth.ts';
import { tabletReport } from '#src/tablet/reporter.ts';

const records = vi.hoisted(() => ({ all: new Map<string, unknown>(), isBroken: false }));
vi.mock('idb-keyval', async () => (await import('../../support/worker/workerScope.ts')).keyvalOf(records));

afterEach(() => records.all.clear());

it('names the build that did not start on this tablet', async () => {
  expect(await tabletReport(undefined)).not.toHaveProperty('failedBuild');
  records.all.set('shell-health', { ...UNKNOWN_HEALTH, leftBuild: '0123456789abcdef' });
  expect(await tabletReport(undefined)).toMatchObject({ failedBuild: '01234567' });
});

it('says what is on screen, and nothing of the key in the address', async () => {
  window.history.replaceState(null, '', '/circuit-tree/photos/summer?apiKey=secret');
  const report = await tabletReport({ filename: 'a.jpg', albumSlug: 'summer', caption: 'Grandmother' });
  expect(report).toMatchObject({
    path: '/circuit-tree/photos/summer',
    photo: { filename: 'a.jpg', albumSlug: 'summer' },
  });
  expect(JSON.stringify(report)).not.toMatch(/secret|Grandmother/);
});
