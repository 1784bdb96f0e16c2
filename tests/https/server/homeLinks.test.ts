import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRecord, textOf } from '#domain/records.ts';
import { https } from '#server/https/index.ts';
import { linksWith, type Ready, readyServer } from '#support/server/linkCalls.ts';

// Links lead past the page where a device learns to trust this house, unless every device trusts the address.

let plain: Ready;
let home: Ready;
let homeAtPublicName: Ready;
beforeAll(async () => {
  plain = await readyServer({});
  // Without TLS, so that calls reach them; the ways in are those of HTTPS=home.
  home = await readyServer({});
  homeAtPublicName = await readyServer({ publicUrl: 'https://photos.example' });
  for (const { server } of [home, homeAtPublicName]) {
    https.of(server.dependencies.core).doorway.serve({ https: 8443, http: 8080 });
  }
});
afterAll(() => Promise.all([plain, home, homeAtPublicName].map(({ server }) => server.close())));

const environmentOf = async ({ server }: Ready) => (await server.app.inject('/environment.js')).body;

test.each([
  ['192.168.1.20:8443', 'http://192.168.1.20:8080'],
  ['circuit-tree.local:8443', 'http://circuit-tree.local:8080'],
  ['[fd00::20]:8443', 'http://[fd00::20]:8080'],
])('links made at %s lead past the page where a device learns to trust the house', async (host, origin) => {
  expect(await linksWith(home, { host })).toEqual([origin]);
});

test('no key is sent to that page, which everybody in the network could read along', async () => {
  const { body } = await home.server.app.inject({
    method: 'POST',
    url: '/tablets',
    payload: { name: `hall ${randomUUID()}` },
    headers: { authorization: `Bearer ${home.token}`, host: '192.168.1.20:8443' },
  });
  const made: unknown = JSON.parse(body);
  const [key, url] = isRecord(made) ? [textOf(made, 'key'), textOf(made, 'url')] : [];
  expect(url).toBe(`http://192.168.1.20:8080/#go=/circuit-tree?apiKey=${key}`);
});

test('the page gives other devices the address on http, or its own where all trust the server', async () => {
  expect(await environmentOf(home)).toContain('"trustPort":8080');
  for (const ready of [plain, homeAtPublicName]) expect(await environmentOf(ready)).not.toContain('trustPort');
  expect(await linksWith(homeAtPublicName, {})).toEqual(['https://photos.example']);
});
