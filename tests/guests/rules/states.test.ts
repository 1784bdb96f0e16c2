import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/core/db/open.ts';
import { listedIn } from '#server/photos/albums/photoQueries.ts';
import { photoRepository } from '#server/photos/store/photoRepository.ts';
import { waitingRepository } from '#server/guests/waitingRepository.ts';
import { trashRepository } from '#server/photos/trash/trashRepository.ts';
import { openEarlierDatabase } from '#support/server/earlierDatabase.ts';
import { openTestDatabase, type TestDatabase } from '#support/server/testDatabase.ts';
import { databaseUrlFor, dropDatabaseOf, IS_POSTGRES } from '#support/server/testPostgres.ts';

/** Albums and photos as versions before the states stored them: what is in `trashed_with`, and when it went there. */
const ALBUMS = {
  garden: { with: null, at: null, state: 'shown' },
  summer: { with: 'summer', at: 50, state: 'trashed' },
  evening: { with: 'summer', at: 50, state: 'trashed' },
  winter: { with: '~', at: 40, state: 'gone' },
} as const;
const PHOTOS = {
  'shown.jpg': { album: 'garden', hidden: 0, with: null, at: null, state: 'shown' },
  'hidden.jpg': { album: 'garden', hidden: 1, with: null, at: null, state: 'shown' },
  'deleted.jpg': { album: 'garden', hidden: 0, with: null, at: 30, state: 'trashed' },
  'deleted-hidden.jpg': { album: 'garden', hidden: 1, with: null, at: 31, state: 'trashed' },
  'gone.jpg': { album: 'garden', hidden: 0, with: '~', at: 20, state: 'gone' },
  'deleted-first.jpg': { album: 'summer', hidden: 0, with: null, at: 45, state: 'trashed' },
  'with-album.jpg': { album: 'summer', hidden: 0, with: 'summer', at: 50, state: 'trashed' },
  'with-album-hidden.jpg': { album: 'evening', hidden: 1, with: 'summer', at: 50, state: 'trashed' },
  'of-gone-album.jpg': { album: 'winter', hidden: 0, with: 'winter', at: 40, state: 'trashed' },
} as const;
const GUESTS = {
  'waiting.jpg': { album: 'garden', hidden: 0, with: '?', at: 10, state: 'waiting' },
  'waiting-below.jpg': { album: 'evening', hidden: 0, with: '?', at: 11, state: 'waiting' },
} as const;

type FormerPhoto = { album: string; hidden: number; with: string | null; at: number | null; state: string };

async function fill(db: Kysely<Record<string, Record<string, unknown>>>, photos: Record<string, FormerPhoto>) {
  for (const [id, { with: trashed_with, at: trashed_at }] of Object.entries(ALBUMS)) {
    const slug = trashed_at === null ? id : `~${id}`;
    const row = { id, name: id, slug, parent_id: id === 'evening' ? 'summer' : null, created_at: 1 };
    const trashed_slug = trashed_at === null ? null : id;
    await db
      .insertInto('albums')
      .values({ ...row, trashed_at, trashed_with, trashed_slug })
      .execute();
  }
  for (const [filename, { album: album_id, hidden, with: trashed_with, at: trashed_at }] of Object.entries(photos)) {
    const hashes = { content_hash: filename, medium_hash: 'm', thumbnail_hash: 't' };
    const row = { album_id, filename, original_filename: filename, ...hashes, bytes: 1, sort_time: 1, upload_order: 1 };
    await db
      .insertInto('photos')
      .values({ ...row, created_at: 1, hidden, trashed_at, trashed_with })
      .execute();
  }
}

async function expectCounted(db: Database): Promise<void> {
  const kept = sql`select album_id, photos, shown, ids, versions from circuit_tree_contents where photos <> 0
    order by album_id`;
  const found = sql`select album_id, count(*) as photos, sum(1 - hidden) as shown, sum(id) as ids,
    sum(version) as versions from photos where state = 'shown' group by album_id order by album_id`;
  expect((await kept.execute(db)).rows).toEqual((await found.execute(db)).rows);
}

/** The same rows, with null where earlier versions had a sign in place of an id. */
function withoutSigns<Row extends { with: string | null }>(rows: Record<string, Row>): Record<string, Row> {
  const signs: readonly (string | null)[] = ['~', '?'];
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [name, signs.includes(row.with) ? { ...row, with: null } : row]),
  );
}

