import { afterAll, beforeAll, expect, test } from 'vitest';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS, UPLOAD_FIELD } from '#contract/paths.ts';
import type { AddedPhoto } from '#server/core/slots.ts';
import { jpeg } from '#support/pictures/images.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { fieldOf, startTestServer, type TestServer } from '#support/server/testServer.ts';

// The slot by which other subjects hear of new photos.

let server: TestServer;
let client: PhotoClient;
const heard: AddedPhoto[] = [];
beforeAll(async () => {
  server = await startTestServer();
  client = await PhotoClient.on(server);
  server.dependencies.core.slots.photosAdded.add((photo) => heard.push(photo));
});
afterAll(() => server.close());

test('each new photo is told once, with its name in the album, and no duplicate or refused file', async () => {
  const { id: albumId } = await client.createAlbum();
  const [one, other] = [await jpeg({ seed: 1 }), await jpeg({ seed: 2 })];
  await client.upload(albumId, { 'one.jpg': one, 'again.jpg': one, 'none.jpg': Buffer.from('none') });
  await client.upload(albumId, { 'other.jpg': other, 'one.jpg': one });
  const listed = await client.photos(albumId);
  expect(heard.splice(0)).toEqual(listed.map(({ filename }) => ({ albumId, filename, waits: false })));
  expect(listed).toHaveLength(2);
});

test("a guest's photo is told when it arrives, also when it waits for approval", async () => {
  const { token } = await server.signIn({ permissions: ['photos:write'] });
  const { id: albumId } = await client.createAlbum();
  const terms = { albumId, term: 'week', mayUpload: 'after-approval' };
  const key = fieldOf(await server.call(ADMIN_PATHS.shares, { method: 'POST', token, body: terms }), 'key');
  const form = new FormData();
  form.append(UPLOAD_FIELD, new Blob([new Uint8Array(await jpeg({ seed: 3 }))]), 'party.jpg');
  const headers = { [SHARE_KEY_HEADER]: key };
  const url = server.origin + API_PATHS.albumPhotos(albumId);
  expect((await fetch(url, { method: 'POST', headers, body: form })).status).toBe(201);
  expect(heard.splice(0)).toEqual([{ albumId, filename: expect.stringMatching(/\.jpg$/), waits: true }]);
});
