import { generateKeyPair, exportJWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CLIENT_ID } from '../support/appleKeyServer.ts';
import { APPLE_REFUSED, AppleWorld } from '../support/appleWorld.ts';

let world: AppleWorld;
beforeEach(async () => {
  world = await AppleWorld.start();
});
afterEach(() => world.close());

describe('a bad token', () => {
  test('that expired is refused', async () => {
    expect(await world.signIn({ issuedIn: -700, expiresIn: -100 })).toMatchObject(APPLE_REFUSED);
    expect(await world.gotIn()).toEqual([]);
  });

  test('signed by a foreign key is refused, whatever its header offers', async () => {
    const own = await generateKeyPair('RS256', { extractable: true });
    const jwk = { ...(await exportJWK(own.publicKey)), kid: 'own' };
    const jku = 'https://evil.example/keys';
    for (const header of [{}, { jwk }, { jku }, { jwk, jku, kid: 'own' }, { kid: 'own' }]) {
      expect(await world.signIn({ signedBy: own.privateKey, header }), JSON.stringify(header)).toMatchObject(
        APPLE_REFUSED,
      );
    }
    expect(await world.gotIn()).toEqual([]);
  });

  test('with alg none, or HS256 with the public key for a secret, is refused', async () => {
    const { nonce, cookie } = await world.browser();
    const claims = { nonce, sub: 's', email: 'a@b.c', email_verified: true };
    const bare = new UnsecuredJWT(claims).setIssuer('https://appleid.apple.com').setAudience(CLIENT_ID);
    const unsecured = bare.setIssuedAt().setExpirationTime('10m').encode();
    const hmac = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: world.apple.current });
    const dressed = hmac.setIssuer('https://appleid.apple.com').setAudience(CLIENT_ID).setIssuedAt();
    const confused = await dressed.setExpirationTime('10m').sign(await world.apple.publicKeyBytes());
    const [, payload] = unsecured.split('.');
    const header = Buffer.from(JSON.stringify({ alg: 'none', kid: world.apple.current })).toString('base64url');
    for (const idToken of [unsecured, `${header}.${payload}.`, confused, 'a.b.c', 'nonsense', '']) {
      expect(await world.send(cookie, { idToken }), idToken).toMatchObject(APPLE_REFUSED);
    }
    expect(await world.gotIn()).toEqual([]);
  });

  test('or none at all is refused, and a malformed request is a 400', async () => {
    const { cookie } = await world.browser();
    expect(await world.send(cookie, {})).toMatchObject(APPLE_REFUSED);
    expect(await world.send(cookie, { idToken: 7 })).toMatchObject({ status: 400 });
    expect(await world.send(cookie, { code: undefined })).toMatchObject({ status: 400 });
    expect(await world.gotIn()).toEqual([]);
  });
});

describe("Apple's keys", () => {
  test('may rotate in the middle of the run without a failed login', async () => {
    expect(await world.signIn()).toMatchObject({ status: 200 });
    await world.apple.rotate('second');
    const [one, other] = await Promise.all([world.signIn(), world.signIn()]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(world.apple.fetches).toBe(2);
  });

  test('that cannot be fetched: refused with a sentence that says so', async () => {
    world.apple.broken = { status: 503, body: 'down' };
    expect(await world.signIn()).toMatchObject({
      status: 503,
      body: { success: false, message: 'Apple cannot be reached to confirm the sign-in: please try again later' },
    });
    expect(await world.gotIn()).toEqual([]);
  });
});
