import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AlbumChanges, ConflictResponse } from '#contract/curation/schemas.ts';
import { levelVersion } from '#domain/curation/manualOrder.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { findAlbumById } from '#support/server/albumTrees.ts';
import { jpeg } from '#support/pictures/images.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let client: PhotoClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await PhotoClient.on(server);
});
afterAll(() => server.close());

type Changed = Album & ConflictResponse;

function change(album: Album, changes: AlbumChanges | Record<string, unknown>, version?: number) {
  const headers: Record<string, string> = version === undefined ? {} : { 'If-Match': `"${version}"` };
  return client.ask<Changed>(`PATCH /photos/albums/${album.id}`, changes, headers);
}

async function listed(album: Album): Promise<Album> {
  const found = findAlbumById(await client.albums(), album.id);
  if (!found) throw new Error(`${album.slug} is not in the list`);
  return found;
}

let seed = 5_000;
async function photoIn(album: Album, name = 'p.jpg'): Promise<Photo> {
  seed += 1;
  const { body } = await client.upload(album.id, { [name]: await jpeg({ width: 40, height: 40, seed }) });
  return body.photos[0]!;
}

describe('changing an album', () => {
  test('answers with the album as the list has it, and the ETag of its version', async () => {
    const parent = await client.createAlbum({ slug: 'changed-parent' });
    const album = await client.createAlbum({ slug: 'changed', parentAlbumId: parent.id });
    await client.createAlbum({ slug: 'changed-child', parentAlbumId: album.id });
    await photoIn(album);
    const answer = await change(album, { name: '  Another name ', order: 'newest' }, 0);
    expect(answer).toMatchObject({ status: 200, body: { name: 'Another name', order: 'newest', version: 1 } });
    expect(answer.headers.get('ETag')).toBe('"1"');
    expect(answer.body).toEqual(await listed(album));
    expect((await change(album, { order: 'taken' })).body).not.toHaveProperty('order');
  });

  test('to what it is already changes nothing', async () => {
    const album = await client.createAlbum({ name: 'Same', slug: 'same' });
    for (const same of [{}, { name: 'Same', slug: 'same', parentAlbumId: null, cover: null, order: 'taken' }]) {
      const answer = await change(album, same, 0);
      expect(answer.status).toBe(200);
      expect(answer.body).not.toHaveProperty('version');
      expect(answer.headers.get('ETag')).toBe('"0"');
    }
  });

  test('of an unknown one is a 404', async () => {
    const answer = await client.ask('PATCH /photos/albums/nothing', { name: 'x' });
    expect(answer).toMatchObject({ status: 404, body: { message: 'There is no such album' } });
  });

  test.each([
    { name: '' },
    { name: 1 },
    { name: 'n'.repeat(201) },
    { slug: '' },
    { slug: 'albums' },
    { slug: 'A' },
    { parentAlbumId: 7 },
    { parentAlbumId: 'no-such-album' },
    { order: 'backwards' },
    { cover: 'no-such-photo.jpg' },
    { cover: 1 },
    [],
    null,
  ])('to %j is refused with a sentence, and changes nothing', async (changes) => {
    const album = await client.createAlbum();
    const answer = await client.ask(`PATCH /photos/albums/${album.id}`, changes);
    expect(answer).toMatchObject({ status: 400, body: { message: expect.any(String) } });
    expect(await listed(album)).toEqual({ ...album, photoCount: 0 });
  });

  test('made from another version is refused with the present album', async () => {
    const album = await client.createAlbum({ name: 'Before', slug: 'versions' });
    await change(album, { name: 'By the first' }, 0);
    for (const stale of [0, 2]) {
      const late = await change(album, { name: 'By the second' }, stale);
      expect(late).toMatchObject({ status: 409, body: { message: expect.stringMatching(/^Somebody else/) } });
      expect(late.body.present).toEqual(await listed(album));
      expect(late.headers.get('ETag')).toBe('"1"');
    }
    const odd = await client.ask<Changed>(`PATCH /photos/albums/${album.id}`, { name: 'Odd' }, { 'If-Match': 'three' });
    expect(odd.status).toBe(400);
    expect((await change(album, { name: 'Without asking' })).body).toMatchObject({
      name: 'Without asking',
      version: 2,
    });
    const any = await client.ask<Changed>(`PATCH /photos/albums/${album.id}`, { name: 'Any' }, { 'If-Match': '*' });
    expect(any.body).toMatchObject({ name: 'Any', version: 3 });
  });

  test('twenty times at once from one version: one wins', async () => {
    const album = await client.createAlbum({ slug: 'raced' });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => change(album, { name: `Racer ${n}` }, 0)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await listed(album)).toMatchObject({ version: 1 });
  });
});

