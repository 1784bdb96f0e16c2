import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MESSAGES } from '#domain/messages.ts';
import { isRecord, textOf } from '#domain/records.ts';
import { SoftAuthenticator } from '#support/server/softAuthenticator.ts';
import { fieldOf, startTestServer, statusesOf, type TestServer } from '#support/server/testServer.ts';

const ORIGIN = 'https://tree.example';
const FIVE_MINUTES_MS = 5 * 60_000;
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ corsOrigins: [ORIGIN, 'https://other.example'], publicUrl: undefined });
});
afterEach(() => server.close());

const post = (path: string, body?: unknown, { token, origin = ORIGIN }: { token?: string; origin?: string } = {}) =>
  server.call(path, {
    method: 'POST',
    ...(body === undefined ? {} : { body }),
    ...(token === undefined ? {} : { token }),
    headers: { Origin: origin, 'User-Agent': CHROME },
  });

async function challengeToMake(token: string): Promise<string> {
  return fieldOf(await post('/auth/passkeys/new', undefined, { token }), 'challenge');
}

async function challengeToSign(origin = ORIGIN): Promise<string> {
  return fieldOf(await post('/auth/passkeys/challenge', undefined, { origin }), 'challenge');
}

async function made(token: string, authenticator = new SoftAuthenticator()): Promise<SoftAuthenticator> {
  const challenge = await challengeToMake(token);
  expect(await post('/auth/passkeys', authenticator.make({ challenge, origin: ORIGIN }), { token })).toMatchObject({
    status: 201,
  });
  return authenticator;
}

const list = async (token: string) => (await server.call('/auth/passkeys', { token })).body;

async function signInWith(authenticator: SoftAuthenticator, told: Record<string, string> = {}) {
  const challenge = await challengeToSign();
  return post('/auth/passkeys/sign-in', authenticator.sign({ challenge, origin: ORIGIN, ...told }));
}

async function sendMade(challenge: string, token: string): Promise<number> {
  const body = new SoftAuthenticator().make({ challenge, origin: ORIGIN });
  return (await post('/auth/passkeys', body, { token })).status;
}

async function firstIdOf(token: string): Promise<string> {
  const listed = await list(token);
  const first: unknown = Array.isArray(listed) ? listed[0] : undefined;
  return isRecord(first) ? textOf(first, 'id') : '';
}

describe('making a passkey', () => {
  test('asks for one that the person can be found by, for the name of the page', async () => {
    const { user, token } = await server.signIn({ email: 'ada@example.org' });
    const known = await made(token);
    const { body } = await post('/auth/passkeys/new', undefined, { token });
    expect(body).toMatchObject({
      rp: { id: 'tree.example', name: 'Circuit Tree' },
      user: { id: Buffer.from(user.id).toString('base64url'), name: `${user.firstName} ${user.lastName}` },
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
      excludeCredentials: [{ id: known.id }],
    });
  });

  test('it is listed with a name after the device, counted when there are several', async () => {
    const { token } = await server.signIn();
    await made(token);
    await made(token);
    expect(await list(token)).toEqual([
      expect.objectContaining({ name: 'Chrome on Windows', host: 'tree.example', lastUsedAt: null }),
      expect.objectContaining({ name: 'Chrome on Windows 2' }),
    ]);
  });

  test.each([
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['another host name', { host: 'evil.example' }],
    ['a challenge that was signed for signing in', { type: 'webauthn.get' }],
  ])('is refused for %s', async (_what, told) => {
    const { token } = await server.signIn();
    const challenge = await challengeToMake(token);
    const body = new SoftAuthenticator().make({ challenge, origin: ORIGIN, ...told });
    expect(await post('/auth/passkeys', body, { token })).toMatchObject({ status: 400 });
    expect(await list(token)).toEqual([]);
  });

  test('a challenge is good once, for its person, for five minutes, and not for a sign-in', async () => {
    const { token } = await server.signIn();
    const { token: others } = await server.signIn();
    const twice = await challengeToMake(token);
    expect([await sendMade(twice, token), await sendMade(twice, token)]).toEqual([201, 409]);
    expect(await sendMade(await challengeToMake(token), others)).toBe(409);
    expect(await sendMade(await challengeToSign(), token)).toBe(409);
    const late = await challengeToMake(token);
    server.clock.advance(FIVE_MINUTES_MS + 1);
    expect(await sendMade(late, token)).toBe(409);
  });

  test('an authenticator has one on this server, whoever asks', async () => {
    const { token } = await server.signIn();
    const { token: others } = await server.signIn();
    const authenticator = await made(token);
    const challenge = await challengeToMake(others);
    const again = await post('/auth/passkeys', authenticator.make({ challenge, origin: ORIGIN }), { token: others });
    expect(again).toMatchObject({ status: 409, body: { message: 'This passkey is here already' } });
    expect(await list(others)).toEqual([]);
  });

  test('twenty are enough', async () => {
    const { token } = await server.signIn();
    for (let count = 0; count < 20; count += 1) {
      await made(token);
      server.clock.advance(10_000);
    }
    expect((await post('/auth/passkeys/new', undefined, { token })).status).toBe(409);
  }, 30_000);
});

