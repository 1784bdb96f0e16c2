import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hash32 } from '#domain/hash32.ts';
import { UNKNOWN_HEALTH } from '#domain/shellHealth.ts';
import { Diary } from '#src/wall/diary/diary.ts';
import { Reporter, tabletReport } from '#src/wall/tablet/reporter.ts';
import { photoOnScreen } from '#src/shared/tablet/slideshowControl.ts';
import { storeTablet } from '#src/shared/tablet/storedTablet.ts';

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

const KEY = 'key';
const NOON = Date.UTC(2026, 0, 31, 12);
const FIRST = NOON / 60_000;
const FIRST_LOOK_MS = 5_000;
const PHOTO = { filename: 'a.jpg', albumSlug: 'summer' };
const shown = { shows: 'photo', photo: hash32('summer/a.jpg') };

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const minutes = (count: number) => pass(count * 60_000);
const see = (state: DocumentVisibilityState) => vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);

const open: { close: () => void }[] = [];
function opened<Closed extends { close: () => void }>(one: Closed): Closed {
  open.push(one);
  return one;
}

function beginAtNoon(): void {
  vi.useFakeTimers({ now: NOON });
  localStorage.clear();
  storeTablet(KEY, {});
  photoOnScreen.set(PHOTO);
}

function endDay(): void {
  for (const one of open.splice(0)) one.close();
  photoOnScreen.set(undefined);
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
}

describe('the diary', () => {
  beforeEach(beginAtNoon);
  afterEach(endDay);

  it('outlives a page with a replaced key, which is reloaded with the new one within seconds', async () => {
    const before = new Diary(KEY);
    await pass(FIRST_LOOK_MS);
    await minutes(2);
    before.close();
    void new Diary('the key before');
    await pass(FIRST_LOOK_MS - 1);
    vi.clearAllTimers();
    const diary = opened(new Diary(KEY));
    await pass(FIRST_LOOK_MS);
    expect(diary.next()[0]).toMatchObject({ at: FIRST, minutes: 3, ...shown });
  });

  it('accounts for each minute, also for those without power', async () => {
    const before = new Diary(KEY);
    await pass(FIRST_LOOK_MS);
    await minutes(2);
    const lived = { at: FIRST, minutes: 3, ...shown, mark: 'started' };
    expect(before.next()).toEqual([lived]);
    before.close();
    vi.setSystemTime(NOON + 10 * 60_000);
    const diary = opened(new Diary(KEY));
    await pass(FIRST_LOOK_MS);
    expect(diary.next()).toEqual([
      lived,
      { at: FIRST + 3, minutes: 7, shows: 'off' },
      { at: FIRST + 10, minutes: 1, ...shown, mark: 'started' },
    ]);
  });

  it('keeps what was not reported, and tells the rest ten minutes later', async () => {
    const diary = opened(new Diary(KEY));
    await pass(FIRST_LOOK_MS);
    const sent = diary.next();
    await minutes(2);
    diary.reported(sent);
    expect(diary.next()).toEqual([]);
    await minutes(10);
    expect(diary.next()).toEqual([{ at: FIRST + 1, minutes: 12, ...shown }]);
  });

  it('is left to the page that is seen', async () => {
    const diary = opened(new Diary(KEY));
    await pass(FIRST_LOOK_MS);
    see('hidden');
    const stored = JSON.stringify(localStorage);
    await minutes(3);
    expect(JSON.stringify(localStorage)).toBe(stored);
    const front = new Diary(KEY);
    see('visible');
    await pass(FIRST_LOOK_MS);
    front.close();
    await minutes(1);
    expect(diary.next()).toMatchObject([
      { at: FIRST, minutes: 1, ...shown },
      { at: FIRST + 1, minutes: 2, shows: 'off' },
      { at: FIRST + 3, minutes: 2, ...shown, mark: 'started' },
    ]);
  });

  it('goes with the key', async () => {
    const diary = new Diary(KEY);
    await pass(FIRST_LOOK_MS);
    localStorage.removeItem('tablet');
    diary.close();
    expect(localStorage).toHaveLength(0);
  });
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

  it('say again what a portal took in place of the server', async () => {
    replies = [1, 2].map(() => new Response('<h1>Welcome</h1>', { headers: { 'Content-Type': 'text/html' } }));
    opened(new Reporter(KEY));
    await pass(120_000);
    const told = reports.map(({ report }) => report.diary);
    expect(told[1]).toMatchObject([{ at: FIRST, ...shown, mark: 'started' }]);
    expect(told[2]).toMatchObject([{ at: FIRST, ...shown, mark: 'started' }]);
    expect(reports.map(({ report }) => report.shown)).toMatchObject([[PHOTO], [PHOTO], [PHOTO]]);
  });
});
