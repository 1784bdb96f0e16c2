import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { appleTokens, isAppleUnreachable } from '#server/apple/appleTokens.ts';
import { AppleKeyServer, CLIENT_ID, type TokenChanges } from '../support/appleKeyServer.ts';

let apple: AppleKeyServer;
beforeAll(async () => {
  apple = await AppleKeyServer.start();
});
afterEach(() => {
  apple.broken = undefined;
});
afterAll(() => apple.close());

const tokens = (coolDownMs = 0) => appleTokens({ jwksUrl: apple.url, clientId: CLIENT_ID, now: Date.now, coolDownMs });
const verify = async (changes: TokenChanges = {}) => tokens().verify(await apple.token({ nonce: 'n' }, changes));

async function reasonAgainst(changes: TokenChanges): Promise<string> {
  try {
    await verify(changes);
    return 'none';
  } catch (error) {
    return String(error);
  }
}

describe('a good token', () => {
  test('tells who it is: the subject, the address in lower case, the nonce and its end', async () => {
    const identity = await verify({ claims: { email: 'Ada@Example.org' }, expiresIn: 300 });
    expect(identity).toMatchObject({ subject: '000123.abc', email: 'ada@example.org', nonce: 'n' });
    expect(identity.expiresAt / 1_000 - Date.now() / 1_000).toBeCloseTo(300, -1);
  });

  test('may say that the address is verified in a text', async () => {
    expect(await verify({ claims: { email_verified: 'true' } })).toMatchObject({ email: 'ada@example.org' });
  });

  test('may come from a clock half a minute away', async () => {
    expect(await verify({ issuedIn: 25, expiresIn: 300 })).toMatchObject({ nonce: 'n' });
    expect(await verify({ issuedIn: -300, expiresIn: -25 })).toMatchObject({ nonce: 'n' });
  });
});

test.each<[string, TokenChanges, string]>([
  ['for another app', { claims: { aud: 'org.example.other' } }, '"aud"'],
  ['for nobody', { claims: { aud: undefined } }, '"aud"'],
  ['of another issuer', { claims: { iss: 'https://appleid.apple.com.evil.example' } }, '"iss"'],
  ['expired', { issuedIn: -500, expiresIn: -35 }, '"exp"'],
  ['issued eleven minutes ago, however long it lasts', { issuedIn: -660, expiresIn: 86_400 }, '"iat"'],
  ['issued in the future', { issuedIn: 120, expiresIn: 600 }, '"iat"'],
  ['not valid yet', { claims: { nbf: Math.floor(Date.now() / 1_000) + 600 } }, '"nbf"'],
  ['without an expiry', { claims: { exp: undefined } }, '"exp"'],
  ['without the time it was issued', { claims: { iat: undefined } }, '"iat"'],
  ['without a subject', { claims: { sub: undefined } }, '"sub"'],
  ['with an empty subject', { claims: { sub: '' } }, 'A claim is not as expected'],
  ['without a nonce', { claims: { nonce: undefined } }, '"nonce"'],
  ['with a nonce that is no text', { claims: { nonce: 7 } }, 'A claim is not as expected'],
  ['without an address', { claims: { email: undefined } }, '"email"'],
  ['with an address that is no text', { claims: { email: ['a@b.c'] } }, 'A claim is not as expected'],
  ['with an address not verified', { claims: { email_verified: false } }, 'not verified'],
  ['with an address not verified, in a text', { claims: { email_verified: 'false' } }, 'not verified'],
  ['that says nothing of verification', { claims: { email_verified: undefined } }, 'not verified'],
  ['that names no key', { header: { kid: undefined } }, 'The token names no key'],
  ['that names a key Apple does not have', { header: { kid: 'foreign' } }, 'no applicable key'],
])('a token %s is none', async (_name, changes, reason) => {
  expect(await reasonAgainst(changes)).toContain(reason);
});

async function errorWhile(broken: { status: number; body: string } | undefined): Promise<unknown> {
  apple.broken = broken;
  const idToken = await apple.token({ nonce: 'n' });
  return tokens()
    .verify(idToken)
    .catch((error: unknown) => error);
}

describe('what says nothing of the token', () => {
  test.each([
    ['down', { status: 503, body: 'down' }],
    ['behind a portal', { status: 200, body: '<html>' }],
    ['without keys', { status: 200, body: '{}' }],
    ['that fails with keys in its hands', { status: 500, body: '{"keys":[]}' }],
  ])('is a key server %s', async (_name, broken) => {
    expect(isAppleUnreachable(await errorWhile(broken))).toBe(true);
  });

  test('is a server that is not there, which is told with its cause', async () => {
    const nobody = appleTokens({
      jwksUrl: 'http://127.0.0.1:1/keys',
      clientId: CLIENT_ID,
      now: Date.now,
      coolDownMs: 0,
    });
    const error: unknown = await nobody.verify(await apple.token({ nonce: 'n' })).catch((reason: unknown) => reason);
    expect(isAppleUnreachable(error)).toBe(true);
    expect(error).toMatchObject({
      name: 'AppleUnreachableError',
      message: "Apple's keys cannot be fetched",
      cause: expect.any(Error),
    });
  });

  test('is told with the status that the key server had', async () => {
    expect(await errorWhile({ status: 503, body: 'down' })).toMatchObject({ cause: { message: "Apple's keys: 503" } });
  });

  test('is not what is wrong with the token itself', async () => {
    const wrong: unknown = await verify({ expiresIn: -100, issuedIn: -200 }).catch((error: unknown) => error);
    expect(isAppleUnreachable(wrong)).toBe(false);
    expect(isAppleUnreachable(new Error('x'))).toBe(false);
  });
});

test("Apple's keys are fetched once for many tokens", async () => {
  const before = apple.fetches;
  const checked = tokens(10_000);
  for (let people = 0; people < 3; people += 1) await checked.verify(await apple.token({ nonce: 'n' }));
  expect(apple.fetches - before).toBe(1);
});

test('a key that is not known is asked for at once', async () => {
  // A wait of ten minutes would end this test.
  await tokens(600_000).verify(await apple.token({ nonce: 'n' }));
});

test('the next key that is not known is asked for a cool-down later', async () => {
  const coolDownMs = 400;
  const checked = tokens(coolDownMs);
  const began = performance.now();
  await checked.verify(await apple.token({ nonce: 'n' }));
  const foreign = await apple.token({ nonce: 'n' }, { header: { kid: 'foreign' } });
  await expect(checked.verify(foreign)).rejects.toThrow('no applicable key');
  expect(performance.now() - began).toBeGreaterThan(coolDownMs - 20);
});
