import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Album } from '#contract/photos/schemas.ts';
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

const SLUG_RULE =
  'The slug must be 1 to 80 of the characters a-z, 0-9, "_" and "-", begin and end with a letter, digit or "_", and not be "albums"';

describe('creating an album', () => {
  test('answers with the album, its name trimmed', async () => {
    const answer = await client.postAlbum({ name: '  Summer at the sea ', slug: 'summer' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ id: expect.any(String), name: 'Summer at the sea', slug: 'summer', childAlbums: [] });
  });

  test('inside another one tells the slug of that', async () => {
    const parent = await client.createAlbum({ slug: 'parent-of-it' });
    const child = await client.createAlbum({ slug: 'child-of-it', parentAlbumId: parent.id });
    expect(child.parentSlug).toBe('parent-of-it');
  });

  test('in an unknown one is refused', async () => {
    const answer = await client.postAlbum({ name: 'Lost', slug: 'lost', parentAlbumId: 'no-such-id' });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ message: 'The album to create this one in does not exist (any more)' });
  });

  test('with a slug that is taken is refused, wherever the other one is', async () => {
    const parent = await client.createAlbum();
    await client.createAlbum({ slug: 'taken', parentAlbumId: parent.id });
    const answer = await client.postAlbum({ name: 'Another', slug: 'taken' });
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({ message: 'An album with the slug "taken" already exists' });
  });

  test('fifty times at once with one slug: one wins', async () => {
    const payload = { name: 'Race', slug: 'race' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.postAlbum(payload)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    expect((await client.albums()).filter(({ slug }) => slug === 'race')).toHaveLength(1);
  });

  test.each(['', '-a', 'a-', 'A', 'ä', 'a b', 'a/b', '..', 'albums', 'a'.repeat(81), 'a%2fb'])(
    'the slug "%s" is refused',
    async (slug) => {
      const answer = await client.postAlbum({ name: 'Name', slug });
      expect(answer).toMatchObject({ status: 400, body: { message: SLUG_RULE } });
    },
  );

  test.each(['a', '_', '0', 'a-b_c', 'album', 'a'.repeat(80), 'constructor', '__proto__'])(
    'the slug "%s" is taken',
    async (slug) => {
      expect((await client.postAlbum({ name: 'Name', slug })).status).toBe(201);
      expect((await client.albums()).some((album) => album.slug === slug)).toBe(true);
    },
  );

  test.each([
    ['   ', 'The album needs a name'],
    ['n'.repeat(201), 'The name of an album may have 200 characters at most'],
  ])('a name like "%.10s" is refused', async (name, message) => {
    const answer = await client.postAlbum({ name, slug: 'bad-name' });
    expect(answer).toMatchObject({ status: 400, body: { message } });
  });

  test.each([{}, { name: 'x' }, { slug: 'x' }, { name: 1, slug: 'x' }, { name: 'x', slug: null }, [], 'text', null])(
    'the payload %j is refused',
    async (payload) => {
      const answer = await client.postAlbum(payload);
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({ message: expect.any(String) });
    },
  );
});

