import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { isRecord } from '#domain/records.ts';
import { GUESSES } from '#server/core/limits.ts';
import { callsOf, type DescribedCall, requestOf } from '#support/server/describedCalls.ts';
import { ExampleWorld } from '#support/server/exampleWorld.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { type Call, fieldOf, startTestServer, type TestResponse, type TestServer } from '#support/server/testServer.ts';

// Each call of the document that names something of an album is made by everybody who sees some albums only: with
// things of their own album, with things of another one, and with things that never were. Between the last two nobody
// may find a difference.

const server: TestServer = await startTestServer();
const { body: document } = await server.call('/openapi.json');
if (!isRecord(document)) throw new Error('no document');

/** Things whose ids lead to an album. */
const OF_ALBUMS = ['albumId', 'otherAlbumId', 'albumSlug', 'filename', 'trashId', 'shareId'] as const;

const CALLS = callsOf(document).filter((call) => isOfAlbums(call) && isScoped(call));

function isOfAlbums(call: DescribedCall): boolean {
  const text = JSON.stringify(requestOf(call));
  return OF_ALBUMS.some((name) => text.includes(EXAMPLES[name]));
}

/** Whether senders who see some albums only may make the call. Images are for everybody who has their address. */
function isScoped({ operation }: DescribedCall): boolean {
  const { security, description } = operation;
  return (
    Array.isArray(security) && security.length > 0 && !String(description).includes('Needs: the permission admin.')
  );
}

/** Calls that end otherwise with things of one's own. */
const OTHERWISE: Record<string, number> = {
  // A form: tests/users/server/albumsSeen.test.ts.
  'POST /photos/albums/:id/photos': 400,
  // The example arranges the albums at the top.
  'PUT /photos/albums/order': 403,
  // A visitor's call.
  'GET /shares/mine/photos/:filename/original': 403,
};

let photos: PhotoClient;
let own: ExampleWorld;
let foreign: ExampleWorld;
let ownAlbum: string;
let foreignAlbum: string;

beforeAll(async () => {
  photos = await PhotoClient.on(server);
  ownAlbum = (await photos.createAlbum({ slug: 'own' })).id;
  foreignAlbum = (await photos.createAlbum({ slug: 'not-own' })).id;
  own = await ExampleWorld.on(server, { parentAlbumId: ownAlbum });
  foreign = await ExampleWorld.on(server);
});
afterAll(async () => {
  own.close();
  foreign.close();
  await server.close();
});
beforeEach(() => server.clock.advance(GUESSES.windowMs));

/** Everybody who sees some albums only. */
const HOLDERS: Record<string, () => Promise<Call>> = {
  'an account with photos:write': () => account('photos:write'),
  'an account with photos:read': () => account('photos:read'),
  'a tablet': async () => {
    const { token } = await server.signIn({ permissions: ['admin'] });
    const tablet = { name: randomUUID(), albumIds: [ownAlbum] };
    return { key: fieldOf(await server.call('/tablets', { method: 'POST', token, body: tablet }), 'key') };
  },
  'a share': () => visitor(true),
  'a guest code': () => visitor(false),
};

async function account(permission: 'photos:write' | 'photos:read'): Promise<Call> {
  const { user, token } = await server.signIn({ permissions: [permission] });
  await server.dependencies.users.setAlbums({ userId: user.id, albumIds: [ownAlbum] });
  return { token };
}

async function visitor(seesAlbum: boolean): Promise<Call> {
  const { token } = await server.signIn({ permissions: ['photos:write'] });
  const body = { albumId: ownAlbum, term: 'open', mayUpload: 'at-once', seesAlbum };
  const made = await server.call('/shares', { method: 'POST', token, body });
  return { headers: { [SHARE_KEY_HEADER]: fieldOf(made, 'key') } };
}

/** The request with things that never were, which look like those of the examples. */
function withUnknownThings(text: string): string {
  const unknown: Record<(typeof OF_ALBUMS)[number], string> = {
    albumId: randomUUID(),
    otherAlbumId: randomUUID(),
    albumSlug: `example-${randomUUID()}`,
    filename: EXAMPLES.filename.replace(/[0-9a-f]{32}/, randomUUID().replaceAll('-', '')),
    trashId: 'photo-987654321',
    shareId: randomUUID(),
  };
  return OF_ALBUMS.reduce((result, name) => result.replaceAll(EXAMPLES[name], unknown[name]), text);
}

async function send(text: string, holder: Call): Promise<TestResponse> {
  const { method, path, body }: ReturnType<typeof requestOf> = JSON.parse(text);
  return server.call(path, { ...holder, method, ...(body !== undefined && { body }) });
}

/** All that a sender gets to know. */
function seenOf({ status, headers, body }: TestResponse): object {
  const { date: _, ...others } = Object.fromEntries(headers);
  return { status, headers: others, body };
}

/** All that a call could change of albums, photos and links. */
async function stored(): Promise<string> {
  const { db } = server.dependencies;
  const rows = [
    await db.selectFrom('albums').selectAll().orderBy('id').execute(),
    await db.selectFrom('photos').selectAll().orderBy('id').execute(),
    await db.selectFrom('shares').select(['id', 'revoked_at', 'album_id']).orderBy('id').execute(),
  ];
  return JSON.stringify(rows);
}

