import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { CLIP_FIELD, clipDownloadPath, clipNameOf } from '#contract/clips/clips.ts';
import { API_PATHS, UPLOAD_FIELD, UPLOAD_MADE_FROM_FIELD } from '#contract/paths.ts';
import { clipBytes, clipOf, form, NAME, photoWith, withClip } from '../support/clipUploads.ts';
import { motionPhoto } from '../support/motionPhotos.ts';
import { CLIP, claiming, fragmented, movedToEnd, otherCodec, quickTime, readVideo, video } from '../support/videos.ts';
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

describe('a clip sent with its photo', () => {
  test.each<[string, () => Promise<Buffer>]>([
    ['that begins with its table', () => video()],
    ['that ends with its table', movedToEnd],
    ['in fragments', fragmented],
    ['of QuickTime', quickTime],
    ['with sound', () => video({ hasSound: true })],
  ])('%s is stored as one that every browser plays', async (_name, make) => {
    const { albumId, photo } = await photoWith(client, await make());
    const bytes = await clipBytes(client, photo);
    expect(photo.clip).toEqual({ ...CLIP, bytes: bytes.length });
    expect(await readVideo(bytes)).toMatchObject({ tracks: ['video'], frames: 12, rotation: 0 });
    const { boxes, brand } = await readVideo(bytes);
    expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'));
    expect([boxes[0], brand === 'qt  ']).toEqual(['ftyp', false]);
    expect(await client.photos(albumId)).toEqual([photo]);
    expect(await client.isSound()).toBe(true);
    expect(await client.leftovers()).toEqual([]);
  });

  test('of a motion photo leaves that whole as the original', async () => {
    const { id } = await client.createAlbum();
    const whole = Buffer.from(motionPhoto(await video(), { picture: await jpeg() }));
    const { body } = await client.send(id, withClip(whole, await video()));
    expect(body.photos).toMatchObject([{ clip: CLIP }]);
    const path = ADMIN_PATHS.originalPhoto(id, body.photos[0]?.filename ?? '');
    const original = await fetch(server.origin + path, { headers: client.headers });
    expect(Buffer.from(await original.arrayBuffer()).equals(whole)).toBe(true);
  });

  test('may come behind its photo', async () => {
    const { id } = await client.createAlbum();
    const sent = form([UPLOAD_FIELD, await jpeg(), NAME], [CLIP_FIELD, await video(), clipNameOf(NAME)]);
    const { status, body } = await client.send(id, sent);
    expect(status).toBe(201);
    expect(body).toMatchObject({ photos: [{ clip: CLIP }], rejected: [] });
  });

  test('is stored too when the connection breaks behind the photo', async () => {
    const { id } = await client.createAlbum();
    const whole = new Response(withClip(await jpeg(), await video()));
    const bytes = Buffer.from(await whole.arrayBuffer());
    const headers = {
      ...client.headers,
      'Content-Type': whole.headers.get('content-type') ?? '',
      'Content-Length': bytes.length,
    };
    const sending = request(server.origin + API_PATHS.albumPhotos(id), { method: 'POST', headers });
    sending.on('error', () => undefined);
    // All but the end of the form.
    sending.write(bytes.subarray(0, -'--\r\n'.length));
    await vi.waitFor(async () => expect(await client.photos(id)).toHaveLength(1), { timeout: 10_000 });
    sending.destroy();
    await vi.waitFor(async () => expect(await client.photos(id)).toMatchObject([{ clip: CLIP }]), { timeout: 10_000 });
    await vi.waitFor(async () => expect(await client.leftovers()).toEqual([]), { timeout: 10_000 });
  });

  test('that is upright says so', async () => {
    const { photo } = await photoWith(client, await video({ rotation: 90 }));
    expect(photo.clip).toMatchObject({ width: CLIP.height, height: CLIP.width });
    expect(await readVideo(await clipBytes(client, photo))).toMatchObject({ rotation: 90 });
  });

  test('is added to a photo that is stored already, once', async () => {
    const { id } = await client.createAlbum();
    const picture = await jpeg();
    const still = await client.upload(id, { [NAME]: picture });
    expect(still.body.photos[0]?.clip).toBeUndefined();
    const { body } = await client.send(id, withClip(picture, await video()));
    expect(body).toMatchObject({ duplicates: [NAME], photos: [{ clip: CLIP }] });
    const [listed] = await client.photos(id);
    expect(listed).toEqual(body.photos[0]);
    const again = await client.send(id, withClip(picture, await video({ slower: 2 })));
    expect(again.body.photos).toEqual(body.photos);
  });
});

