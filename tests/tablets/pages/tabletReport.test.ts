import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UNKNOWN_HEALTH } from '#domain/shellHealth.ts';
import { Reporter, tabletReport } from '#src/wall/tablet/reporter.ts';
import { beginAtNoon, endDay, KEY, NOON, opened, pass, PHOTO } from '#support/kiosk/dayOnTheWall.ts';

const records = vi.hoisted(() => ({ all: new Map<string, unknown>(), isBroken: false }));
vi.mock('idb-keyval', async () => (await import('#support/worker/workerScope.ts')).keyvalOf(records));

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

describe('the reports', () => {
  let replies: Response[];
  let reports: { at: number; report: Record<string, unknown> }[];
  beforeEach(() => {
    beginAtNoon();
    [replies, reports] = [[], []];
    vi.stubGlobal('fetch', async (request: Request) => {
      reports.push({ at: (Date.now() - NOON) / 1_000, report: await request.json() });
      return replies.shift() ?? new Response(null, { status: 204 });
    });
  });
  afterEach(endDay);

  it('come at once, five seconds after a change, and otherwise after fifty', async () => {
    const reporter = opened(new Reporter(KEY));
    await pass(1_000);
    reporter.changed();
    await pass(60_000);
    expect(reports.map(({ at }) => at)).toEqual([0, 5, 55]);
  });

  // Seed 4 of the simulated walls lost a diary to a guest network.
  it('say again what a portal took in place of the server, until the server has it', async () => {
    replies = [1, 2].map(() => new Response('<h1>Welcome</h1>', { headers: { 'Content-Type': 'text/html' } }));
    opened(new Reporter(KEY));
    await pass(170_000);
    expect(reports.map(({ report }) => report.shown)).toMatchObject([[PHOTO], [PHOTO], [PHOTO], undefined]);
  });
});
