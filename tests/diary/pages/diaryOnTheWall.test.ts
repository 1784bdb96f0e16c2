import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  beginAtNoon,
  endDay,
  FIRST,
  FIRST_LOOK_MS,
  KEY,
  NOON,
  opened,
  pass,
  shown,
} from '#support/kiosk/dayOnTheWall.ts';
import { Value } from 'typebox/value';
import { Type } from 'typebox';
import { type DiaryEntry, ReportedDiary } from '#contract/diary/schemas.ts';
import { Diary } from '#src/wall/diary/diary.ts';
import { Reporter } from '#src/wall/tablet/reporter.ts';

const minutes = (count: number) => pass(count * 60_000);
const see = (state: DocumentVisibilityState) => vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
const Sent = Type.Object({ diary: ReportedDiary });
function entriesOf(diary: Diary): DiaryEntry[] {
  const fields = diary.next()?.fields ?? { diary: [] };
  return Value.Parse(Sent, fields).diary;
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
    expect(entriesOf(diary)[0]).toMatchObject({ at: FIRST, minutes: 3, ...shown });
  });

  it('accounts for each minute, also for those without power', async () => {
    const before = new Diary(KEY);
    await pass(FIRST_LOOK_MS);
    await minutes(2);
    const lived = { at: FIRST, minutes: 3, ...shown, mark: 'started' };
    expect(entriesOf(before)).toEqual([lived]);
    before.close();
    vi.setSystemTime(NOON + 10 * 60_000);
    const diary = opened(new Diary(KEY));
    await pass(FIRST_LOOK_MS);
    expect(entriesOf(diary)).toEqual([
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
    expect(sent?.arrived(), 'more is waiting').toBe(false);
    expect(entriesOf(diary)).toEqual([]);
    await minutes(10);
    expect(entriesOf(diary)).toEqual([{ at: FIRST + 1, minutes: 12, ...shown }]);
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
    expect(entriesOf(diary)).toMatchObject([
      { at: FIRST, minutes: 1, ...shown },
      { at: FIRST + 1, minutes: 2, shows: 'off' },
      { at: FIRST + 3, minutes: 2, ...shown, mark: 'started' },
    ]);
  });

  it('is sent with each report until the server has it', async () => {
    const sent: { diary?: unknown }[] = [];
    const portal = new Response('<h1>Welcome</h1>', { headers: { 'Content-Type': 'text/html' } });
    const replies = [new Response(null, { status: 204 }), portal];
    vi.stubGlobal('fetch', async (request: Request) => {
      sent.push(await request.json());
      return replies.shift() ?? new Response(null, { status: 204 });
    });
    opened(new Reporter(KEY));
    await pass(120_000);
    const minute = { at: FIRST, ...shown, mark: 'started' };
    expect(sent).toMatchObject([{}, { diary: [minute] }, { diary: [minute] }]);
  });

  it('goes with the key', async () => {
    const diary = new Diary(KEY);
    await pass(FIRST_LOOK_MS);
    localStorage.removeItem('tablet');
    diary.close();
    expect(localStorage).toHaveLength(0);
  });
});
