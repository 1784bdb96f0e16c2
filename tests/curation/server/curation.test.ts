import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type {
  KnownPhotosResponse,
  MovePayload,
  MoveResponse,
  PhotoDetails,
  SearchResponse,
} from '#contract/curation/schemas.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS, imagePath } from '#contract/paths.ts';
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

interface Refusal {
  message: string;
  present?: Photo;
}

let seed = 100;

async function albumWith(...names: string[]): Promise<{ album: Album; photos: Photo[]; bytes: Buffer[] }> {
  const album = await client.createAlbum();
  const files: Record<string, Buffer> = {};
  for (const name of names) files[name] = await jpeg({ width: 90, height: 60, seed: (seed += 1) });
  await client.upload(album.id, files);
  return { album, photos: await client.photos(album.id), bytes: Object.values(files) };
}

function move(from: Album, to: Album, photos: Photo[]) {
  return call(from, { filenames: photos.map(({ filename }) => filename), toAlbumId: to.id });
}

function copy(from: Album, to: Album, photos: Photo[]) {
  return call(from, { filenames: photos.map(({ filename }) => filename), toAlbumId: to.id, copy: true });
}

function call(from: Album, body: MovePayload) {
  return client.call<MoveResponse>(ADMIN_PATHS.movePhotos(from.id), { method: 'POST', body });
}

function change(album: Album, photo: Photo, body: unknown) {
  return client.call<Photo & Refusal>(ADMIN_PATHS.photo(album.id, photo.filename), { method: 'PATCH', body });
}

/** A change that says which version it was made from. */
function changeVersion(version: number, album: Album, { filename, ...body }: { filename: string; caption: string }) {
  const options = { method: 'PATCH', body, version };
  return client.call<Photo & Refusal>(ADMIN_PATHS.photo(album.id, filename), options);
}

