import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendDamaged } from '#support/clips/damagedClips.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let client: PhotoClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await PhotoClient.on(server);
});
afterAll(() => server.close());

const FILES = 200;

test('damaged videos and motion photos are taken or refused, and break nothing', { timeout: 120_000 }, async () => {
  const { companions, decoder } = server.dependencies.photos;
  const kind = companions.kindIn('clips');
  if (!kind) throw new Error('The server takes no clips');
  const { taken, refused, broken } = await sendDamaged({ client, kind }, { from: 101, count: FILES });
  expect(broken).toEqual([]);
  expect(taken + refused).toBe(FILES);
  expect(taken).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(0);
  expect(decoder.activity.lost).toBe(0);
  expect(await client.isSound()).toBe(true);
  expect(await client.leftovers()).toEqual([]);
});
