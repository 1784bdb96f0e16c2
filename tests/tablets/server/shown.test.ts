import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { ShownPhoto } from '#contract/tablets/schemas.ts';
import { jpeg } from '#support/pictures/images.ts';
import { EventReader } from '#support/server/eventReader.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { TabletClient } from '#support/server/tabletClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
let client: TabletClient;
let photos: PhotoClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await TabletClient.on(server);
  photos = await PhotoClient.on(server);
});
afterAll(() => server.close());

const at = (minute: number) => new Date(Date.UTC(2026, 0, 31, 12, minute)).toISOString();

async function report(key: string, shown: { filename: string; albumSlug: string; at: string }[]) {
  const { status } = await client.tablet(key, `POST ${API_PATHS.kioskReport}`, { path: '/circuit-tree', shown });
  return status;
}

async function albumWith(count: number) {
  const album = await photos.createAlbum();
  const files = await Promise.all(
    Array.from(
      { length: count },
      async (_, index) => [`${index}.jpg`, await jpeg({ width: 40 + index, height: 30 })] as const,
    ),
  );
  await photos.upload(album.id, Object.fromEntries(files));
  return { album, names: (await photos.photos(album.id)).map(({ filename }) => filename) };
}

async function shownBy(id: string): Promise<ShownPhoto[]> {
  return (await client.admin<ShownPhoto[]>('GET', ADMIN_PATHS.tabletShown(id))).body;
}

describe('the photos that a tablet has shown', () => {
  test('are listed newest first, each showing once, and without what is gone', async () => {
    const { id, key } = await client.make();
    const { album, names } = await albumWith(2);
    const [first = '', second = ''] = names;
    const entry = (filename: string, minute: number) => ({ filename, albumSlug: album.slug, at: at(minute) });
    const told = [entry(first, 1), entry(second, 2), entry('gone.jpg', 3), entry(first, 4)];
    expect(await report(key, told)).toBe(204);
    // Sent again, since the response was lost.
    expect(await report(key, told)).toBe(204);
    const listed = (await shownBy(id)).map(({ photo, albumId, at: when }) => [photo.filename, albumId, when]);
    expect(listed).toEqual([
      [first, album.id, at(4)],
      [second, album.id, at(2)],
      [first, album.id, at(1)],
    ]);
    expect((await client.find(id)).report).not.toHaveProperty('shown');
  });

  test('are the last fifty, also after they were written down', async () => {
    const { id, key } = await client.make();
    const { album, names } = await albumWith(1);
    for (const round of [0, 1, 2]) {
      const told = Array.from({ length: 20 }, (_, index) => ({
        filename: names[0] ?? '',
        albumSlug: album.slug,
        at: at(round * 20 + index),
      }));
      expect(await report(key, told)).toBe(204);
    }
    const listed = await shownBy(id);
    expect([listed.length, listed[0]?.at, listed.at(-1)?.at]).toEqual([50, at(59), at(10)]);
    await server.dependencies.tabletWatch.save();
    server.dependencies.tabletWatch.forget(id);
    expect(await shownBy(id)).toEqual(listed);
  });

  test('are refused when a report has too many of them', async () => {
    const { key } = await client.make();
    const told = Array.from({ length: 21 }, (_, index) => ({ filename: 'a', albumSlug: 'b', at: at(index) }));
    expect(await report(key, told)).toBe(400);
  });
});

test('words and sleep reach the tablet as they were sent', async () => {
  const { id, key } = await client.make();
  const reader = await EventReader.open(server.origin, key);
  const commands = [
    { command: 'message', text: 'Dinner is ready' },
    { command: 'message', text: '🌞'.repeat(140) },
    { command: 'message', text: '' },
    { command: 'awake', on: false },
  ];
  for (const command of commands) {
    expect((await client.admin('POST', ADMIN_PATHS.tabletCommand(id), command)).status).toBe(202);
    expect((await reader.next('command')).data).toEqual(command);
  }
  for (const command of [{ command: 'message', text: 'x'.repeat(141) }, { command: 'message' }, { command: 'awake' }]) {
    expect((await client.admin('POST', ADMIN_PATHS.tabletCommand(id), command)).status).toBe(400);
  }
  reader.close();
});

test.each([
  'two\nlines',
  'tab\t',
  'line\u2028separator',
  'reversed \u202Egpj.exe',
  'isolated \u2066words',
  '\u0000',
  '\uD800',
])('words that are no plain line are refused with a sentence: %j', async (text) => {
  const { id, key } = await client.make();
  const reader = await EventReader.open(server.origin, key);
  const refused = await client.admin('POST', ADMIN_PATHS.tabletCommand(id), { command: 'message', text });
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('one line') } });
  reader.close();
});