describe('moving and copying', () => {
  test('a moved photo is in the other album, with its images, and no longer in the first', async () => {
    const { album: from, photos } = await albumWith('a.jpg', 'b.jpg', 'c.jpg');
    const to = await client.createAlbum();
    const [first, second, third] = [photos[0]!, photos[1]!, photos[2]!];
    const before = await client.imageBytes(first, 'medium');
    const { status, body } = await move(from, to, [first, third]);
    expect(status).toBe(200);
    expect(body.photos).toEqual(await client.photos(to.id));
    const added = body.photos.map(({ filename }) => filename);
    expect({ added: body.added, ids: body.ids }).toEqual({ added, ids: [] });
    expect(body.former).toEqual([first.filename, third.filename]);
    expect(await client.photos(from.id)).toEqual([second]);
    expect((await client.image(first, 'medium')).status).toBe(404);
    expect((await client.image(first, 'thumbnail')).status).toBe(404);
    expect(await client.imageBytes(body.photos[0]!, 'medium')).toEqual(before);
    expect(await client.isSound()).toBe(true);
  });

  test('a moved photo has other digits, and no address of before leads to it again, also not when it is moved back', async () => {
    const { album: from, photos } = await albumWith('ended.jpg');
    const to = await client.createAlbum();
    const ended: Photo[] = [photos[0]!];
    for (let times = 0; times < 2; times += 1) {
      for (const [here, there] of [
        [from, to],
        [to, from],
      ] as const) {
        const { body } = await move(here, there, await client.photos(here.id));
        expect(body.former).toEqual([ended.at(-1)!.filename]);
        ended.push(body.photos[0]!);
      }
    }
    const present = ended.pop()!;
    expect(new Set([...ended, present].map(({ filename }) => filename)).size).toBe(5);
    for (const { filename } of [...ended, present]) expect(filename).toMatch(/^ended-[0-9a-f]{32}\.jpg$/);
    for (const { filename } of ended) {
      for (const { slug } of [from, to]) {
        expect((await client.image({ filename, albumSlug: slug }, 'medium')).status).toBe(404);
      }
    }
    expect((await client.image(present, 'medium')).status).toBe(200);
    expect(await client.storedFiles()).toContain(
      `library/${from.id}/${photos[0]!.filename.replace('.jpg', '')}/medium.jpg`,
    );
    expect(await client.isSound()).toBe(true);
  });

  test('a moved photo is edited, turned, downloaded and deleted by its new name', async () => {
    const { album: from, photos, bytes } = await albumWith('on.jpg');
    const to = await client.createAlbum();
    const [moved] = (await move(from, to, photos)).body.photos;
    expect((await change(to, moved!, { caption: 'Here now' })).body).toMatchObject({ filename: moved!.filename });
    const { body: turned } = await change(to, moved!, { rotate: 90 });
    expect((await client.image(moved!, 'medium')).status).toBe(404);
    expect((await client.image(turned, 'medium')).status).toBe(200);
    await expect.poll(() => client.leftovers()).toEqual([]);
    expect(await client.isSound()).toBe(true);
    const [back] = (await move(to, from, [turned])).body.photos;
    const { body: upright } = await change(from, back!, { rotate: 270 });
    for (const old of [...photos, moved!, turned, back!]) {
      for (const { slug } of [from, to]) {
        expect((await client.image({ ...old, albumSlug: slug }, 'thumbnail')).status).toBe(404);
      }
    }
    expect((await client.image(upright, 'thumbnail')).status).toBe(200);
    // The same bytes are in the album, under whichever name.
    expect((await client.upload(from.id, { 'on.jpg': bytes[0]! })).body.duplicates).toHaveLength(1);
    const trashed = { method: 'DELETE', body: { filenames: [upright.filename] } };
    expect((await client.call(API_PATHS.albumPhotos(from.id), trashed)).status).toBe(200);
    await client.call(ADMIN_PATHS.trash, { method: 'DELETE' });
    await server.dependencies.photos.removal.run();
    expect((await client.storedFiles()).filter((file) => file.includes(from.id) || file.includes(to.id))).toEqual([]);
    expect(await client.isSound()).toBe(true);
  });

  test('a copy has other digits than the photo, whose address tells nothing of it', async () => {
    const { album: from, photos } = await albumWith('apart.jpg');
    const to = await client.createAlbum();
    const { body } = await copy(from, to, photos);
    expect(body.former).toEqual([photos[0]!.filename]);
    expect(body.added).toEqual([body.photos[0]!.filename]);
    expect(body.added).not.toEqual(body.former);
    expect((await client.image({ ...photos[0]!, albumSlug: to.slug }, 'medium')).status).toBe(404);
    expect((await client.image(body.photos[0]!, 'medium')).status).toBe(200);
  });

  test('thousands are named in one call, however long their names are', async () => {
    const [from, to] = [await client.createAlbum(), await client.createAlbum()];
    const filenames = Array.from({ length: 3_000 }, (_, index) => `${index}-`.padEnd(117, 'x'));
    const { status } = await call(from, { filenames, toAlbumId: to.id });
    // They are not there, but the call is not too large.
    expect(status).toBe(404);
  });

  test('a copy is in both; whoever has one of them still has it when the other is moved away', async () => {
    const { album: from, photos } = await albumWith('copied.jpg');
    const to = await client.createAlbum();
    const third = await client.createAlbum();
    const { body } = await copy(from, to, photos);
    expect(await client.photos(from.id)).toEqual(photos);
    expect(body.photos).toHaveLength(1);
    await move(from, third, photos);
    expect((await client.image(body.photos[0]!, 'medium')).status).toBe(200);
    expect((await client.image((await client.photos(third.id))[0]!, 'medium')).status).toBe(200);
    expect(await client.isSound()).toBe(true);
  });

  test('the same picture uploaded again to the album that it was moved from is there again, beside the moved one', async () => {
    const { album: from, photos, bytes } = await albumWith('again.jpg');
    const to = await client.createAlbum();
    await move(from, to, photos);
    const { body } = await client.upload(from.id, { 'again.jpg': bytes[0]! });
    expect(body.duplicates).toEqual([]);
    for (const album of [from, to]) {
      const [photo] = await client.photos(album.id);
      expect((await client.image(photo!, 'medium')).status).toBe(200);
    }
    expect(await client.isSound()).toBe(true);
  });

  test('what the other album has already is there once, and no longer in the first', async () => {
    const { album: from, photos, bytes } = await albumWith('twin.jpg');
    const to = await client.createAlbum();
    const there = await client.upload(to.id, { 'named-otherwise.jpg': bytes[0]! });
    const { body } = await move(from, to, photos);
    expect(body.photos).toEqual(there.body.photos);
    expect(body.added).toEqual([]);
    expect(body.ids).toHaveLength(1);
    expect(await client.photos(from.id)).toEqual([]);
    expect(await client.photos(to.id)).toHaveLength(1);
  });

  test('into itself, into none and of nothing is refused', async () => {
    const { album, photos } = await albumWith('here.jpg');
    const other = await client.createAlbum();
    expect((await move(album, album, photos)).status).toBe(400);
    expect((await move(album, { ...other, id: 'no-such' }, photos)).status).toBe(400);
    expect((await move({ ...other, id: 'no-such' }, album, photos)).status).toBe(404);
    expect((await move(other, await client.createAlbum(), photos)).status).toBe(404);
    expect((await move(album, other, [])).status).toBe(400);
  });
});

