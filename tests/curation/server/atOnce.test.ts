import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TrashedResponse } from '#contract/trash/schemas.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { parseTrashIds } from '#server/photos/trash/trashIds.ts';
import { jpeg } from '#support/pictures/images.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

// Two people do something to the same photo or album. The second one acts at the worst moment, which each test arranges.

let server: TestServer;
let client: PhotoClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await PhotoClient.on(server);
});
afterAll(() => server.close());
afterEach(async () => {
  vi.restoreAllMocks();
  await server.dependencies.photos.removal.run();
  expect(await client.isSound()).toBe(true);
});

let seed = 70_000;

async function picture(): Promise<Buffer> {
  seed += 1;
  return jpeg({ width: 60, height: 40, seed });
}

async function albumWithPhoto(): Promise<{ album: Album; photo: Photo; bytes: Buffer }> {
  const album = await client.createAlbum();
  const bytes = await picture();
  const { photos } = (await client.upload(album.id, { 'p.jpg': bytes })).body;
  return { album, photo: photos[0]!, bytes };
}

const pathOf = (album: Album, { filename }: Photo) => `/photos/albums/${album.id}/photos/${filename}`;
const rotate = (album: Album, photo: Photo) => client.ask<Photo>(`PATCH ${pathOf(album, photo)}`, { rotate: 90 });

/** Moves all photos of an album to the trash. */
async function trashAll(album: Album): Promise<string[]> {
  const filenames = (await client.photos(album.id)).map(({ filename }) => filename);
  const path = `/photos/albums/${album.id}/photos`;
  return (await client.ask<TrashedResponse>(`DELETE ${path}`, { filenames })).body.ids;
}

async function removeForGood(album: Album): Promise<void> {
  const ids = await trashAll(album);
  await client.ask('DELETE /photos/trash', { ids });
  await server.dependencies.photos.removal.run();
}

describe('a picture that is sent again', () => {
  test.each([
    ['deleted for good', (album: Album) => removeForGood(album)],
    [
      'rotated',
      async (album: Album, photo: Photo) => {
        await rotate(album, photo);
        await server.dependencies.photos.removal.run();
      },
    ],
  ])('while it is %s is there afterwards, and no files stay', async (_, act) => {
    const { album, photo, bytes } = await albumWithPhoto();
    const { store } = server.dependencies.photos;
    const open = store.open.bind(store);
    vi.spyOn(store, 'open').mockImplementationOnce(async (...args) => {
      await act(album, photo);
      return open(...args);
    });
    const sent = await client.upload(album.id, { 'p.jpg': bytes });
    expect(sent.status).toBe(201);
    const [known] = sent.body.photos;
    expect(await client.photos(album.id)).toEqual([expect.objectContaining({ filename: known!.filename })]);
    expect((await client.image(known!, 'medium')).status).toBe(200);
  });
});

describe('a change that was made is answered as such', () => {
  test('when the rotated photo is deleted before the response', async () => {
    const { album, photo } = await albumWithPhoto();
    const { store } = server.dependencies.photos;
    const stage = store.stage.bind(store);
    vi.spyOn(store, 'stage').mockImplementationOnce(async () => {
      const staged = await stage();
      const keep: typeof staged.keep = async (...args) => {
        const kept = await staged.keep(...args);
        const confirm = async () => {
          await trashAll(album);
          await kept.confirm();
        };
        return { ...kept, confirm };
      };
      return { ...staged, keep };
    });
    expect(await rotate(album, photo)).toMatchObject({ status: 200, body: { albumSlug: album.slug, version: 1 } });
  });

  test('when the renamed album is deleted before the response', async () => {
    const album = await client.createAlbum();
    const { albums } = server.dependencies.photos;
    const list = albums.list.bind(albums);
    vi.spyOn(albums, 'list').mockImplementationOnce(async (...args) => {
      await client.ask(`DELETE /photos/albums/${album.id}`);
      return list(...args);
    });
    const renamed = await client.ask<Album>(`PATCH /photos/albums/${album.id}`, { name: 'Other' });
    expect(renamed).toMatchObject({ status: 200, body: { id: album.id, name: 'Other', version: 1 } });
  });
});

test('a photo that somebody else has just rotated is not said to be damaged', async () => {
  const { album, photo } = await albumWithPhoto();
  const { store, removal } = server.dependencies.photos;
  const partsOf = store.partsOf.bind(store);
  vi.spyOn(store, 'partsOf').mockImplementationOnce(async (...args) => {
    await rotate(album, photo);
    await removal.run();
    return partsOf(...args);
  });
  expect(await rotate(album, photo)).toMatchObject({
    status: 404,
    body: { message: 'There is no such photo in this album' },
  });
});

test('photos are not said to be moved out of an album that has gone to the trash', async () => {
  const { album, photo } = await albumWithPhoto();
  const other = await client.createAlbum();
  const [filenames, path] = [[photo.filename], `/photos/albums/${album.id}`];
  await client.ask(`POST ${path}/photos/move`, { filenames, toAlbumId: other.id, copy: true });
  // The call looked at the album, which was there, before this moment.
  vi.spyOn(server.dependencies.photos.albums, 'find').mockImplementation(async (id) => ({
    ...(id === album.id ? album : other),
    parentId: null,
    order: 'taken',
    version: 0,
  }));
  await client.ask(`DELETE ${path}`);
  const moved = await client.ask(`POST ${path}/photos/move`, { filenames, toAlbumId: other.id });
  expect(moved).toMatchObject({ status: 404, body: { message: 'There is no such album' } });
});

test('files whose last photo goes while somebody looks for it stay noted for removal', async () => {
  const { album, photo } = await albumWithPhoto();
  const { db } = server.dependencies;
  const { photos, trash } = server.dependencies.photos;
  const files = { albumId: album.id, filename: photo.filename };
  // Noted once before, when a copy of the photo went.
  await db.insertInto('files_to_remove').values({ album_id: album.id, filename: photo.filename }).execute();
  await trash.remove(parseTrashIds(await trashAll(album)));
  // The look comes first; a second statement of it would come after the whole removal.
  await Promise.all([photos.keepUsedFiles(files), trash.removeSome()]);
  expect(await photos.isToBeRemoved(files)).toBe(true);
});

test('an image is gone from a former slug that a new album takes', async () => {
  const { album, photo } = await albumWithPhoto();
  await client.ask(`PATCH /photos/albums/${album.id}`, { slug: `${album.slug}-new` });
  expect((await client.image(photo, 'medium')).status).toBe(200);
  await client.createAlbum({ slug: album.slug });
  expect((await client.image(photo, 'medium')).status).toBe(404);
});
