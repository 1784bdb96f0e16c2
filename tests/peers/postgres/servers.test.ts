import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { Share, ShareWithKey } from '#contract/shares/schemas.ts';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import { jpeg } from '#support/pictures/images.ts';
import { EventReader } from '#support/server/eventReader.ts';
import { closeSockets, connected, next, openSocket, report, statuses } from '#support/server/nodeSockets.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { TabletClient } from '#support/server/tabletClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

// Two servers on one database and one folder, as behind a balancer.

const HERE = process.env.TEST_DATABASE_URL !== undefined;
const PAIRS = 150;
/** The changes that another server has to notice: a message within milliseconds, a batch within a second. */
const SOON = { timeout: 10_000, interval: 20 };

function besides({ dependencies }: TestServer): Promise<TestServer> {
  const { dataDir, databaseUrl } = dependencies.settings;
  return startTestServer({ dataDir, databaseUrl });
}

describe.runIf(HERE)('two servers on one library', () => {
  let one: TestServer;
  let other: TestServer;
  const readers: EventReader[] = [];

  beforeAll(async () => {
    one = await startTestServer();
    other = await besides(one);
  });
  afterEach(() => {
    closeSockets();
    for (const reader of readers.splice(0)) reader.close();
  });
  afterAll(async () => {
    await other.close();
    await one.close();
  });

  async function listen(server: TestServer, key: string): Promise<EventReader> {
    const reader = await EventReader.open(server.origin, key);
    readers.push(reader);
    return reader;
  }

  test('what one has acknowledged the other has at its next response: lists, photos and their images', async () => {
    const writers = [await PhotoClient.on(one), await PhotoClient.on(other)] as const;
    const stale: string[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const [writer, reader] = pair % 2 === 0 ? writers : [writers[1], writers[0]];
      // Warm: the reader has the lists as they were before.
      await reader.albums();
      const album = await writer.createAlbum({ name: `Pair ${pair}`, slug: `pair-${pair}` });
      if (!(await reader.albums()).some(({ id }) => id === album.id)) stale.push(`album ${pair}`);
      if (pair % 10 > 0) continue;
      expect(await reader.photos(album.id)).toEqual([]);
      const picture = await jpeg({ width: 40, height: 40, seed: pair });
      const [photo] = (await writer.upload(album.id, { 'a.jpg': picture })).body.photos;
      if ((await reader.photos(album.id)).length !== 1) stale.push(`photo ${pair}`);
      for (const client of writers) expect((await client.image(photo!, 'thumbnail')).status).toBe(200);
      await writer.ask(`DELETE /photos/albums/${album.id}/photos`, { filenames: [photo!.filename] });
      if ((await reader.image(photo!, 'thumbnail')).status !== 404) stale.push(`image ${pair}`);
    }
    expect(stale).toEqual([]);
  });

  test("a guests' link takes no more bytes and photos from both together than it may", async () => {
    const owner = await PhotoClient.on(one);
    const album = await owner.createAlbum({ slug: 'guests-of-both' });
    const terms = { albumId: album.id, term: 'week', mayUpload: 'at-once', maxBytes: 250_000 };
    const { body: share } = await owner.ask<ShareWithKey>(`POST ${ADMIN_PATHS.shares}`, terms);
    const send = async ({ origin }: TestServer, seed: number) => {
      const picture = await jpeg({ width: 40, height: 30, seed });
      const form = new FormData();
      form.append('photos', new Blob([new Uint8Array(picture), new Uint8Array(100_000 - picture.length)]), 'a.jpg');
      const init = { method: 'POST', headers: { [SHARE_KEY_HEADER]: share.key }, body: form };
      return (await fetch(origin + API_PATHS.albumPhotos(album.id), init)).status;
    };
    const sent = await Promise.all([one, one, other, other].map((server, index) => send(server, 900 + index)));
    expect(sent.toSorted((a, b) => a - b)).toEqual([201, 201, 403, 403]);
    expect(await owner.photos(album.id)).toHaveLength(2);
    const [listed] = (await owner.ask<Share[]>(`GET ${ADMIN_PATHS.shares}?albumId=${album.id}`)).body;
    expect(listed).toMatchObject({ guests: { sent: 2, sentBytes: 200_000 } });
  });

  test('a session that ends on one is refused by the other, and its sockets there are closed', async () => {
    const { token } = await one.signIn({ permissions: ['admin'] });
    const socket = await connected(openSocket(other.origin, token));
    const closed = vi.fn();
    socket.on('disconnect', closed);
    expect((await one.call(API_PATHS.signOut, { method: 'POST', token })).status).toBeLessThan(300);
    expect((await other.call(ADMIN_PATHS.users, { token })).status).toBe(401);
    await vi.waitFor(() => expect(closed).toHaveBeenCalled(), SOON);
  });

  test('a tablet is commanded through the server that it does not listen to, and told of a new album', async () => {
    const admin = await TabletClient.on(one);
    const { id, key } = await admin.make();
    const command = () => admin.admin('POST', ADMIN_PATHS.tabletCommand(id), { command: 'identify' });
    expect((await command()).status).toBe(409);
    const reader = await listen(other, key);
    await vi.waitFor(async () => expect(await admin.find(id)).toMatchObject({ listening: true }), SOON);
    expect((await command()).status).toBe(202);
    expect(await reader.next('command')).toMatchObject({ data: { command: 'identify' } });

    await admin.albumIdOf({ name: 'Told', slug: `told-${id}` });
    await reader.next('albums');

    await other.call(API_PATHS.kioskReport, { method: 'POST', key, body: { path: '/circuit-tree/clock' } });
    await vi.waitFor(async () => expect((await admin.find(id)).report).toEqual({ path: '/circuit-tree/clock' }), SOON);

    await admin.admin('DELETE', ADMIN_PATHS.tablet(id));
    await reader.next('revoked');
    await vi.waitFor(() => expect(reader.isOver).toBe(true), SOON);
    expect((await command()).status).toBe(409);
  });

  test('one server sees a device of the other, asks it for its brightness, and both forget a forgotten one', async () => {
    const device = await connected(openSocket(one.origin, await one.createKey('Device', 'node')));
    const screen = await connected(openSocket(other.origin, await other.createKey('Screen')));
    expect(await report(device, 'lamp', 40)).toEqual({ ok: true });
    await vi.waitFor(async () => {
      const list = await statuses(screen);
      expect(list).toContainEqual(expect.objectContaining({ nodeId: 'lamp', durationSinceLastMs: expect.any(Number) }));
    }, SOON);
    device.on('getBrightness', ({ nodeId }) => device.emit('brightness', { nodeId, brightness: 70 }));
    const answer = next(screen, 'brightness');
    screen.emit('getBrightness', { nodeId: 'lamp' });
    expect(await answer).toEqual({ nodeId: 'lamp', brightness: 70 });

    const { token } = await other.signIn({ permissions: ['admin'] });
    const second = await connected(openSocket(one.origin, await one.createKey('Second device', 'node')));
    expect(await report(second, 'lamp')).toMatchObject({ ok: false });
    await vi.waitFor(async () => {
      const { body } = await other.call(ADMIN_PATHS.node('lamp'), { token });
      expect(body).toMatchObject({ refusedKey: { name: 'Second device' } });
    }, SOON);

    expect((await other.call(ADMIN_PATHS.node('lamp'), { token, method: 'DELETE' })).status).toBe(204);
    await vi.waitFor(async () => {
      expect((await one.call(ADMIN_PATHS.node('lamp'), { token })).status).toBe(404);
    }, SOON);
  });

  test('the same picture sent to one while the other removes it for good is never a photo without files', async () => {
    const [adder, remover] = [await PhotoClient.on(one), await PhotoClient.on(other)];
    const album = await adder.createAlbum();
    const picture = { 'same.jpg': await jpeg({ width: 40, height: 40, seed: 4_242 }) };
    for (let round = 0; round < 12; round += 1) {
      const [photo] = (await adder.upload(album.id, picture)).body.photos;
      const path = `DELETE /photos/albums/${album.id}/photos`;
      const { ids } = (await remover.ask<{ ids: string[] }>(path, { filenames: [photo!.filename] })).body;
      const [again] = await Promise.all([
        adder.upload(album.id, picture),
        remover.ask('DELETE /photos/trash', { ids }),
      ]);
      expect(again.status).toBe(201);
      await other.dependencies.photos.removal.run();
      expect((await remover.image(again.body.photos[0]!, 'medium')).status).toBe(200);
      await remover.ask(path, { filenames: [photo!.filename] });
      await remover.ask('DELETE /photos/trash', {});
    }
    expect(await adder.isSound()).toBe(true);
  });

  test('one of them does what must not be done twice; when it stops, the other does', async () => {
    const third = await besides(one);
    const firsts = () => [one, other, third].filter(({ dependencies }) => dependencies.leader.isHere());
    expect(firsts()).toEqual([one]);
    await third.close();
    const lone = await startTestServer();
    const second = await besides(lone);
    expect([lone, second].map(({ dependencies }) => dependencies.leader.isHere())).toEqual([true, false]);
    await lone.app.close();
    await vi.waitFor(() => expect(second.dependencies.leader.isHere()).toBe(true), SOON);
    await second.close();
    await lone.close();
  });
});
