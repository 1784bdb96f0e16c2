import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendDamaged } from '../support/damagedClips.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let client: PhotoClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await PhotoClient.on(server);
});
afterAll(() => server.close());

test('damaged videos and motion photos are taken or refused, and break nothing', { timeout: 120_000 }, async () => {
  const { taken, refused, broken, ended } = await sendDamaged({ client, server }, { from: 101, count: 200 });
  expect(broken).toEqual([]);
  expect(taken + refused).toBe(200);
  expect(taken).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(0);
  expect(ended).toEqual([]);
  expect(await client.isSound()).toBe(true);
  expect(await client.leftovers()).toEqual([]);
});
