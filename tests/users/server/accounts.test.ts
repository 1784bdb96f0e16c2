import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS, UPLOAD_FIELD } from '#contract/paths.ts';
import { addressWithoutMail } from '#domain/users/withoutMail.ts';
import { jpeg } from '#support/pictures/images.ts';
import { closeSockets, connected, openSocket } from '#support/server/nodeSockets.ts';
import { SoftAuthenticator } from '#support/server/softAuthenticator.ts';
import { fieldOf, startTestServer, statusesOf, type TestServer } from '#support/server/testServer.ts';

const ORIGIN = 'https://tree.example';
const LAST_ADMIN = 'This is the last admin: make somebody else an admin first';

let server: TestServer;
let owner: { token: string; id: string };
let tom: { token: string; id: string };
beforeEach(async () => {
  server = await startTestServer({ corsOrigins: [ORIGIN], publicUrl: undefined });
  const one = await server.signIn({ email: 'owner@localhost', permissions: ['admin'] });
  owner = { token: one.token, id: one.user.id };
  const other = await server.signIn({ email: 'tom@example.org', permissions: ['admin', 'photos:write'] });
  tom = { token: other.token, id: other.user.id };
});
afterEach(async () => {
  closeSockets();
  await server.close();
});

const call = (line: string, body?: object, token = owner.token) => {
  const [method = '', path = ''] = line.split(' ');
  return server.call(path, { method, token, ...(body && { body }) });
};
const rename = (body: object, id = tom.id) => call(`PATCH ${ADMIN_PATHS.user(id)}`, body);
const remove = (id = tom.id, query = '') => call(`DELETE ${ADMIN_PATHS.user(id)}${query}`);
const log = async () => JSON.stringify((await call('GET /audit')).body);
const post = (path: string, body: object, token?: string) =>
  server.call(path, { method: 'POST', body, headers: { Origin: ORIGIN }, ...(token !== undefined && { token }) });

const REFUSED: [body: object, status: number, message: unknown][] = [
  [{ firstName: ' ' }, 400, 'Please give a name'],
  [{ firstName: 'x'.repeat(81) }, 400, 'A name may have 80 characters at most'],
  [{ firstName: 'Tom\u202E' }, 400, expect.stringContaining('control characters')],
  [{ firstName: 'Tom', email: 'nobody' }, 400, '"nobody" is no e-mail address'],
  [{ firstName: 'Tom', email: 'OWNER@localhost' }, 409, 'Another account has the address "owner@localhost"'],
  [
    { firstName: 'Tom', expectedUpdatedAt: '2020-01-31T12:00:00.000Z' },
    409,
    expect.stringContaining('Somebody else changed'),
  ],
];

describe('renaming', () => {
  test('changes names and address, and the log says from what to what', async () => {
    const renamed = await rename({ firstName: ' Thomas ', lastName: 'Ash', email: 'Thomas@Example.org' });
    expect(renamed).toMatchObject({
      status: 200,
      body: {
        id: tom.id,
        firstName: 'Thomas',
        lastName: 'Ash',
        email: 'thomas@example.org',
        permissions: ['admin', 'photos:write'],
      },
    });
    expect(await log()).toMatch(/“Test Person \d+ \(tom@example\.org\)” to “Thomas Ash \(thomas@example\.org\)”/);
    expect((await call('GET /auth/sessions', undefined, tom.token)).status, 'nobody is signed out').toBe(200);
  });

  test('leaves the address as it is without one, also that of an account without e-mail', async () => {
    const { user } = await server.signIn({ email: addressWithoutMail('x') });
    const renamed = await rename({ firstName: 'Mia', lastName: '', email: '' }, user.id);
    expect(renamed).toMatchObject({ status: 200, body: { firstName: 'Mia', lastName: '', email: user.email } });
  });

  test('a sign-in link that was sent before goes on', async () => {
    const made = await call(`POST ${ADMIN_PATHS.userSignInLink(tom.id)}`, {});
    await rename({ firstName: 'Tom', email: 'new@example.org' });
    const token = new URL(fieldOf(made, 'url')).hash.split('=')[1];
    expect(await post('/auth/sign-in-link', { token })).toMatchObject({ status: 200, body: { userId: tom.id } });
  });

  test('is refused with a sentence, and changes nothing', async () => {
    for (const [body, status, message] of REFUSED) {
      expect(await rename(body), JSON.stringify(body)).toMatchObject({ status, body: { message } });
      expect((await server.dependencies.users.find(tom.id))?.firstName).toBe('Test');
    }
  });

  test('the address of an account from Apple stays the one at Apple', async () => {
    await server.dependencies.users.updateProfile(tom.id, { appleSubject: 'apple-tom' });
    expect(await rename({ firstName: 'Tom', email: 'new@example.org' })).toMatchObject({ status: 409 });
    expect(await rename({ firstName: 'Tom', email: 'tom@example.org' })).toMatchObject({ status: 200 });
  });
});

