import { API_PATHS } from '#contract/paths.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';
import { type Bench, inTurns, median, type Row } from '../measuring/bench.ts';
import { makeRows } from '../measuring/manyRows.ts';

const ROUNDS = 3;
const CALLS = 30;
const ALBUMS = 10_000;
const LISTED = 200;
const WRITTEN = { photo: 'a photo', album: 'an album' };

/**
 * The lists of a person who sees some albums only, against those of one who sees all. Each call comes after a write: of
 * a photo, as most are, or of an album, after which the albums that the person sees are read again.
 */
export const scopedListsBench: Bench = {
  id: 'scoped-lists',
  run: async () => {
    const server = await startTestServer();
    try {
      const made = await makeRows(server.dependencies.settings.dataDir, { albums: ALBUMS, photosPerAlbum: 10 });
      const albums = made.slice(-LISTED).map(({ id }) => id);
      const [album = ''] = albums;
      const all = await server.signIn({ permissions: ['photos:write'] });
      const some = await server.signIn({ permissions: ['photos:write'] });
      await server.dependencies.users.setAlbums({ userId: some.user.id, albumIds: albums });
      const lists = {
        'album tree': API_PATHS.albums,
        'photos of an album': API_PATHS.albumPhotos(album),
        'outline of an album': API_PATHS.albumOutline(album),
        'start page': ADMIN_PATHS.overview,
        search: `${ADMIN_PATHS.search}?q=album`,
        trash: ADMIN_PATHS.trash,
        'waiting photos': ADMIN_PATHS.waiting,
      };
      const rows: Row[] = [];
      for (const [name, path] of Object.entries(lists)) {
        for (const written of ['photo', 'album'] as const)
          rows.push(await rowFor(name, { server, path, album, written, all: all.token, some: some.token }));
      }
      return rows;
    } finally {
      await server.close();
    }
  },
};

interface Case {
  server: TestServer;
  path: string;
  /** The album that each write changes, or a photo of it. */
  album: string;
  written: 'photo' | 'album';
  /** The tokens of both people. */
  all: string;
  some: string;
}

async function rowFor(name: string, { all, some, ...target }: Case): Promise<Row> {
  const { seesAll, seesSome } = await inTurns(ROUNDS, {
    seesAll: async () => median(await callTimes(target, all)),
    seesSome: async () => median(await callTimes(target, some)),
  });
  return {
    name: `${name}, for an account that sees ${LISTED} of 10,000 albums, after a write of ${WRITTEN[target.written]}`,
    against: 'the same call of an account that sees all',
    ratio: seesSome / seesAll,
    goal: { kind: 'at most', value: 1.3, unit: '×' },
    figures: { some: `${seesSome.toFixed(1)} ms`, all: `${seesAll.toFixed(1)} ms` },
  };
}

async function callTimes({ server, path, ...target }: Omit<Case, 'all' | 'some'>, token: string): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    await write(server, target);
    const started = performance.now();
    const { status } = await server.call(path, { token });
    if (status !== 200) throw new Error(`${status} for ${path}`);
    times.push(performance.now() - started);
  }
  return times;
}

async function write(server: TestServer, { album, written }: Pick<Case, 'album' | 'written'>): Promise<void> {
  const { db, photos } = server.dependencies;
  if (written === 'photo') {
    await db.updateTable('photos').where('album_id', '=', album).set({ hidden: 0 }).execute();
    // An upload forgets these lists alone.
    photos.lists.forget();
    return;
  }
  const changed = db.updateTable('albums').where('id', '=', album);
  await changed.set(({ eb }) => ({ version: eb('version', '+', 1) })).execute();
  photos.forgetWhatWasRead();
}
