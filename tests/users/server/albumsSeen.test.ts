import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import type { Album } from '#contract/photos/schemas.ts';
import type { Permission } from '#contract/permissions.ts';
import { invitationTokenFrom, sharePlaceIn } from '#domain/access/links.ts';
import { STREAMS } from '#server/core/limits.ts';
import { listOf } from '#support/server/describedCalls.ts';
import { EventReader } from '#support/server/eventReader.ts';
import { FakeImmich } from '#support/server/fakeImmich.ts';
import { PhotoClient } from '#support/server/photoClient.ts';
import { type Call, fieldOf, startTestServer, type TestServer } from '#support/server/testServer.ts';
import { jpeg, type JpegOptions } from '#support/pictures/images.ts';

// A person who sees some albums works within these. tests/access/server/scopes.test.ts holds that they see no others.

let server: TestServer;
let photos: PhotoClient;
let admin: string;
let number = 0;

interface World {
  /** Holidays > Sea (listed) > Beach; Secret. */
  holidays: Album;
  sea: Album;
  beach: Album;
  secret: Album;
}
let world: World;

beforeAll(async () => {
  server = await startTestServer({ adminEmails: ['boss@example.org'] });
  photos = await PhotoClient.on(server);
  admin = (await server.signIn({ permissions: ['admin'] })).token;
});
afterAll(() => server.close());

beforeEach(async () => {
  number += 1;
  const make = (name: string, parentAlbumId?: string) =>
    photos.createAlbum({ name, slug: `${name.toLowerCase()}-${number}x`, ...(parentAlbumId && { parentAlbumId }) });
  const holidays = await make('Holidays');
  const sea = await make('Sea', holidays.id);
  world = { holidays, sea, beach: await make('Beach', sea.id), secret: await make('Secret') };
});