describe('deleting', () => {
  test('ends sessions, sockets, passkeys and links; what was made stays, and so does the name in the log', async () => {
    const authenticator = new SoftAuthenticator();
    const challenge = fieldOf(await post('/auth/passkeys/new', {}, tom.token), 'challenge');
    expect((await post('/auth/passkeys', authenticator.make({ challenge, origin: ORIGIN }), tom.token)).status).toBe(
      201,
    );
    await post('/auth/passkeys/new', {}, tom.token);
    const link = new URL(fieldOf(await call(`POST ${ADMIN_PATHS.userSignInLink(tom.id)}`, {}), 'url')).hash.split(
      '=',
    )[1];
    const invited = await post('/invitations', { name: 'Eve', permissions: [], term: 'week' }, tom.token);
    const album = await post('/photos/albums', { name: 'Zoo', slug: 'zoo' }, tom.token);
    const tablet = await post('/tablets', { name: 'Hall' }, tom.token);
    const share = await post('/shares', { albumId: fieldOf(album, 'id'), term: 'week' }, tom.token);
    const socket = await connected(openSocket(server.origin, tom.token));
    const ended = new Promise<string>((resolve) => socket.once('disconnect', resolve));

    expect((await remove()).status).toBe(204);
    expect(await ended).toBe('io server disconnect');
    expect((await call('GET /photos/albums', undefined, tom.token)).status).toBe(401);
    const sign = authenticator.sign({
      challenge: fieldOf(await post('/auth/passkeys/challenge', {}), 'challenge'),
      origin: ORIGIN,
    });
    expect((await post('/auth/passkeys/sign-in', sign)).status).toBe(401);
    expect((await post('/auth/sign-in-link', { token: link })).status).toBe(401);
    const invitation = new URL(fieldOf(invited, 'url')).hash.split('=')[1];
    expect((await post('/auth/invitation/accept', { token: invitation, name: 'Eve' })).status).toBe(410);
    for (const table of ['sessions', 'passkeys', 'passkey_challenges', 'user_permissions'] as const) {
      const rows = await server.dependencies.db.selectFrom(table).selectAll().where('user_id', '=', tom.id).execute();
      expect(rows, table).toEqual([]);
    }

    expect((await call('GET /photos/albums')).body).toMatchObject([{ slug: 'zoo' }]);
    expect((await server.call('/photos/albums', { key: fieldOf(tablet, 'key') })).status).toBe(200);
    expect((await call('GET /shares')).body).toMatchObject([{ id: fieldOf(share, 'id') }]);
    expect((await call('GET /users')).body).toMatchObject([{ id: owner.id }]);
    const entries = await log();
    expect(entries).toMatch(/"action":"account-deleted","who":"Test Person \d+","whom":"Test Person \d+"/);
    expect(entries).toMatch(/"action":"key-made","who":"Test Person \d+"/);
    expect(entries).not.toMatch(/somebody/i);
  });

  test('may end what was made, too', async () => {
    const tablet = await post('/tablets', { name: 'Hall' }, tom.token);
    expect((await remove(tom.id, '?endMade=true')).status).toBe(204);
    expect((await server.call('/photos/albums', { key: fieldOf(tablet, 'key') })).status).toBe(401);
    expect(await log()).toContain('"action":"key-revoked"');
  });

  test('ends an upload that is running: nothing of it is stored', async () => {
    const album = await post('/photos/albums', { name: 'Zoo', slug: 'zoo' }, owner.token);
    const path = API_PATHS.albumPhotos(fieldOf(album, 'id'));
    const head = `--b\r\nContent-Disposition: form-data; name="${UPLOAD_FIELD}"; filename="a.jpg"\r\n\r\n`;
    const held = request(server.origin + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${tom.token}`, 'Content-Type': 'multipart/form-data; boundary=b' },
    });
    const responded: Promise<IncomingMessage[]> = once(held, 'response');
    const picture = await jpeg({ seed: 5 });
    held.on('error', () => undefined);
    await new Promise((resolve) => held.write(Buffer.concat([Buffer.from(head), picture.subarray(0, 100)]), resolve));
    // The second call is in line behind the first on the same server, which has read the head by then.
    expect((await call('GET /users')).status).toBe(200);
    expect((await remove()).status).toBe(204);
    held.end(Buffer.concat([picture.subarray(100), Buffer.from('\r\n--b--\r\n')]));
    const [response] = await responded;
    response?.resume();
    expect(response?.statusCode).toBe(401);
    expect((await call(`GET ${path}`)).body).toEqual([]);
  });

  test('nobody deletes themself, somebody who is not there, nor the last admin', async () => {
    expect(await remove(owner.id)).toMatchObject({ status: 409, body: { message: 'You cannot delete yourself' } });
    expect(await remove('nobody')).toMatchObject({ status: 404 });
    await expect(server.dependencies.users.remove({ userId: owner.id, by: tom.id })).resolves.toBeDefined();
    const last = server.dependencies.users.remove({ userId: tom.id, by: 'the command line' });
    await expect(last).rejects.toMatchObject({ status: 409, message: LAST_ADMIN });
  });

  test('two admins who delete each other at once leave one', async () => {
    const answers = await Promise.all([remove(), call(`DELETE ${ADMIN_PATHS.user(owner.id)}`, undefined, tom.token)]);
    expect(statusesOf(answers)[0]).toBe(204);
    expect(statusesOf(answers)).not.toEqual([204, 204]);
  });
});

test('a person was last seen when a session of theirs was last used, also once they have signed out', async () => {
  const seen = async () => {
    const user = await server.dependencies.users.find(tom.id);
    return user?.lastSeenAt ?? 0;
  };
  const first = await seen();
  expect(first).toBeGreaterThan(0);
  server.clock.advance(3_600_000);
  await call('GET /auth/sessions', undefined, tom.token);
  await expect.poll(seen).toBeGreaterThanOrEqual(first + 3_600_000);
  expect((await call(`POST ${API_PATHS.signOut}`, {}, tom.token)).status).toBe(204);
  expect(await seen()).toBeGreaterThanOrEqual(first + 3_600_000);
});