describe('signing in', () => {
  test('opens a session of the person, with the permissions of the account and no other', async () => {
    const { user, token } = await server.signIn({ permissions: ['photos:read'] });
    const authenticator = await made(token);
    const response = await signInWith(authenticator);
    expect(response).toMatchObject({
      status: 200,
      body: { success: true, userId: user.id, permissions: ['photos:read'] },
    });
    const session = fieldOf(response, 'token');
    expect(await server.call('/photos/albums', { token: session })).toMatchObject({ status: 200 });
    expect(await server.call('/users', { token: session })).toMatchObject({ status: 403 });
    expect(await list(session)).toEqual([expect.objectContaining({ lastUsedAt: expect.any(String) })]);
  });

  test('the challenge names no passkey, so that nobody learns who has one', async () => {
    await made((await server.signIn()).token);
    const { body } = await post('/auth/passkeys/challenge');
    expect(body).toMatchObject({ rpId: 'tree.example', userVerification: 'preferred' });
    expect(isRecord(body) && body.allowCredentials).toBeFalsy();
  });

  test.each([
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['another host name', { host: 'evil.example' }],
    ['the wrong ceremony', { type: 'webauthn.create' }],
  ])('is refused for %s', async (_what, told) => {
    const authenticator = await made((await server.signIn()).token);
    expect(await signInWith(authenticator, told)).toMatchObject({ status: 401, body: { success: false } });
  });

  test('is refused for an unknown or removed passkey, and for a signature by another key', async () => {
    const { token } = await server.signIn();
    const authenticator = await made(token);
    expect(await signInWith(new SoftAuthenticator())).toMatchObject({ status: 401 });
    const forged = new SoftAuthenticator();
    const challenge = await challengeToSign();
    const { response } = forged.sign({ challenge, origin: ORIGIN });
    const signedByAnother = { ...authenticator.sign({ challenge, origin: ORIGIN }), response };
    expect(await post('/auth/passkeys/sign-in', signedByAnother)).toMatchObject({ status: 401 });
    const id = await firstIdOf(token);
    expect((await server.call(`/auth/passkeys/${id}`, { method: 'DELETE', token })).status).toBe(204);
    expect(await signInWith(authenticator)).toMatchObject({ status: 401 });
  });

  test('a response is good once, even sent twice at once, and only for five minutes', async () => {
    const authenticator = await made((await server.signIn()).token);
    const signed = authenticator.sign({ challenge: await challengeToSign(), origin: ORIGIN });
    const both = [post('/auth/passkeys/sign-in', signed), post('/auth/passkeys/sign-in', signed)];
    expect(statusesOf(await Promise.all(both))).toEqual([200, 401]);
    const late = authenticator.sign({ challenge: await challengeToSign(), origin: ORIGIN });
    server.clock.advance(FIVE_MINUTES_MS + 1);
    expect(await post('/auth/passkeys/sign-in', late)).toMatchObject({ status: 401 });
  });

  test('a passkey made for one name does not sign in at another', async () => {
    const authenticator = await made((await server.signIn()).token);
    const origin = 'https://other.example';
    const signed = authenticator.sign({ challenge: await challengeToSign(origin), origin });
    expect(await post('/auth/passkeys/sign-in', signed, { origin })).toMatchObject({ status: 401 });
  });

  test('a copy is noticed by its counter; an authenticator that does not count works', async () => {
    const { token } = await server.signIn();
    const authenticator = await made(token);
    expect((await signInWith(authenticator)).status).toBe(200);
    authenticator.counter = 0;
    expect(await signInWith(authenticator)).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining('copy') },
    });
    const uncounted = await made(token, new SoftAuthenticator({ counts: false }));
    expect([(await signInWith(uncounted)).status, (await signInWith(uncounted)).status]).toEqual([200, 200]);
  });

  test('a blocked account stays out, and the log says so', async () => {
    const { user, token } = await server.signIn();
    const { token: admin } = await server.signIn({ permissions: ['admin'] });
    const authenticator = await made(token);
    const blocking = { method: 'PUT', token: admin, body: { blocked: true } };
    expect((await server.call(`/users/${user.id}/block`, blocking)).status).toBe(200);
    expect(await signInWith(authenticator)).toMatchObject({ status: 403, body: { message: MESSAGES.accountBlocked } });
    const { body } = await server.call('/audit', { token: admin });
    expect(body).toMatchObject({
      entries: expect.arrayContaining([
        expect.objectContaining({ action: 'sign-in-refused' }),
        expect.objectContaining({ action: 'passkey-made', what: 'Chrome on Windows' }),
      ]),
    });
  });

  test('attempts are limited', async () => {
    const statuses = new Set<number>();
    for (let count = 0; count < 40; count += 1) {
      statuses.add(
        (await post('/auth/passkeys/sign-in', new SoftAuthenticator().sign({ challenge: 'x', origin: ORIGIN }))).status,
      );
    }
    expect(statuses).toEqual(new Set([401, 429]));
  });
});

