import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { APPLE_REFUSED, AppleWorld } from '../support/appleWorld.ts';
import { fieldOf, startTestServer, statusesOf } from '#support/server/testServer.ts';

let world: AppleWorld;
beforeEach(async () => {
  world = await AppleWorld.start();
});
afterEach(() => world.close());

describe('a good token', () => {
  test('makes an account without permissions, with the names the browser said', async () => {
    const answer = await world.signIn(
      {},
      { firstName: 'Ada', lastName: 'Lovelace', email: 'somebody-else@example.org' },
    );
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, email: 'ada@example.org', firstName: 'Ada', lastName: 'Lovelace', permissions: [] },
    });
    expect(await world.server.call('/users', { token: fieldOf(answer, 'token') })).toMatchObject({ status: 403 });
  });

  test('finds the same person again, whose names only the first sign-in sets', async () => {
    const first = await world.signIn({}, { firstName: 'Ada' });
    const again = await world.signIn({}, { firstName: 'Mallory', email: 'boss@example.org' });
    expect(fieldOf(again, 'userId')).toBe(fieldOf(first, 'userId'));
    expect(again).toMatchObject({ body: { firstName: 'Ada', permissions: [] } });
  });

  test('of ADMIN_EMAILS is an admin, by the e-mail of the token alone', async () => {
    const claims = { email: 'Boss@Example.org', email_verified: 'true' };
    expect(await world.signIn({ claims })).toMatchObject({ status: 200, body: { permissions: ['admin'] } });
    expect(await world.signIn({ claims: { sub: 'other' } }, { email: 'boss@example.org' })).toMatchObject({
      body: { email: 'ada@example.org', permissions: [] },
    });
  });

  test('is not changed by signing in again: an admin who edits it meanwhile is not told that somebody did', async () => {
    await world.signIn();
    const before = await world.server.dependencies.users.findByEmail('ada@example.org');
    await world.signIn();
    expect((await world.server.dependencies.users.findByEmail('ada@example.org'))?.updatedAt).toBe(before?.updatedAt);
  });

  test('follows a changed e-mail address of the same person', async () => {
    const first = await world.signIn();
    const later = await world.signIn({ claims: { email: 'ada@new.example' } });
    expect(later).toMatchObject({ body: { userId: fieldOf(first, 'userId'), email: 'ada@new.example' } });
  });

  test('takes over the account that was made for its e-mail, with what was granted', async () => {
    const { users } = world.server.dependencies;
    const granted = await users.create({ email: 'ada@example.org', permissions: ['photos:write'] });
    const answer = await world.signIn({}, { firstName: 'Ada' });
    expect(answer).toMatchObject({ body: { userId: granted.id, firstName: 'Ada', permissions: ['photos:write'] } });
  });

  test("never gets another Apple person's account by the same e-mail", async () => {
    await world.signIn();
    expect(await world.signIn({ claims: { sub: 'somebody else' } })).toMatchObject({
      status: 401,
      body: { success: false, message: 'Another account uses this e-mail address already: please ask an admin' },
    });
    expect(await world.server.dependencies.users.list()).toHaveLength(1);
  });

  test('makes one account of two browsers that come at once for the first time', async () => {
    const answers = await Promise.all([world.signIn(), world.signIn(), world.signIn()]);
    expect(statusesOf(answers)).toEqual([200, 200, 200]);
    expect(await world.server.dependencies.users.list()).toHaveLength(1);
  });

  test('has its names cleaned for display', async () => {
    const answer = await world.signIn({}, { firstName: ' A\u0000d\u202Ea ', lastName: 'x'.repeat(500) });
    expect(answer).toMatchObject({ body: { firstName: 'Ada', lastName: 'x'.repeat(100) } });
  });
});

describe('the nonce', () => {
  test('is bound to the browser by a cookie no script can read', async () => {
    const { setCookie, nonce } = await world.browser();
    expect(setCookie).toMatch(/; HttpOnly/);
    expect(setCookie).toMatch(/; Path=\/auth\/apple/);
    expect(setCookie).not.toContain(nonce);
  });

  test.each([
    ['missing in the token', async () => ({ cookie: (await world.browser()).cookie, nonce: undefined })],
    [
      "another browser's",
      async () => ({ cookie: (await world.browser()).cookie, nonce: (await world.browser()).nonce }),
    ],
    ['without its cookie', async () => ({ cookie: '', nonce: (await world.browser()).nonce })],
    [
      'not the hash of the cookie',
      async () => {
        const { cookie } = await world.browser();
        return { cookie, nonce: cookie.split('=')[1] };
      },
    ],
  ])('%s: refused', async (_name, made) => {
    const { cookie, nonce } = await made();
    expect(await world.send(cookie, { idToken: await world.apple.token({ nonce }) })).toMatchObject(APPLE_REFUSED);
    expect(await world.gotIn()).toEqual([]);
  });

  test('is good once: a replayed token is refused', async () => {
    const { nonce, cookie } = await world.browser();
    const idToken = await world.apple.token({ nonce });
    const answers = await Promise.all([world.send(cookie, { idToken }), world.send(cookie, { idToken })]);
    expect(statusesOf(answers)).toEqual([200, 401]);
    expect(await world.send(cookie, { idToken })).toMatchObject(APPLE_REFUSED);
    expect(await world.send(cookie, { idToken: await world.apple.token({ nonce }, { issuedIn: 1 }) })).toMatchObject(
      APPLE_REFUSED,
    );
  });
});

test('without Apple set up the call says so', async () => {
  const plain = await startTestServer();
  expect(await plain.call('/auth/apple', { method: 'POST', body: { code: 'c', idToken: 'x' } })).toMatchObject({
    status: 401,
    body: { success: false, message: 'Sign in with Apple is not set up on this server' },
  });
  await plain.close();
});