describe('one photo', () => {
  test('gets a caption, is hidden from slideshows, and shown again', async () => {
    const { album, photos } = await albumWith('one.jpg');
    const { status, body, headers } = await change(album, photos[0]!, { caption: '  Anna’s cake ', hidden: true });
    expect(status).toBe(200);
    expect(body).toEqual({ ...photos[0], caption: 'Anna’s cake', hidden: true, version: 1 });
    expect(headers.get('etag')).toBe('"1"');
    expect(await client.photos(album.id)).toEqual([body]);
    const { body: cleared } = await change(album, photos[0]!, { caption: '', hidden: false });
    expect(cleared).toEqual({ ...photos[0], version: 2 });
  });

  test('gets another time, which orders it; null takes it away', async () => {
    const { album, photos } = await albumWith('a.jpg', 'b.jpg');
    const [first, second] = photos;
    const times = async () => (await client.photos(album.id)).map(({ filename, takenAt }) => [filename, takenAt]);
    const scanned = await change(album, second!, { takenAt: '1964-07-14T12:00:00+02:00' });
    expect(scanned).toMatchObject({ status: 200, body: { takenAt: '1964-07-14T10:00:00.000Z', version: 1 } });
    expect(await times()).toEqual([
      [second!.filename, '1964-07-14T10:00:00.000Z'],
      [first!.filename, undefined],
    ]);
    expect((await change(album, second!, { takenAt: 'in summer' })).status).toBe(400);
    expect((await change(album, second!, { takenAt: null })).body.takenAt).toBeUndefined();
    expect((await times()).map(([name]) => name)).toEqual([first!.filename, second!.filename]);
  });

  test('of two people who change it from one version, the second gets 409 with the present state', async () => {
    const { album, photos } = await albumWith('raced.jpg');
    const responses = await Promise.all([
      changeVersion(0, album, { filename: photos[0]!.filename, caption: 'one' }),
      changeVersion(0, album, { filename: photos[0]!.filename, caption: 'other' }),
    ]);
    const won = responses.find(({ status }) => status === 200);
    const lost = responses.find(({ status }) => status === 409);
    expect(lost?.body.present).toEqual(won?.body);
    expect(lost?.body.message).toBe('Somebody else changed this photo meanwhile');
  });

  test.each([
    ['a caption that is too long', { caption: 'x'.repeat(501) }, 400],
    ['a caption of megabytes', { caption: 'x'.repeat(200_000) }, 400],
    ['a half turn of another kind', { rotate: 45 }, 400],
    ['a number for a caption', { caption: 7 }, 400],
  ])('%s is refused', async (_what, body, status) => {
    const { album, photos } = await albumWith('refused.jpg');
    expect((await change(album, photos[0]!, body)).status).toBe(status);
    expect((await change(album, { ...photos[0]!, filename: 'no-such.jpg' }, { hidden: true })).status).toBe(404);
    expect(await client.photos(album.id)).toEqual(photos);
  });

  test('rotated by 90° it has a new name, turned variants and its sides swapped; four times is as before but for the name', async () => {
    const { album, photos } = await albumWith('turned.jpg');
    const first = photos[0]!;
    const upright = await client.imageBytes(first, 'medium');
    const { status, body } = await change(album, first, { rotate: 90 });
    expect(status).toBe(200);
    expect(body.filename).not.toBe(first.filename);
    expect(body).toMatchObject({ width: 60, height: 90, version: 1 });
    const expected = await sharp(await client.imageBytes(body, 'medium')).metadata();
    expect(expected).toMatchObject({ width: 60, height: 90 });
    expect((await client.image(first, 'medium')).status).toBe(404);
    expect(await client.isSound()).toBe(true);

    let turned: Photo = body;
    for (let turn = 0; turn < 3; turn += 1) turned = (await change(album, turned, { rotate: 90 })).body;
    expect(turned.filename).not.toBe(first.filename);
    expect((await client.image(first, 'medium')).status).toBe(404);
    expect(await client.imageBytes(turned, 'medium')).toEqual(upright);
    expect(await client.isSound()).toBe(true);
    await expect.poll(() => client.leftovers()).toEqual([]);
  });

  test('a rotation is answered and listed although the files before it cannot be removed yet', async () => {
    const { album, photos } = await albumWith('stuck.jpg');
    const { store } = server.dependencies.photos;
    const remove = vi.spyOn(store, 'remove').mockRejectedValue(new Error('input/output error'));
    const { status, body } = await change(album, photos[0]!, { rotate: 90 });
    expect(status).toBe(200);
    expect((await client.photos(album.id)).map(({ filename }) => filename)).toEqual([body.filename]);
    remove.mockRestore();
    await server.dependencies.photos.removal.run();
    expect((await client.storedFiles()).filter((file) => file.includes(album.id))).toHaveLength(3);
  });

  test('a copy keeps its side when the other one is rotated', async () => {
    const { album, photos } = await albumWith('shared.jpg');
    const other = await client.createAlbum();
    const { body } = await copy(album, other, photos);
    await change(album, photos[0]!, { rotate: 180 });
    expect((await client.image(body.photos[0]!, 'medium')).status).toBe(200);
    expect(await client.isSound()).toBe(true);
  });

  test('is described with file name, size, time and the other albums that have it', async () => {
    const { album, photos, bytes } = await albumWith('IMG 0042.JPG');
    const other = await client.createAlbum({ name: 'Elsewhere' });
    await copy(album, other, photos);
    const { body } = await client.call<PhotoDetails>(ADMIN_PATHS.photo(album.id, photos[0]!.filename));
    expect(body).toMatchObject({
      photo: photos[0],
      originalFilename: 'IMG 0042.JPG',
      bytes: bytes[0]!.length,
      alsoIn: [{ id: other.id, name: 'Elsewhere', slug: other.slug }],
    });
    expect(Date.parse(body.uploadedAt)).not.toBeNaN();
  });

  test('is downloaded as it was sent, under its own name', async () => {
    const { album, photos, bytes } = await albumWith('Ünï "quoted" \'x\'.jpg');
    const path = ADMIN_PATHS.originalPhoto(album.id, photos[0]!.filename);
    const response = await fetch(server.origin + path, { headers: client.headers });
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes[0]);
    const disposition = response.headers.get('content-disposition') ?? '';
    const name = disposition.split("filename*=UTF-8''")[1] ?? '';
    expect(decodeURIComponent(name)).toBe('Ünï "quoted" \'x\'.jpg');
    expect(disposition).toMatch(/^attachment; filename="[^"\\%]*";/);
  });
});