describe('where passkeys belong to', () => {
  test('PUBLIC_URL names the host for whoever comes through a proxy', async () => {
    const proxied = await startTestServer({ publicUrl: 'https://photos.example.org/' });
    const { body } = await proxied.call('/auth/passkeys/challenge', { method: 'POST' });
    expect(body).toMatchObject({ rpId: 'photos.example.org' });
    await proxied.close();
  });

  test('a bare address has none, and a foreign page gets nothing', async () => {
    expect(await server.call('/auth/passkeys/challenge', { method: 'POST' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('under the name of the server') },
    });
    expect((await post('/auth/passkeys/challenge', undefined, { origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('a person’s own passkeys', () => {
  test('are renamed and removed by their owner alone', async () => {
    const { token } = await server.signIn();
    const { token: admin } = await server.signIn({ permissions: ['admin'] });
    await made(token);
    const id = await firstIdOf(token);
    const rename = (as: string, name: string) =>
      server.call(`/auth/passkeys/${id}`, { method: 'PATCH', token: as, body: { name } });
    expect((await rename(token, '  My   phone ')).status).toBe(204);
    expect(await list(token)).toEqual([expect.objectContaining({ name: 'My phone' })]);
    expect((await rename(token, ' ')).status).toBe(400);
    expect((await rename(token, 'x'.repeat(61))).status).toBe(400);
    expect((await rename(admin, 'Mine')).status).toBe(404);
    expect((await server.call(`/auth/passkeys/${id}`, { method: 'DELETE', token: admin })).status).toBe(404);
    expect(await list(admin)).toEqual([]);
  });
});

const touched = () => new SoftAuthenticator({ verifies: false });

describe('an authenticator that asks for no PIN, finger or face', () => {
  test('makes no passkey for an admin, who is asked for one that does', async () => {
    const { token } = await server.signIn({ permissions: ['admin'] });
    const asked = await post('/auth/passkeys/new', undefined, { token });
    expect(asked.body).toMatchObject({ authenticatorSelection: { userVerification: 'required' } });
    const body = touched().make({ challenge: fieldOf(asked, 'challenge'), origin: ORIGIN });
    expect(await post('/auth/passkeys', body, { token })).toMatchObject({ status: 400 });
  });

  test('signs others in, and nobody any more once they are an admin', async () => {
    const { token, user } = await server.signIn({ permissions: ['photos:read'] });
    const authenticator = await made(token, touched());
    expect(await signInWith(authenticator)).toMatchObject({ status: 200 });
    await server.dependencies.users.grant(user.id, ['admin']);
    expect(await signInWith(authenticator)).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining('please set a PIN') },
    });
  });
});
