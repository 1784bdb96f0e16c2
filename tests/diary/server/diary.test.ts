import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import { DIARY_LIMITS } from '#contract/diary/diary.ts';
import type { DiaryEntry } from '#contract/diary/schemas.ts';
import { diaryRepository } from '#server/diary/diaryRepository.ts';
import { TabletClient } from '#support/server/tabletClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const DAY = 24 * 60;
const DAY_MS = DAY * 60_000;
/** Tomorrow, so that no test runs over midnight. */
const NOON = (Math.floor(Date.now() / DAY_MS) + 1.5) * DAY_MS;
const AT = NOON / 60_000;

let server: TestServer;
let client: TabletClient;
beforeAll(async () => {
  server = await startTestServer();
  server.clock.advance(NOON - Date.now());
  client = await TabletClient.on(server);
});
afterAll(() => server.close());

async function tell(key: string, diary: readonly object[]) {
  return (await client.tablet(key, `POST ${API_PATHS.kioskReport}`, { path: '/circuit-tree', diary })).status;
}

async function diaryOf(id: string, from: number, minutes = DAY): Promise<DiaryEntry[]> {
  const path = `${ADMIN_PATHS.tabletDiary(id)}?from=${from}&minutes=${minutes}`;
  return (await client.admin<DiaryEntry[]>('GET', path)).body;
}

const photo = (at: number, hash: number): DiaryEntry => ({ at, minutes: 1, shows: 'photo', photo: hash });

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ at: AT, minutes: 1 + index, shows: 'off' }));

describe("a tablet's diary", () => {
  test('is told in reports, once or twice, and read by days', async () => {
    const { id, key } = await client.make();
    const told: DiaryEntry[] = [
      { at: AT - 3, minutes: 2, shows: 'photo', photo: 7, mark: 'started' },
      { at: AT - 1, minutes: 1, shows: 'dark', offline: true },
    ];
    expect([await tell(key, told), await tell(key, told)]).toEqual([204, 204]);
    expect(await tell(key, [{ at: AT, minutes: 1, shows: 'dark', offline: true }])).toBe(204);
    const [first, last] = told;
    expect(await diaryOf(id, AT - DAY, 2 * DAY - 1_400)).toEqual([first, { ...last, minutes: 2 }]);
    expect(await diaryOf(id, AT - 2, 2)).toEqual([
      { at: AT - 2, minutes: 1, shows: 'photo', photo: 7 },
      { ...last, minutes: 1 },
    ]);
    expect((await client.find(id)).report).not.toHaveProperty('diary');
  });

  test('stays with a tablet that gets another key', async () => {
    const { id, key } = await client.make();
    const entry: DiaryEntry = { at: AT, minutes: 5, shows: 'page' };
    await tell(key, [entry]);
    await client.admin('POST', ADMIN_PATHS.replaceTabletKey(id));
    const next = await client.connectAgain(id);
    expect([next === key, await diaryOf(id, AT)]).toEqual([false, [entry]]);
  });

  test('has the last month, and the names of photos for two days', async () => {
    const { id, key } = await client.make();
    const oldest = AT - 12 * 60 - (DIARY_LIMITS.days - 1) * DAY;
    await tell(key, [photo(oldest - 1, 1), photo(oldest, 2), photo(AT - 2 * DAY, 3), photo(AT - DAY, 4), photo(AT, 5)]);
    const found = async (from: number) => (await diaryOf(id, from, 1))[0];
    expect(await found(oldest - 1)).toBeUndefined();
    expect(await found(oldest)).toEqual({ at: oldest, minutes: 1, shows: 'photo' });
    expect(await found(AT - 2 * DAY)).toEqual({ at: AT - 2 * DAY, minutes: 1, shows: 'photo' });
    expect(await found(AT - DAY)).toEqual(photo(AT - DAY, 4));
    server.clock.advance(DAY_MS);
    await tell(key, [photo(AT + DAY, 6)]);
    expect(await found(oldest)).toBeUndefined();
    expect(await found(AT - DAY)).toEqual({ at: AT - DAY, minutes: 1, shows: 'photo' });
    expect(await found(AT)).toEqual(photo(AT, 5));
    server.clock.advance(-DAY_MS);
  });

  test('leaves out what a wrong date says of years to come, and takes the rest of the report', async () => {
    const { id, key } = await client.make();
    expect(await tell(key, [{ at: AT + 400 * DAY, minutes: 10, shows: 'page' }])).toBe(204);
    expect(await diaryOf(id, AT + 400 * DAY)).toEqual([]);
    expect((await client.find(id)).report).toEqual({ path: '/circuit-tree' });
  });

  test.each([
    [{ at: -1, minutes: 1, shows: 'page' }],
    [{ at: AT, minutes: 0, shows: 'page' }],
    [{ at: AT, minutes: 2 ** 21, shows: 'page' }],
    [{ at: AT, minutes: 1, shows: 'cats' }],
    [{ at: AT, minutes: 1, shows: 'photo', photo: 2 ** 32 }],
    [{ at: AT, minutes: 1, shows: 'page', more: 1 }],
  ])('refuses %j', async (entry) => {
    const { key } = await client.make();
    expect(await tell(key, [entry])).toBe(400);
  });

  test('takes so many entries at once, and no more', async () => {
    const { key } = await client.make();
    expect(await tell(key, many(DIARY_LIMITS.perReport))).toBe(204);
    expect(await tell(key, many(DIARY_LIMITS.perReport + 1))).toBe(400);
  });

  test('goes with its tablet', async () => {
    const { id, key } = await client.make();
    await tell(key, [{ at: AT, minutes: 1, shows: 'page' }]);
    await client.admin('DELETE', ADMIN_PATHS.tablet(id));
    await client.admin('DELETE', ADMIN_PATHS.tablet(id));
    const { db, now } = server.dependencies;
    expect(await diaryRepository(db, now).read({ id, from: 0, to: AT + DAY })).toEqual([]);
  });
});