/** Calls that respond to an unknown thing as to one that has ended already. */
const REPEATABLE = ['DELETE /photos/waiting', 'POST /photos/waiting/approve', 'GET /shares'];

describe.each(CALLS.map((call) => [call.name, call] as const))('%s', (name, call) => {
  const text = JSON.stringify(requestOf(call));

  test('tells nobody of other albums, and changes nothing of them', async () => {
    const { token } = await server.signIn({ permissions: ['admin'] });
    const ofOthers = await foreign.inPlaceOfExamples(text, token);
    for (const [who, holderOf] of Object.entries(HOLDERS)) {
      const holder = await holderOf();
      const before = await stored();
      const found = await send(ofOthers, holder);
      if (!REPEATABLE.includes(name)) expect(found.status, who).toBeGreaterThanOrEqual(400);
      expect(await stored(), who).toBe(before);
      const unknown = await send(withUnknownThings(text), holder);
      expect(seenOf(found), who).toEqual(seenOf(unknown));
    }
  });

  test('lets an account do in its own albums what it may do', async () => {
    const { token } = await server.signIn({ permissions: ['admin'] });
    const writer = await account('photos:write');
    const ofOwn = await own.inPlaceOfExamples(text, token);
    const { status } = await send(ofOwn, writer);
    expect(status < 300 ? 'done' : status).toBe(OTHERWISE[name] ?? 'done');
  });

  test('names no other album beside one’s own', async () => {
    const writer = await account('photos:write');
    const { token } = await server.signIn({ permissions: ['admin'] });
    for (const other of ['otherAlbumId', 'albumId'] as const) {
      if (!text.includes(EXAMPLES[other]) || !hasBoth(text)) continue;
      const ofOthers = await own.inPlaceOfExamples(text.replaceAll(EXAMPLES[other], foreignAlbum), token);
      const before = await stored();
      expect((await send(ofOthers, writer)).status).toBe(404);
      expect(await stored()).toBe(before);
    }
  });
});

function hasBoth(text: string): boolean {
  return text.includes(EXAMPLES.albumId) && text.includes(EXAMPLES.otherAlbumId);
}

test('time does not tell a foreign album from one that never was', async () => {
  const { id } = await photos.createAlbum({ slug: 'foreign' });
  const reader = await account('photos:read');
  const timeOf = async (albumId: string) => {
    const begun = performance.now();
    expect((await server.call(`/photos/albums/${albumId}/photos`, reader)).status).toBe(404);
    return performance.now() - begun;
  };
  const ofForeign: number[] = [];
  const ofUnknown: number[] = [];
  for (let round = 0; round < 80; round += 1) {
    ofForeign.push(await timeOf(id));
    ofUnknown.push(await timeOf(randomUUID()), await timeOf(randomUUID()));
    ofForeign.push(await timeOf(id));
  }
  // Drawn from one distribution, either is the slower one in about half of the pairs, however busy the machine is.
  const slower = ofForeign.flatMap((time) => ofUnknown.filter((other) => time > other));
  const share = slower.length / (ofForeign.length * ofUnknown.length);
  expect(share).toBeGreaterThan(0.35);
  expect(share).toBeLessThan(0.65);
});

const WRITES = CALLS.filter(({ name }) => !name.startsWith('GET '));
const ROUNDS = 6;
const MOST_MS = 5;

test('time does not tell what is foreign from what never was to somebody who would change it', async () => {
  const writer = await account('photos:write');
  const { token } = await server.signIn({ permissions: ['admin'] });
  const timeOf = async (text: string) => {
    const begun = performance.now();
    await send(text, writer);
    return performance.now() - begun;
  };
  const differing: string[] = [];
  for (const call of WRITES) {
    const text = JSON.stringify(requestOf(call));
    const ofOthers = await foreign.inPlaceOfExamples(text, token);
    const ofForeign: number[] = [];
    const ofUnknown: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ofForeign.push(await timeOf(ofOthers));
      ofUnknown.push(await timeOf(withUnknownThings(text)), await timeOf(withUnknownThings(text)));
      ofForeign.push(await timeOf(ofOthers));
    }
    // The fastest of each were not hindered, however busy the machine is.
    const difference = Math.min(...ofForeign) - Math.min(...ofUnknown);
    if (Math.abs(difference) > MOST_MS) differing.push(`${call.name}: ${difference} ms`);
  }
  expect(WRITES.length).toBeGreaterThan(10);
  expect(differing).toEqual([]);
});

test('HEAD tells no more than GET', async () => {
  const reader = await account('photos:read');
  for (const albumId of [foreignAlbum, randomUUID()]) {
    for (const path of ['photos', 'outline', 'part?from=0']) {
      const head = await server.call(`/photos/albums/${albumId}/${path}`, { ...reader, method: 'HEAD' });
      expect([head.status, head.headers.get('ETag')]).toEqual([404, null]);
    }
  }
});