test('known contents are named, those of other albums and lost files are not', async () => {
  const { album, bytes, photos } = await albumWith('known.jpg', 'lost.jpg');
  const hashes = bytes.map((file) => createHash('sha256').update(file).digest('hex'));
  const ask = (id: string) =>
    client.call<KnownPhotosResponse>(ADMIN_PATHS.knownPhotos(id), {
      method: 'POST',
      body: { hashes: [...hashes, 'f'.repeat(64)] },
    });
  expect((await ask(album.id)).body.known.toSorted()).toEqual(hashes.toSorted());
  expect((await ask((await client.createAlbum()).id)).body.known).toEqual([]);
  const lost = photos.find(({ filename }) => filename.startsWith('lost'))!;
  await server.dependencies.photos.store.remove({ albumId: album.id, filename: lost.filename });
  expect((await ask(album.id)).body.known).toEqual([hashes[0]]);
});

test('a search finds captions, file names, albums and months, blind to case and accents', async () => {
  const album = await client.createAlbum({ name: 'Zürich by night' });
  await client.upload(album.id, {
    'Tram.jpg': await jpeg({ seed: 9_001, takenAt: '2023:07:14 21:00:00', width: 60, height: 40 }),
    'Lake.jpg': await jpeg({ seed: 9_002, takenAt: '2023:08:01 21:00:00', width: 60, height: 40 }),
  });
  const listed = await client.photos(album.id);
  const [tram, lake] = [listed[0]!, listed[1]!];
  await change(album, lake, { caption: 'Fireworks over the water' });
  const found = async (q: string) => {
    const { body } = await client.call<SearchResponse>(`${ADMIN_PATHS.search}?q=${encodeURIComponent(q)}`);
    return { albums: body.albums.map(({ name }) => name), photos: body.photos.map(({ filename }) => filename) };
  };
  expect(await found('zurich')).toEqual({ albums: ['Zürich by night'], photos: [lake.filename, tram.filename] });
  expect(await found('FIRE water')).toEqual({ albums: [], photos: [lake.filename] });
  expect(await found('tram zürich')).toEqual({ albums: [], photos: [tram.filename] });
  expect((await found('July 2023')).photos).toEqual([tram.filename]);
  expect((await found('2023-08 fire')).photos).toEqual([lake.filename]);
  expect((await found('tram 2022')).photos).toEqual([]);
  expect((await found('100% sure')).photos).toEqual([]);
  expect(await found(' ')).toEqual({ albums: [], photos: [] });
  expect(imagePath(lake, 'medium')).toContain('album-');
});
