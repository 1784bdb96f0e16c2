import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { BODIES } from '#server/core/bodyLimits.ts';
import { LISTS, TRASH } from '#server/core/limits.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { SearchResponse } from '#contract/curation/schemas.ts';
import type { TrashEntry } from '#contract/trash/schemas.ts';
import type { Overview } from '#contract/server/schemas.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { FILENAMES_PER_CALL, HASHES_PER_CALL } from '#contract/limits.ts';
import { API_PATHS } from '#contract/paths.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { fieldOf, startTestServer, type TestServer } from '#support/server/testServer.ts';
import { type MadeAlbum, makeRows } from '#lab/bench/measuring/manyRows.ts';

// The number of names in one call, and of items in one response: at the limit, and one beyond.

let server: TestServer;
let client: PhotoClient;
let album: Album;
let other: Album;
beforeAll(async () => {
  server = await startTestServer();
  client = await PhotoClient.on(server);
  album = await client.createAlbum();
  other = await client.createAlbum();
});
afterAll(() => server.close());

const entries = (count: number) => Array.from({ length: count }, (_, index) => `photo-${900_000_000 + index}`);
const hashes = (count: number) => Array.from({ length: count }, (_, index) => String(index).padStart(64, '0'));
const names = (count: number) => Array.from({ length: count }, (_, index) => `${index}.jpg`);

interface Limited {
  what: string;
  atMost: number;
  ask: (count: number) => Promise<{ status: number }>;
  /** The status at the limit, and beyond it. None of what is named is there, which only a call that is not refused finds out. */
  statuses: [number, number];
}

const ids = (count: number) => ({ ids: entries(count) });
/** The part of a body that is not the name in it. */
const AROUND_NAME = JSON.stringify({ name: '' }).length;

const LIMITED: Limited[] = [
  {
    what: 'photos to move',
    atMost: FILENAMES_PER_CALL,
    ask: (count) =>
      client.ask(`POST ${ADMIN_PATHS.movePhotos(album.id)}`, { filenames: names(count), toAlbumId: other.id }),
    statuses: [404, 400],
  },
  {
    what: 'photos to delete',
    atMost: TRASH.namesPerCall,
    ask: (count) => client.ask(`DELETE ${API_PATHS.albumPhotos(album.id)}`, { filenames: names(count) }),
    statuses: [404, 400],
  },
  {
    what: 'contents that may be known',
    atMost: HASHES_PER_CALL,
    ask: (count) => client.ask(`POST ${ADMIN_PATHS.knownPhotos(album.id)}`, { hashes: hashes(count) }),
    statuses: [200, 400],
  },
  {
    what: 'entries of the trash to restore',
    atMost: TRASH.namesPerCall,
    ask: (count) => client.ask(`POST ${ADMIN_PATHS.restoreFromTrash}`, ids(count)),
    statuses: [404, 400],
  },
  {
    what: 'entries of the trash to delete for good',
    atMost: TRASH.namesPerCall,
    ask: (count) => client.ask(`DELETE ${ADMIN_PATHS.trash}`, ids(count)),
    statuses: [404, 400],
  },
  {
    // Such a name is too long in any case, but a body that is not too large is read to its end.
    what: 'bytes of another body',
    atMost: BODIES.jsonBytes,
    ask: (bytes) => client.ask(`PATCH ${ADMIN_PATHS.album(album.id)}`, { name: 'x'.repeat(bytes - AROUND_NAME) }),
    statuses: [400, 413],
  },
];

test.each(LIMITED)('one call names so many $what, and no more', async ({ atMost, ask, statuses }) => {
  expect([(await ask(atMost)).status, (await ask(atMost + 1)).status]).toEqual(statuses);
});

interface Large {
  what: string;
  method: 'POST' | 'PUT' | 'DELETE';
  path: () => string;
  field: string;
  bytes: number;
}

const LARGE: Large[] = [
  {
    what: 'restore',
    method: 'POST',
    path: () => ADMIN_PATHS.restoreFromTrash,
    field: 'ids',
    bytes: BODIES.trashIdsBytes,
  },
  { what: 'remove', method: 'DELETE', path: () => ADMIN_PATHS.trash, field: 'ids', bytes: BODIES.trashIdsBytes },
  {
    what: 'delete',
    method: 'DELETE',
    path: () => API_PATHS.albumPhotos(album.id),
    field: 'filenames',
    bytes: BODIES.deletedNamesBytes,
  },
  {
    what: 'move',
    method: 'POST',
    path: () => ADMIN_PATHS.movePhotos(album.id),
    field: 'filenames',
    bytes: BODIES.movedNamesBytes,
  },
  {
    what: 'order of photos',
    method: 'PUT',
    path: () => ADMIN_PATHS.photoOrder(album.id),
    field: 'filenames',
    bytes: BODIES.photoOrderBytes,
  },
  {
    what: 'order of albums',
    method: 'PUT',
    path: () => ADMIN_PATHS.albumOrder,
    field: 'albumIds',
    bytes: BODIES.albumOrderBytes,
  },
];

