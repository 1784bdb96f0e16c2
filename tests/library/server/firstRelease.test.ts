import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { imagePath } from '#contract/paths.ts';
import { FIRST_RELEASE, SCHEMA_016, unpackFirstRelease } from '#support/firstRelease/firstRelease.ts';
import { runCli } from '#support/server/launch.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

// A data folder that an earlier version wrote goes on being served.

describe.each([
  {
    of: 'the first release',
    part: 'data',
    wrote: FIRST_RELEASE,
    gets: 'gets an id at its migration',
    id: /^[0-9a-f]{32}$/,
  },
  {
    of: 'the last version with schema 016',
    part: 'data016',
    wrote: SCHEMA_016,
    gets: 'keeps its id',
    id: /^7b87ecb9-65e4-4760-ac03-5ebd182f82c2$/,
  },
] as const)('the data folder of $of', ({ part, wrote, gets, id: expected }) => {
  const { kioskKey, revokedKey, photos, album, albumBelow } = wrote;
  let dataDir: string;
  let server: TestServer;

  beforeAll(async () => {
    dataDir = unpackFirstRelease(part);
    server = await startTestServer({ dataDir });
  });

  afterAll(async () => {
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('lists its albums and photos for the key of its tablet', async () => {
    const { status, body } = await server.call('/photos/albums', { key: kioskKey });
    expect(status).toBe(200);
    expect(body).toMatchObject([{ slug: album, name: 'Summer 2024', childAlbums: [{ slug: albumBelow }] }]);
    const [{ id }]: [{ id: string }] = JSON.parse(JSON.stringify(body));
    const list = await server.call(`/photos/albums/${id}/photos?includeChildAlbums=true`, { key: kioskKey });
    expect(list.body).toMatchObject(photos.map(({ filename, albumSlug }) => ({ filename, albumSlug })));
  });

  test.each(['medium', 'thumbnail'] as const)('serves every %s image at its old address', async (variant) => {
    for (const photo of photos) {
      const { status, headers } = await server.call(imagePath(photo, variant));
      expect(status).toBe(200);
      expect(headers.get('Content-Type')).toBe('image/jpeg');
    }
  });

  test('still refuses the key that was revoked then', async () => {
    const { status, body } = await server.call('/photos/albums', { key: revokedKey });
    expect(status).toBe(401);
    expect(body).toMatchObject({ code: 'credential-refused' });
  });

  test(`${gets}, the same in every copy of it`, async () => {
    const copyDir = unpackFirstRelease(part);
    const copy = await startTestServer({ dataDir: copyDir });
    const { id } = copy.dependencies.installation;
    await copy.close();
    rmSync(copyDir, { recursive: true, force: true });
    expect(id).toMatch(expected);
    expect(server.dependencies.installation.id).toBe(id);
    const check = await server.call(`/auth/check-api-key/${kioskKey}`);
    expect(check).toMatchObject({ status: 200, body: { valid: true, installation: id } });
  });

  test('is whole, and knows its people and nodes', { tags: ['full'] }, async () => {
    const env = { DATA_DIR: dataDir };
    expect(await runCli(['verify'], env)).toMatchObject({
      code: 0,
      stdout: 'photos 4, missing 0, orphaned 0, mismatching 0\n',
    });
    expect((await runCli(['user', 'list'], env)).stdout).toMatch(/owner@example\.org\s+-\s+admin/);
    expect((await runCli(['node', 'list'], env)).stdout).toContain(wrote.nodeId);
  });
});