describe('a clip that cannot be shown', () => {
  test.each<[string, () => Promise<Buffer>, RegExp]>([
    ['of another codec', otherCodec, /cannot be shown \(not H\.264/],
    ['that is too long', () => video({ slower: 40 }), /cannot be shown \(longer than 30 seconds\)/],
    ['with two videos', () => video({ videos: 2 }), /cannot be shown \(more than one video\)/],
    ['that is cut off', async () => (await video()).subarray(0, 900), /cannot be shown/],
    [
      'whose table claims that a chunk has millions of frames',
      async () => claiming(await video(), { box: 'stsc', at: 12, number: 0xff_ff_ff_ff }),
      /cannot be shown \(damaged\)/,
    ],
    ['that is a picture', () => jpeg(), /cannot be shown/],
    ['that is empty', async () => Buffer.alloc(0), /empty/],
  ])('%s leaves its still', async (_name, make, why) => {
    const { id } = await client.createAlbum();
    const { status, body } = await client.send(id, withClip(await jpeg(), await make()));
    expect(status).toBe(201);
    expect(body.rejected).toEqual([{ filename: clipNameOf(NAME), message: expect.stringMatching(why) }]);
    expect(body.photos).toHaveLength(1);
    expect(body.photos[0]?.clip).toBeUndefined();
    expect(await client.isSound()).toBe(true);
    expect(await client.leftovers()).toEqual([]);
  });

  test('without its photo is rejected', async () => {
    const { id } = await client.createAlbum();
    const clip = await video();
    const sent = form(
      [CLIP_FIELD, clip, 'other.jpg.mp4'],
      [CLIP_FIELD, clip, 'clip'],
      [UPLOAD_FIELD, await jpeg(), NAME],
    );
    const { body } = await client.send(id, sent);
    expect(body.rejected.map(({ filename }) => filename).toSorted()).toEqual(['clip', 'other.jpg.mp4']);
    const alone = await client.send(id, form([CLIP_FIELD, clip, 'other.jpg.mp4']));
    expect(alone.status).toBe(400);
    expect(await client.leftovers()).toEqual([]);
  });

  test('with a photo that cannot be read either is told once', async () => {
    const { id } = await client.createAlbum();
    const { status, body } = await client.send(id, withClip(Buffer.from('no picture'), await video()));
    expect(status).toBe(415);
    expect(body.message).toMatch(/^This is not an image/);
  });
});

describe('a clip by itself', () => {
  test('is known by the file it was made from', async () => {
    const { id } = await client.createAlbum();
    const hash = createHash('sha256').update('the whole video').digest('hex');
    const first = await client.send(id, form([UPLOAD_MADE_FROM_FIELD, hash], [UPLOAD_FIELD, await jpeg(), 'film.jpg']));
    expect(first.body).toMatchObject({ duplicates: [], photos: [{}] });
    const known = await client.call(ADMIN_PATHS.knownPhotos(id), { method: 'POST', body: { hashes: [hash] } });
    expect(known.body).toEqual({ known: [hash] });
    // Another browser makes another still of the same video.
    const still = await jpeg({ width: 40 });
    const again = await client.send(id, form([UPLOAD_MADE_FROM_FIELD, hash], [UPLOAD_FIELD, still, 'film.jpg']));
    expect(again.body).toEqual({ ...first.body, duplicates: ['film.jpg'] });
    expect(await client.isSound()).toBe(true);
  });
});

describe('a request for a clip', () => {
  test('gets the part it asks for, with the headers of the images', async () => {
    const { photo } = await photoWith(client, await video());
    const whole = await clipBytes(client, photo);
    const response = await clipOf(client, photo, { Range: 'bytes=10-19' });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes 10-19/${whole.length}`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(whole.subarray(10, 20));
    const image = await client.image(photo, 'medium');
    for (const name of [
      'cache-control',
      'access-control-allow-origin',
      'cross-origin-resource-policy',
      'x-robots-tag',
    ]) {
      expect(response.headers.get(name), name).toBe(image.headers.get(name));
    }
    expect(response.headers.get('content-type')).toBe('video/mp4');
    expect(response.headers.get('accept-ranges')).toBe('bytes');
  });

  test('to be saved has the name of its photo', async () => {
    const { photo } = await photoWith(client, await video());
    const response = await fetch(server.origin + clipDownloadPath(photo));
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="IMG_1\.mp4"/);
    expect((await clipOf(client, photo)).headers.get('content-disposition')).toBeNull();
  });

  test('gets 416 behind its end, and 304 for what it has', async () => {
    const { photo } = await photoWith(client, await video());
    const behind = await clipOf(client, photo, { Range: 'bytes=999999-' });
    expect([behind.status, behind.headers.get('content-range')]).toEqual([416, `bytes */${photo.clip?.bytes}`]);
    const etag = (await clipOf(client, photo)).headers.get('etag') ?? '';
    expect((await clipOf(client, photo, { 'If-None-Match': etag })).status).toBe(304);
  });

  test('gets 404 for a photo that does not move, and for none', async () => {
    const photo = await client.uploadOne(NAME, await jpeg());
    expect((await clipOf(client, photo)).status).toBe(404);
    expect((await clipOf(client, { ...photo, filename: `none-${'0'.repeat(32)}.jpg` })).status).toBe(404);
    expect((await clipOf(client, { ...photo, filename: '..%2f..%2fdata' })).status).toBe(404);
  });
});
