import { generateKeyPair, exportJWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppleKeyServer, CLIENT_ID, type TokenChanges } from '../support/appleKeyServer.ts';
import { type Answer, fieldOf, startTestServer, statusesOf, type TestServer } from '../support/testServer.ts';

const REFUSED = {
  status: 401,
  body: { success: false, message: 'Apple did not confirm this sign-in: please try again' },
};

let apple: AppleKeyServer;
let server: TestServer;
beforeEach(async () => {
  apple = await AppleKeyServer.start();
  server = await startTestServer({
    appleClientId: CLIENT_ID,
    appleJwksUrl: apple.url,
    appleKeyCoolDownMs: 100,
    adminEmails: ['boss@example.org'],
  });
});
afterEach(async () => {
  await server.close();
  await apple.close();
});

/** A browser that has asked for its nonce. */
async function browser() {
  const answer = await server.call('/auth/apple/nonce', { method: 'POST' });
  const [setCookie = ''] = answer.headers.getSetCookie();
  return { nonce: fieldOf(answer, 'nonce'), cookie: setCookie.split(';')[0] ?? '', setCookie };
}

function send(cookie: string, payload: Record<string, unknown>): Promise<Answer> {
  const headers = { Cookie: cookie };
  return server.call('/auth/apple', { method: 'POST', body: { code: 'code', ...payload }, headers });
}

/** The whole way of one person through Apple's popup. */
async function signIn(changes: TokenChanges = {}, names: Record<string, string> = {}): Promise<Answer> {
  const { nonce, cookie } = await browser();
  return send(cookie, { idToken: await apple.token({ nonce }, changes), ...names });
}

async function nobodyGotIn() {
  const { db, users } = server.dependencies;
  expect(await users.list()).toEqual([]);
  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
}

describe('a good token', () => {
  test('makes an account without permissions, with the names the browser said', async () => {
    const answer = await signIn({}, { firstName: 'Ada', lastName: 'Lovelace', email: 'somebody-else@example.org' });
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, email: 'ada@example.org', firstName: 'Ada', lastName: 'Lovelace', permissions: [] },
    });
    expect(await server.call('/users', { token: fieldOf(answer, 'token') })).toMatchObject({ status: 403 });
  });

  test('finds the same person again, whose names only the first sign-in sets', async () => {
    const first = await signIn({}, { firstName: 'Ada' });
    const again = await signIn({}, { firstName: 'Mallory', email: 'boss@example.org' });
    expect(fieldOf(again, 'userId')).toBe(fieldOf(first, 'userId'));
    expect(again).toMatchObject({ body: { firstName: 'Ada', permissions: [] } });
  });

  test('of ADMIN_EMAILS is an admin, by the e-mail of the token alone', async () => {
    const claims = { email: 'Boss@Example.org', email_verified: 'true' };
    expect(await signIn({ claims })).toMatchObject({ status: 200, body: { permissions: ['admin'] } });
    expect(await signIn({ claims: { sub: 'other' } }, { email: 'boss@example.org' })).toMatchObject({
      body: { email: 'ada@example.org', permissions: [] },
    });
  });

  test('follows a changed e-mail address of the same person', async () => {
    const first = await signIn();
    const later = await signIn({ claims: { email: 'ada@new.example' } });
    expect(later).toMatchObject({ body: { userId: fieldOf(first, 'userId'), email: 'ada@new.example' } });
  });

  test('takes over the account that was made for its e-mail, with what was granted', async () => {
    const { users } = server.dependencies;
    const granted = await users.create({ email: 'ada@example.org', permissions: ['photos:write'] });
    const answer = await signIn({}, { firstName: 'Ada' });
    expect(answer).toMatchObject({ body: { userId: granted.id, firstName: 'Ada', permissions: ['photos:write'] } });
  });

  test("never gets another Apple person's account by the same e-mail", async () => {
    await signIn();
    expect(await signIn({ claims: { sub: 'somebody else' } })).toMatchObject({
      status: 401,
      body: { success: false, message: 'Another account uses this e-mail address already: please ask an admin' },
    });
    expect(await server.dependencies.users.list()).toHaveLength(1);
  });

  test('makes one account of two browsers that come at once for the first time', async () => {
    const answers = await Promise.all([signIn(), signIn(), signIn()]);
    expect(statusesOf(answers)).toEqual([200, 200, 200]);
    expect(await server.dependencies.users.list()).toHaveLength(1);
  });

  test('has its names cleaned for display', async () => {
    const answer = await signIn({}, { firstName: ' A\u0000d\u202Ea ', lastName: 'x'.repeat(500) });
    expect(answer).toMatchObject({ body: { firstName: 'Ada', lastName: 'x'.repeat(100) } });
  });
});

