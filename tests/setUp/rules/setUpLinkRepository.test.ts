import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setUpLinkRepository } from '#server/setUp/setUpLinkRepository.ts';
import { openTestDatabase, type TestDatabase } from '#support/server/testDatabase.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => database.empty('set_up_links', 'users'));
afterAll(() => database.close());

const setUp = () => setUpLinkRepository(database);
const makeOwner = async () => 'owner';

describe('a link of the set-up', () => {
  test('makes the owner once; a second use makes nobody, and is told from a link that was made up', async () => {
    const token = await setUp().create('one');
    expect([await setUp().stateOf(token), await setUp().stateOf('made-up')]).toEqual(['open', 'wrong']);
    expect(await setUp().spend('made-up', makeOwner)).toBeUndefined();
    expect(await setUp().spend(token, makeOwner)).toBe('owner');
    expect(await setUp().stateOf(token)).toBe('used');
    expect(await setUp().spend(token, makeOwner)).toBeUndefined();
    const stored = await database.db.selectFrom('set_up_links').select(['server', 'used_at']).execute();
    expect(stored).toEqual([{ server: 'one', used_at: database.now() }]);
  });

  test('stays open when the owner cannot be made', async () => {
    const token = await setUp().create('one');
    await expect(setUp().spend(token, () => Promise.reject(new Error('taken')))).rejects.toThrow('taken');
    expect(await setUp().stateOf(token)).toBe('open');
  });

  test('ends the one that the same server printed before, and leaves used ones and those of other servers', async () => {
    const [used, other] = [await setUp().create('one'), await setUp().create('two')];
    await setUp().spend(used, makeOwner);
    const [first, second] = [await setUp().create('one'), await setUp().create('one')];
    const states = () => Promise.all([used, other, first, second].map((token) => setUp().stateOf(token)));
    expect(await states()).toEqual(['used', 'open', 'wrong', 'open']);
    await setUp().endAll();
    expect(await states()).toEqual(['used', 'wrong', 'wrong', 'wrong']);
  });
});