async function photosIn(db: Database, state: 'shown' | 'waiting' | 'trashed' | 'gone') {
  const photos = db.selectFrom('photos').select(['filename', 'hidden', 'album_id']).where('state', '=', state);
  return (await photos.orderBy('id').execute()).map(({ filename }) => filename);
}

describe.each([
  ['007-curation', PHOTOS],
  ['016-album-contents', PHOTOS],
  ['031-guests', { ...PHOTOS, ...GUESTS }],
  ['047-one-node-history', { ...PHOTOS, ...GUESTS }],
] as const)('a library of a version with %s', (last, photos) => {
  let folder: string;
  let db: Database;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'circuit-tree-states-'));
    const url = await databaseUrlFor(folder);
    const earlier = await openEarlierDatabase(folder, { last, url });
    await fill(earlier, photos);
    await earlier.destroy();
    ({ db } = await openDatabase(folder, { url, keepsOld: false }));
  });
  afterEach(async () => {
    await db.destroy();
    await rm(folder, { recursive: true, force: true });
    await dropDatabaseOf(folder);
  });

  test('has its photos and albums in their states', async () => {
    const stored = await db
      .selectFrom('photos')
      .select(['filename', 'album_id as album', 'hidden', 'trashed_with as with', 'trashed_at as at', 'state'])
      .orderBy('id')
      .execute();
    expect(Object.fromEntries(stored.map(({ filename, ...row }) => [filename, row]))).toEqual(withoutSigns(photos));
    const albums = await db
      .selectFrom('albums')
      .select(['id', 'trashed_with as with', 'trashed_at as at', 'state'])
      .execute();
    expect(Object.fromEntries(albums.map(({ id, ...row }) => [id, row]))).toEqual(withoutSigns(ALBUMS));
    await expectCounted(db);
  });

  test('restores, approves and deletes for good what it did before, and counts on', async () => {
    const trash = trashRepository(db, { now: () => 100, days: 30 });
    const waiting = waitingRepository(db, () => 100);
    const entries = async () => (await trash.list(null)).map(({ name }) => name);
    expect(await entries()).toEqual(['summer', 'deleted-first.jpg', 'deleted-hidden.jpg', 'deleted.jpg']);
    while (await trash.removeSome());
    expect(await photosIn(db, 'gone')).toEqual([]);
    expect(await db.selectFrom('albums').select('id').where('id', '=', 'winter').execute()).toEqual([]);
    expect(await entries()).toHaveLength(4);
    await expectCounted(db);

    const guests = Object.keys(photos).filter((name) => name.startsWith('waiting'));
    expect((await waiting.list(null)).map(({ name }) => name)).toEqual(guests.slice(0, 1));
    expect(await trash.restore({ albums: ['summer'], photos: [] })).toMatchObject({ albums: ['summer'] });
    expect((await waiting.list(null)).map(({ name }) => name)).toEqual(guests);
    await expectCounted(db);

    const ids = await db.selectFrom('photos').select('id').execute();
    expect(
      await waiting.approve(
        ids.map(({ id }) => id),
        null,
      ),
    ).toBe(guests.length);
    expect(await entries()).toEqual(['deleted-first.jpg', 'deleted-hidden.jpg', 'deleted.jpg']);
    expect(await trash.restore({ albums: [], photos: ids.map(({ id }) => id) })).toMatchObject({ photos: 3 });
    expect(await photosIn(db, 'shown')).toEqual(Object.keys(photos).filter((name) => !/gone/.test(name)));
    const hidden = await db.selectFrom('photos').select('filename').where('hidden', '=', 1).orderBy('id').execute();
    expect(hidden.map(({ filename }) => filename)).toEqual([
      'hidden.jpg',
      'deleted-hidden.jpg',
      'with-album-hidden.jpg',
    ]);
    await expectCounted(db);
  });

  test('has each content and name once in an album, and as often as it likes in the trash', async () => {
    const copy = (state: 'shown' | 'trashed', column: 'content_hash' | 'filename') => {
      const hash = column === 'content_hash' ? 'shown.jpg' : 'other';
      const name = column === 'filename' ? 'shown.jpg' : 'other.jpg';
      const hashes = { content_hash: hash, medium_hash: 'm', thumbnail_hash: 't' };
      const names = { album_id: 'garden', filename: name, original_filename: name };
      const row = { ...names, ...hashes, bytes: 1, taken_at: null, sort_time: 1, upload_order: 1, created_at: 1 };
      const trashed_at = state === 'shown' ? null : 60;
      return db
        .insertInto('photos')
        .values({ ...row, state, trashed_at })
        .execute();
    };
    for (const column of ['content_hash', 'filename'] as const) {
      await expect(copy('shown', column)).rejects.toThrow(/unique/i);
      await copy('trashed', column);
      await copy('trashed', column);
    }
    await expectCounted(db);
  });
});