const readers: EventReader[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

async function picture(albumId: string, name = 'a.jpg', options: JpegOptions = {}): Promise<string> {
  number += 1;
  const { body } = await photos.upload(albumId, { [name]: await jpeg({ seed: 5_000 + number, ...options }) });
  return body.photos[0]?.filename ?? '';
}

async function trash(token: string): Promise<Record<string, unknown>[]> {
  return listOf((await server.call('/photos/trash', { token })).body);
}

/** An account that sees these albums. */
async function person(albumIds: string[] | null, permissions: Permission[] = ['photos:write']) {
  const { user, token } = await server.signIn({ permissions });
  const see = (ids: string[] | null, more: object = {}) =>
    server.call(`/users/${user.id}`, { method: 'PATCH', token: admin, body: { albumIds: ids, ...more } });
  if (albumIds) expect((await see(albumIds)).status).toBe(200);
  return { user, token, see, call: (path: string, options: Call = {}) => server.call(path, { token, ...options }) };
}

/** The beginning of a file in a form. */
function headOf(filename: string): string {
  const disposition = `Content-Disposition: form-data; name="photos"; filename="${filename}"`;
  return `\r\n--parts\r\n${disposition}\r\nContent-Type: image/jpeg\r\n\r\n`;
}

async function lastAudited(): Promise<Record<string, unknown> | undefined> {
  await server.dependencies.core.audit.settle();
  const { body } = await server.call('/audit', { token: admin });
  return listOf(Object(body).entries)[0];
}

describe('lists', () => {
  test('an album whose parent is not seen stands at the top, in every response', async () => {
    const { sea, beach } = world;
    const tom = await person([sea.id]);
    const { body, headers } = await tom.call('/photos/albums');
    expect(body).toEqual([
      expect.objectContaining({
        id: sea.id,
        childAlbums: [expect.objectContaining({ id: beach.id, parentSlug: sea.slug })],
      }),
    ]);
    expect(JSON.stringify(body)).not.toContain(world.holidays.slug);
    expect(headers.get('Cache-Control')).toBe('no-store');
    const cover = await picture(sea.id);
    const changed = await tom.call(`/photos/albums/${sea.id}`, { method: 'PATCH', body: { order: 'name', cover } });
    expect(changed).toMatchObject({ status: 200, body: { cover: { filename: cover } } });
    expect(JSON.stringify(changed.body)).not.toContain(world.holidays.slug);
  });

  test('no response that was made for others is sent: neither by memory nor by ETag', async () => {
    const all = await server.call('/photos/albums', { token: admin });
    const tom = await person([world.sea.id]);
    const headers = { 'If-None-Match': all.headers.get('ETag') ?? '' };
    const own = await tom.call('/photos/albums', { headers });
    expect(own.status).toBe(200);
    expect(own.headers.get('ETag')).not.toBe(all.headers.get('ETag'));
    await tom.see(null);
    expect((await tom.call('/photos/albums')).body).toEqual(all.body);
  });

  test('search, the start page and other albums of a photo name nothing unseen; an empty list sees nothing', async () => {
    const { sea, secret } = world;
    const filename = await picture(sea.id, 'dune.jpg', { takenAt: '2023:06:10 12:00:00' });
    await picture(secret.id, 'dune.jpg', { takenAt: '2021:03:10 12:00:00' });
    const copied = { filenames: [filename], toAlbumId: secret.id, copy: true };
    await photos.ask(`POST /photos/albums/${sea.id}/photos/move`, copied);
    const tom = await person([sea.id]);
    const found = async (q: string) => (await tom.call(`/photos/search?${new URLSearchParams({ q })}`)).body;
    for (const q of ['dune', 'June 2023']) {
      expect(await found(q), q).toMatchObject({ albums: [], photos: [{ albumId: sea.id }] });
    }
    for (const q of ['secret', 'March 2021']) {
      expect(await found(q), q).toEqual({ albums: [], photos: [], more: false });
    }
    const { body } = await tom.call('/overview');
    expect(body).toMatchObject({ library: { photos: 1, albums: 2, recent: [{ filename }] } });
    expect(body).not.toHaveProperty('space');
    expect((await tom.call(`/photos/albums/${sea.id}/photos/${filename}`)).body).toMatchObject({ alsoIn: [] });
    await tom.see([]);
    expect((await tom.call('/photos/albums')).body).toEqual([]);
    expect((await tom.call('/overview')).body).toMatchObject({ library: { photos: 0, albums: 0, recent: [] } });
  });

  test('an album in the trash is not seen and returns with it; one that is deleted for good drops out', async () => {
    const { sea, secret } = world;
    const tom = await person([sea.id, secret.id]);
    const { body } = await photos.ask<{ ids: string[] }>(`DELETE /photos/albums/${secret.id}`);
    const seen = async () => listOf((await tom.call('/photos/albums')).body).map(({ id }) => id);
    expect(await seen()).toEqual([sea.id]);
    expect((await tom.call('/photos/trash')).body).toEqual([]);
    await photos.ask('POST /photos/trash/restore', { ids: body.ids });
    expect(await seen()).toEqual([sea.id, secret.id]);
    await photos.ask(`DELETE /photos/albums/${secret.id}`);
    await photos.ask('DELETE /photos/trash', { ids: body.ids });
    expect((await tom.call('/auth/account')).body).toMatchObject({ userId: tom.user.id, albumIds: [sea.id] });
  });
});

describe('changes', () => {
  test('are for what is in the listed albums, not for these themselves or for the top', async () => {
    const { sea, beach } = world;
    const tom = await person([sea.id]);
    for (const body of [{ name: 'Mine' }, { slug: 'mine' }, { parentAlbumId: beach.id }, { parentAlbumId: null }]) {
      expect(await tom.call(ADMIN_PATHS.album(sea.id), { method: 'PATCH', body })).toMatchObject({
        status: 403,
        body: { message: expect.stringMatching(/admin|some albums only/) },
      });
    }
    expect((await tom.call(ADMIN_PATHS.album(sea.id), { method: 'DELETE' })).status).toBe(403);
    expect(
      (await tom.call(ADMIN_PATHS.album(beach.id), { method: 'PATCH', body: { parentAlbumId: null } })).status,
    ).toBe(403);
    const top = { parentAlbumId: null, albumIds: [sea.id] };
    expect((await tom.call('/photos/albums/order', { method: 'PUT', body: top })).status).toBe(403);
    const create = (parentAlbumId?: string) =>
      tom.call('/photos/albums', { method: 'POST', body: { name: 'New', slug: `new-${number}`, parentAlbumId } });
    expect((await create()).status).toBe(403);
    expect((await create(sea.id)).status).toBe(201);
    const within = { parentAlbumId: sea.id, albumIds: null };
    expect((await tom.call('/photos/albums/order', { method: 'PUT', body: within })).status).toBe(200);
    expect((await tom.call(ADMIN_PATHS.album(beach.id), { method: 'PATCH', body: { name: 'Dunes' } })).status).toBe(
      200,
    );
    expect(
      (await tom.call(ADMIN_PATHS.album(beach.id), { method: 'PATCH', body: { parentAlbumId: world.secret.id } }))
        .status,
    ).toBe(404);
    expect((await tom.call(ADMIN_PATHS.album(beach.id), { method: 'DELETE' })).status).toBe(200);
  });

  test('a slug that an unseen album has gives another one, and one of a seen album a 409', async () => {
    const { sea, beach, secret } = world;
    const tom = await person([sea.id]);
    const create = (slug: string) =>
      tom.call('/photos/albums', { method: 'POST', body: { name: 'New', slug, parentAlbumId: sea.id } });
    expect(await create(secret.slug)).toMatchObject({ status: 201, body: { slug: `${secret.slug}-2` } });
    expect((await create(beach.slug)).status).toBe(409);
    const renamed = await tom.call(`/photos/albums/${beach.id}`, { method: 'PATCH', body: { slug: secret.slug } });
    expect(renamed).toMatchObject({ status: 200, body: { slug: `${secret.slug}-3` } });
  });

  test('the trash has what was deleted in the listed albums, and is emptied of that alone', async () => {
    const { sea, beach, secret } = world;
    const [own, foreign] = [await picture(sea.id), await picture(secret.id)];
    await photos.ask(`DELETE /photos/albums/${sea.id}/photos`, { filenames: [own] });
    await photos.ask(`DELETE /photos/albums/${secret.id}/photos`, { filenames: [foreign] });
    await photos.ask(`DELETE /photos/albums/${beach.id}`);
    const tom = await person([sea.id]);
    const seen = await trash(tom.token);
    expect(seen.map(({ kind, name }) => [kind, name])).toEqual([
      ['album', 'Beach'],
      ['photo', 'a.jpg'],
    ]);
    const everything = await trash(admin);
    const restore = (ids: unknown[]) => tom.call('/photos/trash/restore', { method: 'POST', body: { ids } });
    const foreignId = everything.find(({ albumName }) => albumName === 'Secret')?.id;
    expect((await restore([seen[0]?.id, foreignId])).status).toBe(404);
    expect((await restore([seen[0]?.id])).body).toEqual({ restored: 1 });
    expect((await tom.call('/photos/trash', { method: 'DELETE' })).body).toEqual({ removed: 1 });
    expect(await trash(tom.token)).toEqual([]);
    expect((await trash(admin)).map(({ id }) => id)).toContain(foreignId);
  });

  test('waiting photos of other albums are as unknown ones', async () => {
    const { sea, secret } = world;
    const waiting: string[] = [];
    for (const { id: albumId } of [sea, secret]) {
      const terms = { albumId, term: 'day', mayUpload: 'after-approval' };
      const made = await server.call('/shares', { method: 'POST', token: admin, body: terms });
      const form = new FormData();
      number += 1;
      form.append('photos', new Blob([new Uint8Array(await jpeg({ seed: 9_000 + number }))]), 'g.jpg');
      const headers = { [SHARE_KEY_HEADER]: fieldOf(made, 'key') };
      const sent = await fetch(`${server.origin}/photos/albums/${albumId}/photos`, {
        method: 'POST',
        headers,
        body: form,
      });
      expect(sent.status).toBe(201);
    }
    const all = listOf((await server.call('/photos/waiting', { token: admin })).body);
    const idIn = (albumId: string) => String(all.find((one) => one.albumId === albumId)?.id);
    waiting.push(idIn(sea.id), idIn(secret.id));
    const tom = await person([sea.id]);
    expect(listOf((await tom.call('/photos/waiting')).body).map(({ id }) => id)).toEqual([waiting[0]]);
    expect((await tom.call('/overview')).body).toMatchObject({ waiting: 1 });
    const foreign = { ids: [waiting[1]] };
    expect((await tom.call('/photos/waiting/approve', { method: 'POST', body: foreign })).body).toEqual({
      approved: 0,
    });
    expect((await tom.call('/photos/waiting', { method: 'DELETE', body: foreign })).body).toEqual({ rejected: 0 });
    expect((await tom.call(`/photos/trash/${waiting[1]}/thumbnail`)).status).toBe(404);
    expect((await tom.call(`/photos/trash/${waiting[0]}/thumbnail`)).status).toBe(200);
    const approved = await tom.call('/photos/waiting/approve', { method: 'POST', body: { ids: waiting } });
    expect(approved.body).toEqual({ approved: 1 });
  });
});

describe('a list', () => {
  test('is known albums, never an admin’s, and no older than what the admin saw', async () => {
    const tom = await person(null);
    expect((await tom.see(['none'])).status).toBe(400);
    const { see } = await person(null, ['admin']);
    expect(await see([world.sea.id])).toMatchObject({ status: 400 });
    const { body } = await tom.see([world.sea.id, world.sea.id]);
    expect(body).toMatchObject({ albumIds: [world.sea.id], firstName: 'Test' });
    const permissions = { permissions: ['admin'] };
    const path = `/users/${tom.user.id}/permissions`;
    expect(await server.call(path, { method: 'PUT', token: admin, body: permissions })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('take the list of albums away first') },
    });
    const both = { ...permissions, albumIds: [world.sea.id] };
    expect((await server.call(path, { method: 'PUT', token: admin, body: both })).status).toBe(400);
    const unknown = { permissions: [], albumIds: ['none'] };
    expect((await server.call(path, { method: 'PUT', token: admin, body: unknown })).status).toBe(400);
    expect(await server.dependencies.users.find(tom.user.id)).toMatchObject({ permissions: ['photos:write'] });
    expect((await tom.see(null, { expectedUpdatedAt: '2020-01-01T00:00:00.000Z' })).status).toBe(409);
    const renamed = await tom.see(null, {
      firstName: 'Tom',
      expectedUpdatedAt: fieldOf({ status: 200, headers: new Headers(), body }, 'updatedAt'),
    });
    expect(renamed).toMatchObject({ status: 200, body: { firstName: 'Tom', lastName: '', albumIds: null } });
  });

  test('is in the audit log from what to what, and goes when the person becomes an admin by the setting', async () => {
    const { user } = await server.signIn({ permissions: ['photos:read'], email: 'boss@example.org' });
    const body = { albumIds: [world.sea.id, world.secret.id] };
    await server.call(`/users/${user.id}`, { method: 'PATCH', token: admin, body });
    expect(await lastAudited()).toMatchObject({
      action: 'albums-seen-changed',
      whom: `Test ${user.lastName}`,
      what: 'everything to “Sea”, “Secret”',
    });
    const token = await server.dependencies.oneTime.createLink('boss@example.org');
    await server.call('/auth/sign-in-link', { method: 'POST', body: { token } });
    expect(await lastAudited()).toMatchObject({
      action: 'albums-seen-changed',
      who: 'The setting ADMIN_EMAILS',
      what: '“Sea”, “Secret” to everything',
    });
    expect(await server.dependencies.users.find(user.id)).toMatchObject({
      permissions: ['admin', 'photos:read'],
      albumIds: null,
    });
  });

  test('comes with an invitation, without albums that are gone by then', async () => {
    const invite = (more: object) =>
      server.call('/invitations', {
        method: 'POST',
        token: admin,
        body: { name: 'Tom', permissions: ['photos:read'], term: 'day', ...more },
      });
    const { sea, secret } = world;
    expect((await invite({ albumIds: [sea.id], permissions: ['admin'] })).status).toBe(400);
    expect((await invite({ albumIds: ['none'] })).status).toBe(400);
    const invited = await invite({ albumIds: [sea.id, secret.id] });
    expect(invited).toMatchObject({ status: 201, body: { albumIds: [sea.id, secret.id] } });
    const { body } = await photos.ask<{ ids: string[] }>(`DELETE /photos/albums/${secret.id}`);
    await photos.ask('DELETE /photos/trash', { ids: body.ids });
    const token = invitationTokenFrom(new URL(fieldOf(invited, 'url')).hash) ?? '';
    const accepted = await server.call('/auth/invitation/accept', { method: 'POST', body: { token, name: 'Tom' } });
    const own = await server.call('/auth/account', { token: fieldOf(accepted, 'token') });
    expect(own.body).toMatchObject({ albumIds: [sea.id] });
    expect(await server.call('/auth/account', { token: admin })).toMatchObject({ body: { albumIds: null } });
  });
});