describe('the tree of albums', () => {
  test('is nested, in natural order blind to case, with covers', async () => {
    const own = await PhotoClient.on(await startTestServer());
    try {
      const b = await own.createAlbum({ name: 'b', slug: 'b' });
      for (const name of ['Album 10', 'album 2', 'Ä', 'Zoo'])
        await own.createAlbum({ name, slug: `s-${name.charCodeAt(0)}-${name.length}` });
      const child = await own.createAlbum({ name: 'child', slug: 'child', parentAlbumId: b.id });
      const grandchild = await own.createAlbum({ name: 'grandchild', slug: 'grandchild', parentAlbumId: child.id });
      const later = await own.createAlbum({ name: 'later child', slug: 'later', parentAlbumId: b.id });
      const uploaded = await own.upload(grandchild.id, { 'deep.jpg': await jpeg({ seed: 1 }) });
      await own.upload(later.id, { 'later.jpg': await jpeg({ seed: 2 }) });
      const cover = uploaded.body.photos[0]!;

      const tree = await own.albums();
      expect(tree.map(({ name }) => name)).toEqual(['Ä', 'album 2', 'Album 10', 'b', 'Zoo']);
      const top = tree.find(({ slug }) => slug === 'b')!;
      expect(top.childAlbums.map(({ name }) => name)).toEqual(['child', 'later child']);
      expect(top).toMatchObject({ id: b.id, name: 'b', slug: 'b', cover });
      expect(top).not.toHaveProperty('parentSlug');
      const expectedGrandchild = {
        id: grandchild.id,
        name: 'grandchild',
        slug: 'grandchild',
        parentSlug: 'child',
        cover,
        photoCount: 1,
        childAlbums: [],
      };
      expect(top.childAlbums[0]).toEqual({
        id: child.id,
        name: 'child',
        slug: 'child',
        parentSlug: 'b',
        cover,
        photoCount: 0,
        childAlbums: [expectedGrandchild],
      });
      expect(tree[0]).not.toHaveProperty('cover');

      // Its own first photo comes before a descendant's.
      const ownPhoto = await own.upload(b.id, { 'own.jpg': await jpeg({ seed: 3 }) });
      expect((await own.albums()).find(({ slug }) => slug === 'b')?.cover).toEqual(ownPhoto.body.photos[0]);
    } finally {
      await own.server.close();
    }
  });

  test(
    'a thousand levels deep comes through, with photos from every level',
    { timeout: 90_000, tags: ['full'] },
    async () => {
      const own = await PhotoClient.on(await startTestServer());
      try {
        let parentAlbumId: string | undefined;
        let first: Album | undefined;
        for (let level = 0; level < 1_000; level += 1) {
          const album = await own.createAlbum({ slug: `level-${level}`, ...(parentAlbumId ? { parentAlbumId } : {}) });
          first ??= album;
          parentAlbumId = album.id;
        }
        const { body } = await own.upload(parentAlbumId!, { 'deep.jpg': await jpeg() });
        let depth = 0;
        let [album] = await own.albums();
        expect(album?.cover).toEqual(body.photos[0]);
        for (; album; [album] = album.childAlbums) depth += 1;
        expect(depth).toBe(1_000);
        expect(await own.photos(first!.id, '?includeChildAlbums=true')).toEqual(body.photos);
      } finally {
        await own.server.close();
      }
    },
  );
});

describe('the photos of an album', () => {
  test('are its own, or with those of all albums below it, depth first in their order', async () => {
    const top = await client.createAlbum({ slug: 'depth' });
    const second = await client.createAlbum({ name: 'B', slug: 'depth-b', parentAlbumId: top.id });
    const first = await client.createAlbum({ name: 'a', slug: 'depth-a', parentAlbumId: top.id });
    const below = await client.createAlbum({ name: 'below', slug: 'depth-a-below', parentAlbumId: first.id });
    let seed = 100;
    for (const album of [second, below, first, top]) {
      await client.upload(album.id, { 'p.jpg': await jpeg({ width: 50, height: 50, seed: (seed += 1) }) });
    }
    expect((await client.photos(top.id)).map(({ albumSlug }) => albumSlug)).toEqual(['depth']);
    expect((await client.photos(top.id, '?includeChildAlbums=false')).map(({ albumSlug }) => albumSlug)).toEqual([
      'depth',
    ]);
    const all = await client.photos(top.id, '?includeChildAlbums=true');
    expect(all.map(({ albumSlug }) => albumSlug)).toEqual(['depth', 'depth-a', 'depth-a-below', 'depth-b']);
    for (const photo of all) expect((await client.image(photo, 'thumbnail')).status).toBe(200);
  });

  test('of an unknown album are a 404', async () => {
    for (const query of ['', '?includeChildAlbums=true']) {
      const answer = await fetch(`${server.origin}/photos/albums/nothing/photos${query}`, { headers: client.headers });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({ message: 'There is no such album' });
    }
  });
});