/** The insertion of a photo with these three columns. */
function photo(state: string): string {
  return `insert into photos (album_id, filename, original_filename, content_hash, medium_hash, thumbnail_hash, bytes,
    sort_time, upload_order, created_at, state, trashed_at, trashed_with)
    values ('garden', 'a.jpg', 'a.jpg', 'c', 'm', 't', 1, 1, 1, 1, ${state})`;
}

describe('the database refuses', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
    const { db } = database;
    const album = { id: 'garden', name: 'Garden', slug: 'garden', parent_id: null, created_at: 1 };
    await db.insertInto('albums').values(album).execute();
  });
  afterAll(() => database.close());

  test.each([
    ['a state of no known name', `update albums set state = 'lost'`],
    ['an album in the trash without a time', `update albums set state = 'trashed', trashed_with = 'garden'`],
    ['an album in the trash without its entry', `update albums set state = 'trashed', trashed_at = 1`],
    ['a deletion by an earlier version', `update albums set trashed_at = 1, trashed_with = 'garden'`],
    ['an id with what is gone', `update albums set state = 'gone', trashed_at = 1, trashed_with = 'garden'`],
    ['a photo that waits and has no time', photo(`'waiting', null, null`)],
    ['one that is shown and has one', photo(`'shown', 1, null`)],
    ['one that waits as earlier versions wrote it', photo(`'waiting', 1, '?'`)],
    ['one that is gone as earlier versions wrote it', photo(`'gone', 1, '~'`)],
    ['a photo of no known state', photo(`'lost', 1, null`)],
  ])('%s', async (_, statement) => {
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow(/check constraint/i);
  });
});

test.runIf(!IS_POSTGRES)(
  'no list, no search for a photo and no new album reads all photos of the library',
  async () => {
    const database = await openTestDatabase();
    const statements: CompiledQuery[] = [];
    const db = database.db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        statements.push(database.db.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const album = { id: 'garden', name: 'Garden', slug: 'garden', parent_id: null, created_at: 1 };
    await db.insertInto('albums').values(album).execute();
    await listedIn(db, 'garden').execute();
    const photos = photoRepository(db, database.now);
    await photos.ofContent('garden', 'hash');
    await photos.isWaiting('garden', { contentHash: 'hash', madeFrom: 'made-from' });
    await photos.filesOf('garden', 'shown.jpg');
    const trash = trashRepository(db, { now: database.now, days: 30 });
    const waiting = waitingRepository(db, database.now);
    await trash.list(null);
    await trash.removeDue();
    await waiting.list(null);
    await waiting.count(null);
    await waiting.newestBefore(database.now());
    await waiting.approve([1], null);
    const plans: [string, string][] = [];
    for (const { sql: statement, parameters } of statements) {
      const explain = CompiledQuery.raw(`explain query plan ${statement}`, [...parameters]);
      const { rows } = await database.db.executeQuery<{ detail: string }>(explain);
      plans.push(...rows.map(({ detail }): [string, string] => [statement, detail]));
    }
    await database.close();
    expect(plans.length).toBeGreaterThan(20);
    expect(plans.filter(([, detail]) => /^SCAN (?:photos|inside|other)\b(?! USING)/.test(detail))).toEqual([]);
    const used = new Set(plans.flatMap(([, detail]) => /INDEX (photos_\w+)/.exec(detail)?.[1] ?? []));
    expect([...used]).toEqual(expect.arrayContaining(['photos_in_order', 'photos_in_trash', 'photos_waiting']));
  },
);