describe.each(LARGE)('a body of entries that do not fit: $what', ({ method, path, field, bytes }) => {
  const entry = '1,';
  const sendBytes = async (length: number) => {
    const body = `{"parentAlbumId":null,"${field}":[${entry.repeat(length / entry.length)}1]}`;
    const { token } = await server.signIn({ permissions: ['photos:write'] });
    return server.call(path(), { method, token, body, headers: { 'Content-Type': 'application/json' } });
  };

  test('one that is larger than the call can need is refused before it is read', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    expect((await sendBytes(bytes)).status).toBe(413);
    const lengths = parse.mock.calls.map(([text]) => text.length);
    parse.mockRestore();
    expect(Math.max(0, ...lengths)).toBeLessThan(1_000);
  });

  test('the server refuses the longest body for its length', async () => {
    const response = await sendBytes(bytes - 1_000);
    expect(response.status).toBe(400);
    expect(fieldOf(response, 'message')).toMatch(
      new RegExp(`${field} must not have more than \\d+ items|more .* items than any call takes`),
    );
  });
});

const askToDelete = (filenames: unknown[]) => client.ask(`DELETE ${API_PATHS.albumPhotos(album.id)}`, { filenames });

test('the server checks entries far behind the first and names the first wrong ones', async () => {
  const far = await askToDelete([...names(1_000), 7]);
  expect([far.status, far.body]).toEqual([
    400,
    { message: 'The request is malformed: the body of the request has an entry that is not as expected' },
  ]);
  expect((await askToDelete([...names(3), 7])).body).toEqual({
    message: 'The request is malformed: filenames.3 must be string',
  });
});

test.each(['', 'true', '1.5', '0x10', '1e3', '9'.repeat(30)])(
  'a page of the audit log before %o is refused',
  async (before) => {
    const { token } = await server.signIn({ permissions: ['admin'] });
    const ask = (id: string) => server.call(`${ADMIN_PATHS.audit}?before=${id}`, { token });
    expect([(await ask(before)).status, (await ask('100000')).status]).toEqual([400, 200]);
  },
);

/** A new server with one album of so many photos. */
async function filled(photosPerAlbum: number): Promise<MadeAlbum> {
  const fresh = await startTestServer();
  const { dataDir, databaseUrl } = fresh.dependencies.settings;
  const [made] = await makeRows(dataDir, { albums: 1, photosPerAlbum, databaseUrl });
  fresh.dependencies.photos.forgetWhatWasRead();
  await server.close();
  server = fresh;
  client = await PhotoClient.on(server);
  return made!;
}

async function find(text: string): Promise<SearchResponse> {
  return (await client.call<SearchResponse>(`${ADMIN_PATHS.search}?q=${text}`)).body;
}

describe('one response brings no more than it may', () => {
  test('photos that a search finds', async () => {
    await filled(LISTS.found);
    // Rows made for benches have no search text of their own.
    await server.dependencies.db.updateTable('photos').set({ search_text: 'summer' }).execute();
    expect(await find('summer')).toMatchObject({ photos: { length: LISTS.found }, more: false });
    await filled(LISTS.found + 1);
    await server.dependencies.db.updateTable('photos').set({ search_text: 'summer' }).execute();
    expect(await find('summer')).toMatchObject({ photos: { length: LISTS.found }, more: true });
  });

  test('the last uploads, and a page of the trash', async () => {
    const { id, filenames } = await filled(TRASH.page + 1);
    const recent = async () => (await client.call<Overview>(ADMIN_PATHS.overview)).body.library?.recent.length;
    expect(await recent()).toBe(LISTS.recent);
    await client.ask(`DELETE ${API_PATHS.albumPhotos(id)}`, { filenames });
    const first = (await client.call<TrashEntry[]>(ADMIN_PATHS.trash)).body;
    expect(first).toHaveLength(TRASH.page);
    const last = first.at(-1)!;
    const after = encodeURIComponent(`${last.trashedAt}_${last.id}`);
    expect((await client.call<TrashEntry[]>(`${ADMIN_PATHS.trash}?after=${after}`)).body).toHaveLength(1);
  });
});