describe('the slug of an album', () => {
  test('changes for page and images, and the old one goes on working', async () => {
    const album = await client.createAlbum({ slug: 'old-slug' });
    const photo = await photoIn(album);
    const changed = await change(album, { slug: 'new-slug' });
    expect(changed.body).toMatchObject({ slug: 'new-slug', formerSlugs: ['old-slug'] });
    expect((await client.photos(album.id))[0]).toMatchObject({ ...photo, albumSlug: 'new-slug' });
    for (const albumSlug of ['old-slug', 'new-slug']) {
      for (const variant of ['thumbnail', 'medium'] as const) {
        expect((await client.image({ ...photo, albumSlug }, variant)).status).toBe(200);
      }
    }
    const back = await change(album, { slug: 'old-slug' });
    expect(back.body).toMatchObject({ slug: 'old-slug', formerSlugs: ['new-slug'] });
    const again = await change(album, { slug: 'new-slug' });
    expect(again.body).toMatchObject({ slug: 'new-slug', formerSlugs: ['old-slug'] });
  });

  test('that another album has is refused', async () => {
    await client.createAlbum({ slug: 'theirs' });
    const album = await client.createAlbum({ slug: 'ours' });
    const message = 'An album with the slug "theirs" already exists';
    expect(await change(album, { slug: 'theirs' })).toMatchObject({ status: 409, body: { message } });
  });

  test('that another album had before is taken over, by a new album and by a renamed one', async () => {
    const first = await client.createAlbum({ slug: 'wanted' });
    const photo = await photoIn(first);
    await change(first, { slug: 'first-now' });
    const renamed = await client.createAlbum({ slug: 'second' });
    await change(renamed, { slug: 'wanted' });
    expect(await listed(first)).not.toHaveProperty('formerSlugs');
    expect((await client.image({ ...photo, albumSlug: 'wanted' }, 'thumbnail')).status).toBe(404);
    await change(renamed, { slug: 'second-now' });
    await client.createAlbum({ slug: 'wanted' });
    expect((await listed(renamed)).formerSlugs).toEqual(['second']);
  });

  test('that is free is given to one of twenty that ask at once', async () => {
    const albums = [];
    for (let n = 0; n < 20; n += 1) albums.push(await client.createAlbum({ slug: `asks-${n}` }));
    const answers = await Promise.all(albums.map((album) => change(album, { slug: 'given-once' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });
});

describe('moving an album', () => {
  test('under another one and to the top takes all below it along', async () => {
    const a = await client.createAlbum({ slug: 'moved-a' });
    const b = await client.createAlbum({ slug: 'moved-b' });
    const below = await client.createAlbum({ slug: 'moved-below', parentAlbumId: a.id });
    expect((await change(a, { parentAlbumId: b.id })).body).toMatchObject({ parentSlug: 'moved-b' });
    expect((await listed(b)).childAlbums).toMatchObject([{ id: a.id, childAlbums: [{ id: below.id }] }]);
    expect((await change(a, { parentAlbumId: null })).body).not.toHaveProperty('parentSlug');
    expect((await listed(b)).childAlbums).toEqual([]);
  });

  test('into itself or below itself is refused', async () => {
    const top = await client.createAlbum();
    const middle = await client.createAlbum({ parentAlbumId: top.id });
    const bottom = await client.createAlbum({ parentAlbumId: middle.id });
    const message = 'An album cannot be moved into itself, or into one that is in it';
    for (const parentAlbumId of [top.id, middle.id, bottom.id]) {
      expect(await change(top, { parentAlbumId })).toMatchObject({ status: 400, body: { message } });
    }
  });

  test('two into each other at once never makes a circle', async () => {
    const one = await client.createAlbum();
    const other = await client.createAlbum();
    const answers = await Promise.all([
      change(one, { parentAlbumId: other.id }),
      change(other, { parentAlbumId: one.id }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    await listed(one);
    await listed(other);
  });
});

describe('the cover of an album', () => {
  test('is a photo of it or below it, or automatic again', async () => {
    const top = await client.createAlbum();
    const below = await client.createAlbum({ parentAlbumId: top.id });
    const [first, second, deep] = [await photoIn(top, '1.jpg'), await photoIn(top, '2.jpg'), await photoIn(below)];
    for (const photo of [second, deep]) {
      expect((await change(top, { cover: photo.filename })).body).toMatchObject({ cover: photo, coverChosen: true });
    }
    const automatic = (await change(top, { cover: null })).body;
    expect(automatic).toMatchObject({ cover: first });
    expect(automatic).not.toHaveProperty('coverChosen');
    expect((await change(below, { cover: first.filename })).status).toBe(400);
  });

  test('that moves away with its album is automatic meanwhile', async () => {
    const top = await client.createAlbum();
    const below = await client.createAlbum({ parentAlbumId: top.id });
    const [own, deep] = [await photoIn(top), await photoIn(below)];
    await change(top, { cover: deep.filename });
    await change(below, { parentAlbumId: null });
    expect((await listed(top)).cover).toEqual(own);
    expect(await listed(top)).not.toHaveProperty('coverChosen');
    await change(below, { parentAlbumId: top.id });
    expect(await listed(top)).toMatchObject({ cover: deep, coverChosen: true });
  });
});

function arrangeAlbums(parentAlbumId: string | null, albumIds: string[] | null) {
  return client.ask('PUT /photos/albums/order', { parentAlbumId, albumIds });
}

describe('the order of albums by hand', () => {
  test('is kept, albums that are not named come after by name, and null is by name again', async () => {
    const top = await client.createAlbum();
    const names = ['a', 'b', 'c', 'd'];
    const ids: Record<string, string> = {};
    for (const name of names) ids[name] = (await client.createAlbum({ name, parentAlbumId: top.id })).id;
    const shown = async () => (await listed(top)).childAlbums.map(({ name }) => name).join('');
    expect((await arrangeAlbums(top.id, [ids.c!, ids.d!, ids.b!, ids.a!])).status).toBe(200);
    expect(await shown()).toBe('cdba');
    await client.createAlbum({ name: '0', parentAlbumId: top.id });
    expect(await shown()).toBe('cdba0');
    await arrangeAlbums(top.id, [ids.d!]);
    expect(await shown()).toBe('d0abc');
    await arrangeAlbums(top.id, null);
    expect(await shown()).toBe('0abcd');
    expect((await listed(top)).childAlbums[0]).not.toHaveProperty('version');
  });

  test('that was made from another order of the level is refused, unless it is there already', async () => {
    const top = await client.createAlbum();
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) ids.push((await client.createAlbum({ name, parentAlbumId: top.id })).id);
    const [a = '', b = '', c = ''] = ids;
    const arrange = (albumIds: string[] | null, seen: string[]) =>
      client.ask(
        'PUT /photos/albums/order',
        { parentAlbumId: top.id, albumIds },
        { 'If-Match': `"${levelVersion(seen)}"` },
      );
    const shown = async () => (await listed(top)).childAlbums.map(({ id }) => id);
    expect(await shown()).toEqual([a, b, c]);
    expect((await arrange([c, a, b], [a, b, c])).status).toBe(200);
    // Somebody else, who still saw the first order; then the first one again, whose response was lost.
    expect(await arrange([b, a, c], [a, b, c])).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^Somebody else/) },
    });
    expect((await arrange(null, [a, b, c])).status).toBe(409);
    expect((await arrange([c, a, b], [a, b, c])).status).toBe(200);
    expect(await shown()).toEqual([c, a, b]);
    expect((await arrange([b, a, c], [c, a, b])).status).toBe(200);
    // An album that came meanwhile would get a place that nobody saw.
    const { id: d } = await client.createAlbum({ name: 'd', parentAlbumId: top.id });
    expect((await arrange([a, b, c], [b, a, c])).status).toBe(409);
    expect(await shown()).toEqual([b, a, c, d]);
    expect((await arrange(null, [b, a, c, d])).status).toBe(200);
    expect(await shown()).toEqual([a, b, c, d]);
  });

  test('of albums that are elsewhere, unknown or named twice is refused', async () => {
    const top = await client.createAlbum();
    const child = await client.createAlbum({ parentAlbumId: top.id });
    for (const [parent, albums] of [
      [top.id, [top.id]],
      [null, [child.id]],
      [top.id, [child.id, 'no-such-album']],
      [top.id, [child.id, child.id]],
      ['no-such-album', []],
    ] as const) {
      expect(await arrangeAlbums(parent, [...albums])).toMatchObject({
        status: 400,
        body: { message: expect.any(String) },
      });
    }
    expect((await client.ask('PUT /photos/albums/order', { albumIds: [] })).status).toBe(400);
  });
});

function arrangePhotos(album: Album, filenames: unknown) {
  return client.ask<Changed>(`PUT /photos/albums/${album.id}/photos/order`, { filenames });
}

describe('the order of photos by hand', () => {
  test('is kept; photos that are not named come after, as they were; new ones last', async () => {
    const album = await client.createAlbum();
    const photos = [];
    for (const name of ['1.jpg', '2.jpg', '3.jpg', '4.jpg']) photos.push(await photoIn(album, name));
    const [one = '', two = '', three = '', four = ''] = photos.map(({ filename }) => filename);
    const shown = async () => (await client.photos(album.id)).map(({ filename }) => filename);
    const answer = await arrangePhotos(album, [three, one]);
    expect(answer).toMatchObject({ status: 200, body: { order: 'manual', version: 1 } });
    expect(answer.headers.get('ETag')).toBe('"1"');
    expect(await shown()).toEqual([three, one, two, four]);
    await arrangePhotos(album, [four]);
    expect(await shown()).toEqual([four, three, one, two]);
    const late = await photoIn(album, '0.jpg');
    expect(await shown()).toEqual([four, three, one, two, late.filename]);
    await change(album, { order: 'taken' });
    expect(await shown()).toEqual([one, two, three, four, late.filename]);
    await change(album, { order: 'manual' });
    expect(await shown()).toEqual([four, three, one, two, late.filename]);
    await change(album, { order: 'name' });
    expect(await shown()).toEqual([late.filename, one, two, three, four]);
  });

  test('that was made from another version is refused with the present album, unless it is there already', async () => {
    const album = await client.createAlbum();
    const photos = [await photoIn(album, '1.jpg'), await photoIn(album, '2.jpg')];
    const [one = '', two = ''] = photos.map(({ filename }) => filename);
    const arrange = (filenames: string[], version: number) =>
      client.ask<Changed>(`PUT /photos/albums/${album.id}/photos/order`, { filenames }, { 'If-Match': `"${version}"` });
    const order = async () => (await client.photos(album.id)).map(({ filename }) => filename);
    expect(await arrange([two, one], 0)).toMatchObject({ status: 200, body: { version: 1 } });
    // Somebody else, who still saw the first order; then the first one again, whose response was lost.
    const refused = await arrange([one, two], 0);
    expect(refused).toMatchObject({ status: 409, body: { present: { id: album.id, version: 1, order: 'manual' } } });
    expect(refused.headers.get('ETag')).toBe('"1"');
    expect(await arrange([two, one], 0)).toMatchObject({ status: 200, body: { version: 1 } });
    expect(await order()).toEqual([two, one]);
    expect(await arrange([one, two], 1)).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await order()).toEqual([one, two]);
  });

  test('of photos that the album does not have is refused', async () => {
    const album = await client.createAlbum();
    const photo = await photoIn(album);
    const elsewhere = await photoIn(await client.createAlbum());
    for (const filenames of [[elsewhere.filename], [photo.filename, photo.filename], ['x'], 'x', [1]]) {
      expect(await arrangePhotos(album, filenames)).toMatchObject({
        status: 400,
        body: { message: expect.any(String) },
      });
    }
    expect((await listed(album)).order).toBeUndefined();
    const unknown = await client.ask('PUT /photos/albums/nothing/photos/order', { filenames: [] });
    expect(unknown.status).toBe(404);
  });
});