describe('the nonce', () => {
  test('is bound to the browser by a cookie no script can read', async () => {
    const { setCookie, nonce } = await browser();
    expect(setCookie).toMatch(/; HttpOnly/);
    expect(setCookie).toMatch(/; Path=\/auth\/apple/);
    expect(setCookie).not.toContain(nonce);
  });

  test.each([
    ['missing in the token', async () => ({ cookie: (await browser()).cookie, nonce: undefined })],
    ["another browser's", async () => ({ cookie: (await browser()).cookie, nonce: (await browser()).nonce })],
    ['without its cookie', async () => ({ cookie: '', nonce: (await browser()).nonce })],
    [
      'not the hash of the cookie',
      async () => {
        const { cookie } = await browser();
        return { cookie, nonce: cookie.split('=')[1] };
      },
    ],
  ])('%s: refused', async (_name, made) => {
    const { cookie, nonce } = await made();
    expect(await send(cookie, { idToken: await apple.token({ nonce }) })).toMatchObject(REFUSED);
    await nobodyGotIn();
  });

  test('is good once: a replayed token is refused', async () => {
    const { nonce, cookie } = await browser();
    const idToken = await apple.token({ nonce });
    const answers = await Promise.all([send(cookie, { idToken }), send(cookie, { idToken })]);
    expect(statusesOf(answers)).toEqual([200, 401]);
    expect(await send(cookie, { idToken })).toMatchObject(REFUSED);
    expect(await send(cookie, { idToken: await apple.token({ nonce }, { issuedIn: 1 }) })).toMatchObject(REFUSED);
  });
});

describe('a bad token', () => {
  const DAY_S = 86_400;
  test.each<[string, TokenChanges]>([
    ['for another app', { claims: { aud: 'org.example.other' } }],
    ['for nobody', { claims: { aud: undefined } }],
    ['of another issuer', { claims: { iss: 'https://appleid.apple.com.evil.example' } }],
    ['expired', { issuedIn: -700, expiresIn: -100 }],
    ['without an expiry', { claims: { exp: undefined } }],
    ['issued long ago, however long it lasts', { issuedIn: -DAY_S, expiresIn: DAY_S }],
    ['issued in the future', { issuedIn: 600, expiresIn: 1_200 }],
    ['not valid yet', { claims: { nbf: Math.floor(Date.now() / 1_000) + 600 } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['with an e-mail not verified', { claims: { email_verified: false } }],
    ['with an e-mail not verified, as a text', { claims: { email_verified: 'false' } }],
    ['that says nothing of verification', { claims: { email_verified: undefined } }],
    ['without an e-mail', { claims: { email: undefined } }],
    ['that names no key', { header: { kid: undefined } }],
    ['that names another key', { header: { kid: 'foreign' } }],
  ])('%s is refused', async (_name, changes) => {
    expect(await signIn(changes)).toMatchObject(REFUSED);
    await nobodyGotIn();
  });

  test('signed by a foreign key is refused, whatever its header offers', async () => {
    const own = await generateKeyPair('RS256', { extractable: true });
    const jwk = { ...(await exportJWK(own.publicKey)), kid: 'own' };
    const jku = 'https://evil.example/keys';
    for (const header of [{}, { jwk }, { jku }, { jwk, jku, kid: 'own' }, { kid: 'own' }]) {
      expect(await signIn({ signedBy: own.privateKey, header }), JSON.stringify(header)).toMatchObject(REFUSED);
    }
    await nobodyGotIn();
  });

  test('with alg none, or HS256 with the public key for a secret, is refused', async () => {
    const { nonce, cookie } = await browser();
    const claims = { nonce, sub: 's', email: 'a@b.c', email_verified: true };
    const bare = new UnsecuredJWT(claims).setIssuer('https://appleid.apple.com').setAudience(CLIENT_ID);
    const unsecured = bare.setIssuedAt().setExpirationTime('10m').encode();
    const hmac = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: apple.current });
    const dressed = hmac.setIssuer('https://appleid.apple.com').setAudience(CLIENT_ID).setIssuedAt();
    const confused = await dressed.setExpirationTime('10m').sign(await apple.publicKeyBytes());
    const [, payload] = unsecured.split('.');
    const header = Buffer.from(JSON.stringify({ alg: 'none', kid: apple.current })).toString('base64url');
    for (const idToken of [unsecured, `${header}.${payload}.`, confused, 'a.b.c', 'nonsense', '']) {
      expect(await send(cookie, { idToken }), idToken).toMatchObject(REFUSED);
    }
    await nobodyGotIn();
  });

  test('or none at all is refused, and a malformed request is a 400', async () => {
    const { cookie } = await browser();
    expect(await send(cookie, {})).toMatchObject(REFUSED);
    expect(await send(cookie, { idToken: 7 })).toMatchObject({ status: 400 });
    expect(await send(cookie, { code: undefined })).toMatchObject({ status: 400 });
    await nobodyGotIn();
  });
});

describe("Apple's keys", () => {
  test('are fetched once and kept', async () => {
    for (let people = 0; people < 5; people += 1) {
      expect(await signIn({ claims: { sub: `s${people}`, email: `p${people}@example.org` } })).toMatchObject({
        status: 200,
      });
    }
    expect(apple.fetches).toBe(1);
  });

  test('may rotate in the middle of the run without a failed login', async () => {
    expect(await signIn()).toMatchObject({ status: 200 });
    await apple.rotate('second');
    const [one, other] = await Promise.all([signIn(), signIn()]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(apple.fetches).toBe(2);
  });

  test.each([
    ['down', { status: 503, body: 'down' }],
    ["a portal's page", { status: 200, body: '<html>' }],
    ['no key set', { status: 200, body: '{}' }],
  ])('%s: refused with a sentence that says so', async (_name, broken) => {
    apple.broken = broken;
    expect(await signIn()).toMatchObject({
      status: 503,
      body: { success: false, message: 'Apple cannot be reached to confirm the sign-in: please try again later' },
    });
    await nobodyGotIn();
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
