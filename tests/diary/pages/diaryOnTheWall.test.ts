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
import { Diary } from '#src/wall/diary/diary.ts';

const minutes = (count: number) => pass(count * 60_000);
const see = (state: DocumentVisibilityState) => vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
const entriesOf = (diary: Diary) => diary.next().diary ?? [];

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
    const sent = entriesOf(diary);
    await minutes(2);
    diary.reported({ path: '/', diary: sent });
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

  it('goes with the key', async () => {
    const diary = new Diary(KEY);
    await pass(FIRST_LOOK_MS);
    localStorage.removeItem('tablet');
    diary.close();
    expect(localStorage).toHaveLength(0);
  });
});