const TAKEN_AWAY = { message: 'You do not see this album any more, so its upload has ended' };

/** Begins an upload whose parts the test writes. */
function beginUpload(token: string) {
  const upload = request(`${server.origin}/photos/albums/${world.sea.id}/photos`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'multipart/form-data; boundary=parts' },
  });
  return { upload, response: once(upload, 'response') };
}

const incoming = () => readdir(join(server.dependencies.settings.dataDir, 'photos', 'incoming'));

describe('when the list shrinks', () => {
  test('open pages learn of it at once, of other permissions, and of the end of the session', async () => {
    const tom = await person(null);
    const reader = await EventReader.ofAccount(server.origin, tom.token);
    readers.push(reader);
    await tom.see([world.sea.id]);
    expect(await reader.next('albums')).toEqual({ event: 'albums', data: undefined });
    const body = { permissions: ['photos:read'] };
    await server.call(ADMIN_PATHS.userPermissions(tom.user.id), { method: 'PUT', token: admin, body });
    expect(await reader.next('permissions')).toEqual({ event: 'permissions', data: undefined });
    await server.call(`/users/${tom.user.id}/block`, { method: 'PUT', token: admin, body: { blocked: true } });
    await reader.next('ended');
    await reader.until(() => reader.isOver);
  });

  test('a session has so many streams at most; one more ends the oldest', async () => {
    const tom = await person(null);
    const own: EventReader[] = [];
    for (let count = 0; count <= STREAMS.ofSession; count += 1) {
      own.push(await EventReader.ofAccount(server.origin, tom.token));
    }
    readers.push(...own);
    const [oldest, ...others] = own;
    await oldest?.until(() => oldest.isOver);
    await tom.see([world.sea.id]);
    for (const reader of others) await reader.next('albums');
  });

  test('an upload into an album that was taken away ends with a sentence at its next file', async () => {
    const { sea, secret } = world;
    const tom = await person([sea.id]);
    const { upload, response } = beginUpload(tom.token);
    upload.write(headOf('one.jpg'));
    upload.write(await jpeg({ seed: 7_001 }));
    // A file is complete once the next one begins.
    upload.write(headOf('two.jpg'));
    // A decoder may have to start first.
    await vi.waitFor(async () => expect(await photos.photos(sea.id)).toHaveLength(1), { timeout: 20_000 });
    expect((await tom.see([secret.id])).status).toBe(200);
    upload.write(await jpeg({ seed: 7_002 }));
    upload.end('\r\n--parts--\r\n');
    const [received] = await response;
    expect(received.statusCode).toBe(404);
    expect(await json(received)).toEqual(TAKEN_AWAY);
    expect(await photos.photos(sea.id)).toHaveLength(1);
  });

  test('an upload ends within seconds in the middle of a file too, of which nothing stays', async () => {
    const { sea, secret } = world;
    const tom = await person([sea.id]);
    const { upload, response } = beginUpload(tom.token);
    const bytes = await jpeg({ seed: 7_003 });
    upload.write(headOf('slow.jpg'));
    upload.write(bytes.subarray(0, 10_000));
    await expect.poll(incoming).toHaveLength(1);
    expect((await tom.see([secret.id])).status).toBe(200);
    server.clock.advance(20_000);
    // The file does not end.
    upload.write(bytes.subarray(10_000, 20_000));
    const [received] = await response;
    expect(received.statusCode).toBe(404);
    expect(await json(received)).toEqual(TAKEN_AWAY);
    // A client that sends all before it reads would wait for a server that reads nothing more.
    upload.on('error', () => undefined);
    await expect.poll(() => upload.socket?.destroyed).toBe(true);
    expect(await photos.photos(sea.id)).toEqual([]);
    expect(await incoming()).toEqual([]);
  });

  test('a database that cannot be asked for a moment ends no upload', async () => {
    const tom = await person([world.sea.id]);
    const { upload, response } = beginUpload(tom.token);
    const bytes = await jpeg({ seed: 7_004 });
    upload.write(headOf('whole.jpg'));
    upload.write(bytes.subarray(0, 10_000));
    await expect.poll(incoming).toHaveLength(1);
    const asked = vi.spyOn(server.dependencies.core.credentials, 'refresh').mockRejectedValueOnce(new Error('busy'));
    server.clock.advance(20_000);
    upload.write(bytes.subarray(10_000, 20_000));
    await expect.poll(() => asked.mock.results).toHaveLength(1);
    asked.mockRestore();
    upload.write(bytes.subarray(20_000));
    upload.end('\r\n--parts--\r\n');
    const [received] = await response;
    expect(received.statusCode).toBe(201);
    expect(await photos.photos(world.sea.id)).toHaveLength(1);
  });

  test('addresses of images that somebody has go on working', async () => {
    const { sea, secret } = world;
    const tom = await person([sea.id]);
    const filename = await picture(sea.id);
    const image = () => tom.call(`/photos/${sea.slug}/thumbnail/${filename}`);
    expect((await image()).status).toBe(200);
    await tom.see([secret.id]);
    expect((await tom.call(`/photos/albums/${sea.id}/photos`)).status).toBe(404);
    expect((await image()).status).toBe(200);
  });

  test('links open at most what their maker sees, at every moment; the admin is told which', async () => {
    const { sea, secret } = world;
    await picture(secret.id);
    const tom = await person(null);
    const made = await tom.call('/shares', { method: 'POST', body: { albumId: secret.id, term: 'day', name: 'Zoe' } });
    const headers = { [SHARE_KEY_HEADER]: fieldOf(made, 'key') };
    const visit = () => server.call(`/photos/albums/${secret.id}/photos`, { headers });
    const seen = listOf((await visit()).body)[0];
    const image = () => server.call(`/photos/${String(seen?.albumSlug)}/thumbnail/${String(seen?.filename)}`);
    expect((await image()).status).toBe(200);
    const affected = [{ kind: 'share', name: '“Secret” for Zoe' }];
    const ask = { method: 'POST', token: admin, body: { albumIds: [sea.id] } };
    expect((await server.call(`/users/${tom.user.id}/affected`, ask)).body).toEqual(affected);
    expect((await visit()).status).toBe(200);
    expect((await tom.see([sea.id])).body).toMatchObject({ affected });
    expect((await visit()).status).toBe(401);
    expect((await image()).status).toBe(404);
    expect((await server.call('/shares/mine', { headers })).status).toBe(401);
    expect((await tom.see(null)).body).not.toHaveProperty('affected');
    expect((await visit()).status).toBe(200);
    expect((await image()).status).toBe(200);
  });

  test('codes for guests close and sources go on; the admin is told which, and the change of an admin is one call', async () => {
    const { sea, secret } = world;
    const immich = await FakeImmich.start();
    const max = await person(null, ['admin']);
    const codeFor = async (albumId: string, name: string) => {
      const made = await max.call('/tablets', { method: 'POST', body: { name } });
      const guestCode = { albumId, mayUpload: 'at-once' };
      await max.call(`/tablets/${fieldOf(made, 'id')}`, { method: 'PATCH', body: { guestCode } });
      const { body } = await server.call('/kiosk/settings', { key: fieldOf(made, 'key') });
      const { hash } = new URL(String(Object(body).guestCode?.url));
      const headers = { [SHARE_KEY_HEADER]: sharePlaceIn(hash)?.key ?? '' };
      return async () => (await server.call('/shares/mine', { headers })).status;
    };
    const [inHall, inBath] = [await codeFor(sea.id, 'Hall'), await codeFor(secret.id, 'Bath')];
    for (const albumId of [sea.id, secret.id, null]) {
      const place = { kind: 'immich', url: immich.url, apiKey: immich.key, immichAlbumId: immich.albumId, albumId };
      expect((await max.call('/sources', { method: 'POST', body: place })).status).toBe(201);
    }
    const affected = [
      { kind: 'guest-code', name: 'Code on Bath (“Secret”)' },
      { kind: 'source', name: '“Family” (into “Secret”)' },
      { kind: 'source', name: '“Family”' },
    ];
    const list = { albumIds: [sea.id] };
    const ask = { method: 'POST', token: admin, body: list };
    expect((await server.call(`/users/${max.user.id}/affected`, ask)).body).toEqual(affected);
    expect([await inHall(), await inBath()]).toEqual([200, 200]);

    const path = `/users/${max.user.id}/permissions`;
    const change = { method: 'PUT', token: max.token, body: { permissions: ['photos:write'], ...list } };
    expect(await server.call(path, change)).toMatchObject({
      status: 200,
      body: { permissions: ['photos:write'], ...list, affected },
    });
    expect([await inHall(), await inBath()]).toEqual([200, 401]);
    const { body } = await server.call('/sources', { token: admin });
    const mine = listOf(Object(body).sources).filter(({ madeBy }) => madeBy === max.user.id);
    expect(mine.map(({ state }) => state)).not.toContain('paused');
    expect(await lastAudited()).toMatchObject({ action: 'albums-seen-changed', what: 'everything to “Sea”' });
    expect((await max.see(null)).status).toBe(200);
    expect(await inBath()).toBe(200);
    await immich.close();
  });

  test('a link that the list has closed does not open again when the account is deleted', async () => {
    const { sea, secret } = world;
    const tom = await person(null);
    const share = async (albumId: string) => {
      const made = await tom.call('/shares', { method: 'POST', body: { albumId, term: 'day' } });
      return { [SHARE_KEY_HEADER]: fieldOf(made, 'key') };
    };
    const [open, closed] = [await share(sea.id), await share(secret.id)];
    await tom.see([sea.id]);
    expect((await server.call(`/users/${tom.user.id}`, { method: 'DELETE', token: admin })).status).toBe(204);
    expect((await server.call('/shares/mine', { headers: open })).status).toBe(200);
    expect((await server.call('/shares/mine', { headers: closed })).status).toBe(401);
  });
});
