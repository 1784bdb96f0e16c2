import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Album } from '#contract/photos/schemas.ts';
import * as pictures from '#support/pictures/images.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

const SENDABLE = 'Please send JPEG, PNG, WebP, GIF, AVIF or HEIC';
const DAMAGED = 'The picture is damaged or incomplete and cannot be read';

let server: TestServer;
let client: PhotoClient;
let album: Album;
beforeAll(async () => {
  server = await startTestServer({ maxUploadBytes: 2 * 1024 * 1024, maxImagePixels: 20_000_000 });
  client = await PhotoClient.on(server);
});
beforeEach(async () => {
  album = await client.createAlbum();
});
afterAll(() => server.close());

async function expectNothingStored(): Promise<void> {
  expect(await client.photos(album.id)).toEqual([]);
  expect(await client.leftovers()).toEqual([]);
  expect(await readdir(libraryOf(album)).catch(() => [])).toEqual([]);
}

function libraryOf({ id }: Album): string {
  return join(server.dependencies.settings.dataDir, 'photos', 'library', id);
}

interface RefusedFile {
  what: string;
  name: string;
  make: () => Buffer | Promise<Buffer>;
  status: number;
  message: string;
}

function refused(
  [what, name, make]: [string, string, RefusedFile['make']],
  status: number,
  message: string,
): RefusedFile {
  return { what, name, make, status, message };
}

const REFUSED: RefusedFile[] = [
  refused(['TIFF', 'scan.tiff', pictures.tiff], 415, `This is a TIFF image. ${SENDABLE}`),
  refused(['SVG', 'drawing.svg', pictures.svg], 415, `This is an SVG drawing. ${SENDABLE}`),
  refused(['SVG that calls itself a JPEG', 'holiday.jpg', pictures.svg], 415, `This is an SVG drawing. ${SENDABLE}`),
  refused(['PDF', 'letter.pdf', pictures.pdf], 415, `This is a PDF. ${SENDABLE}`),
  refused(['text', 'notes.jpg', () => Buffer.from('hello')], 415, `This is not an image. ${SENDABLE}`),
  refused(['nothing at all', 'empty.jpg', () => Buffer.alloc(0)], 422, 'The file is empty'),
  refused(['half a JPEG', 'half.jpg', pictures.truncatedJpeg], 422, DAMAGED),
  refused(
    [
      'a JPEG of noise',
      'noise.jpg',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5_000, 0x5a)]),
    ],
    422,
    DAMAGED,
  ),
  refused(
    ['a PNG that claims 900 megapixels', 'bomb.png', () => pictures.pngBomb(30_000, 30_000)],
    422,
    'The picture is larger than the 20 megapixels that are allowed',
  ),
  refused(
    ['a PNG a hundred thousand pixels wide', 'wide.png', () => pictures.pngBomb(100_000, 10)],
    422,
    'The picture is larger than the 20 megapixels that are allowed',
  ),
  refused(
    ['an AVIF that is only a beginning', 'cut.avif', async () => (await pictures.avif()).subarray(0, 600)],
    422,
    DAMAGED,
  ),
  refused(
    [
      'more than is allowed',
      'huge.jpg',
      async () => Buffer.concat([await pictures.jpeg(), Buffer.alloc(3 * 1024 * 1024)]),
    ],
    413,
    'The file is larger than the 2 MB that are allowed',
  ),
];

/** One of each status, and the one that would cost most: all of them are sent together below. */
const ALONE = ['TIFF', 'half a JPEG', 'a PNG that claims 900 megapixels', 'more than is allowed'];

describe('a file is refused with a sentence, and nothing of it stays', () => {
  test.each(REFUSED.filter(({ what }) => ALONE.includes(what)))('$what', async ({ name, make, status, message }) => {
    const answer = await client.upload(album.id, { [name]: await make() });
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body: { message } });
    await expectNothingStored();
  });
});

const rising = (one: number, other: number) => one - other;

test("the result of one file never changes another's", async () => {
  const counted = vi.spyOn(server.dependencies.core.counters, 'uploadRefused');
  onTestFinished(() => counted.mockRestore());
  const files = Object.fromEntries(
    await Promise.all(REFUSED.map(async ({ name, make }) => [name, await make()] as const)),
  );
  const good = {
    'first.jpg': await pictures.jpeg({ seed: 1 }),
    ...files,
    'last.jpg': await pictures.jpeg({ seed: 2 }),
  };
  const answer = await client.upload(album.id, good);
  expect(answer.status).toBe(201);
  expect(answer.body.photos.map(({ filename }) => filename.replace(/-.*/, ''))).toEqual(['first', 'last']);
  expect(answer.body.rejected).toEqual(REFUSED.map(({ name, message }) => ({ filename: name, message })));
  // The response has no statuses in it.
  expect(counted.mock.calls.flat().sort(rising)).toEqual(REFUSED.map(({ status }) => status).sort(rising));
  expect(await client.photos(album.id)).toEqual(answer.body.photos);
  expect(await readdir(libraryOf(album))).toHaveLength(2);
  expect(await client.leftovers()).toEqual([]);
});

test('when every file is refused each sentence stands once', async () => {
  const answer = await client.upload(album.id, {
    'a.svg': pictures.svg(),
    'b.svg': Buffer.concat([pictures.svg(), Buffer.from(' ')]),
    'c.pdf': pictures.pdf(),
  });
  expect(answer.status).toBe(415);
  expect(answer.body.message).toBe(`This is an SVG drawing. ${SENDABLE}. This is a PDF. ${SENDABLE}`);
});

describe('the request itself', () => {
  test('to an album that does not exist', async () => {
    const answer = await client.upload('no-such-album', { 'a.jpg': await pictures.jpeg() });
    expect(answer).toMatchObject({ status: 404, body: { message: 'There is no such album' } });
    await expectNothingStored();
  });

  test('without a file', async () => {
    const form = new FormData();
    form.append('comment', 'no photo here');
    const answer = await client.send(album.id, form);
    expect(answer).toMatchObject({ status: 400, body: { message: 'No photos were sent: choose at least one' } });
  });

  test('with the files in another field', async () => {
    const answer = await client.upload(album.id, { 'a.jpg': await pictures.jpeg() }, 'pictures');
    expect(answer).toMatchObject({ status: 400, body: { message: 'Photos are sent in the field "photos"' } });
    await expectNothingStored();
  });

  test('that is no form', async () => {
    const answer = await fetch(`${server.origin}/photos/albums/${album.id}/photos`, {
      method: 'POST',
      headers: { ...client.headers, 'Content-Type': 'application/json' },
      body: '{}',
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      message: 'Photos are sent as a form (multipart/form-data) with the field "photos"',
    });
  });
});
