import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import {
  guardRequests,
  noteTablet,
  requireRouteAccess,
  requireStillAllowed,
} from '#server/core/access/authorisation.ts';
import type { EndedShare } from '#server/core/access/credentials.ts';
import { CredentialError, UserError } from '#server/core/errors.ts';
import { Slot } from '#server/core/slot.ts';
import {
  type Access,
  type CredentialAccess,
  ADMINS,
  KIOSKS,
  type KeyPrincipal,
  type Principal,
  PHOTO_READERS as READERS,
  PHOTO_VIEWERS,
  PHOTO_SENDERS,
  PHOTO_WRITERS,
  principalOf,
  SHARE_VIEWERS,
  SIGNED_IN,
  type UserPrincipal,
} from '#server/core/access/access.ts';
import type { Permission } from '#contract/permissions.ts';

const KEYS: Record<string, KeyPrincipal> = {
  kiosk: { kind: 'key', keyId: '1', use: 'kiosk', tabletId: 't1', albumIds: null },
  lamp: { kind: 'key', keyId: '2', use: 'node', tabletId: null, albumIds: null },
};
const VISITOR: KeyPrincipal = { kind: 'key', keyId: '3', use: 'share', tabletId: null, albumIds: ['summer'] };
const GUEST: KeyPrincipal = { ...VISITOR, use: 'guest' };
const OPEN_SHARES: Record<string, KeyPrincipal> = { open: VISITOR, sending: GUEST };
const ENDED_SHARES: Record<string, EndedShare['why']> = { late: 'over', back: 'revoked', empty: 'gone' };
const PEOPLE: Record<string, Permission[]> = {
  nobody: [],
  reader: ['photos:read'],
  writer: ['photos:write'],
  boss: ['admin'],
};

function personOf(token: string): UserPrincipal | undefined {
  const permissions = PEOPLE[token];
  return permissions && { kind: 'user', userId: token, sessionId: token, permissions, albumIds: null };
}

interface Told {
  status: number;
  message: string;
  /** The status of a CredentialError. */
  code: string | undefined;
  endsAccess: boolean;
}

let told: Told | undefined;
let attempts: (string | undefined)[];
let tooMany: boolean;
/** Another look at a credential. */
let again: (principal: Principal) => Principal | undefined;
function slotOf(heardOf: (tabletId: string) => Promise<void>) {
  const slot = new Slot<typeof heardOf>();
  slot.add(heardOf);
  return slot;
}

const scope = 'filtered';

let heard: string[];
let app: FastifyInstance;

beforeEach(() => {
  told = undefined;
  attempts = [];
  tooMany = false;
  again = (principal) => principal;
  heard = [];
  app = Fastify();
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof UserError ? error.status : 500;
    const code = error instanceof CredentialError ? error.body().code : undefined;
    const endsAccess = error instanceof CredentialError && error.endsAccess;
    told = { status, message: String(error), code, endsAccess };
    return reply.status(status).send();
  });
  requireRouteAccess(app);
  guardRequests(app, {
    credentials: {
      ofKey: async (key) => KEYS[key],
      ofToken: async (token) => personOf(token),
      ofShare: async (key) => OPEN_SHARES[key] ?? { kind: 'ended share', why: ENDED_SHARES[key] ?? 'unknown' },
      refresh: async (principal) => again(principal),
      codeOfKey: async (key) => (key === 'revoked' ? 'credential-refused' : 'credential-unknown'),
    },
    installation: { id: 'here' },
    slots: { tabletsSeen: slotOf(async (id) => void heard.push(id)) },
    failedAttemptLimit: {
      count: (address) => {
        attempts.push(address);
        return tooMany;
      },
    },
  });
});
afterEach(() => app.close());

/** The status of a request with these headers to a route with this access. */
async function statusOf(access: Access, headers: Record<string, string>): Promise<number> {
  app.get('/it', { config: { access, scope } }, (request) => ({ principal: request.principal ?? null }));
  return (await app.inject({ url: '/it', headers })).statusCode;
}

describe('a route', () => {
  it('that names no access stops the start, and is named', () => {
    expect(() => app.get('/open', () => 'x')).toThrow('The route GET /open names no access: set config.access');
  });

  it('for senders who see some albums only that names no scope stops the start, and is named', () => {
    const needs = 'The route GET /albums names no scope: set config.scope';
    for (const access of [READERS, PHOTO_VIEWERS, SIGNED_IN, KIOSKS]) {
      expect(() => app.get('/albums', { config: { access } }, () => 'x')).toThrow(needs);
    }
    app.get('/admins', { config: { access: ADMINS } }, () => 'x');
  });

  it('is told to whoever keeps the list of them', () => {
    const seen: string[] = [];
    const other = Fastify();
    requireRouteAccess(other, ({ url }) => seen.push(url));
    other.get('/a', { config: { access: 'public' } }, () => 'x');
    expect(seen).toContain('/a');
  });

  it('for preflights is public, and only that one', async () => {
    app.options('/it', (_request, reply) => reply.status(204).send());
    expect(() => app.post('/it', () => 'x')).toThrow('names no access');
    expect((await app.inject({ method: 'OPTIONS', url: '/it' })).statusCode).toBe(204);
  });
});

interface Case {
  who: string;
  access: Access;
  headers: Record<string, string>;
  status: number;
}

describe('who gets in', () => {
  test.each<Case>([
    { who: 'anybody to a public route', access: 'public', headers: {}, status: 200 },
    { who: 'a kiosk to the photos', access: READERS, headers: { 'x-api-key': 'kiosk' }, status: 200 },
    { who: 'a kiosk, spaces around its key', access: READERS, headers: { 'x-api-key': ' kiosk ' }, status: 200 },
    { who: 'no device to the photos', access: READERS, headers: { 'x-api-key': 'lamp' }, status: 403 },
    { who: 'no kiosk to what people may', access: SIGNED_IN, headers: { 'x-api-key': 'kiosk' }, status: 403 },
    { who: 'a reader to the photos', access: READERS, headers: { authorization: 'Bearer reader' }, status: 200 },
    { who: 'a bearer in any case', access: READERS, headers: { authorization: 'bearer   reader ' }, status: 200 },
    { who: 'a bare token', access: READERS, headers: { authorization: 'reader' }, status: 200 },
    { who: 'a bearer after a tab', access: READERS, headers: { authorization: 'Bearer \treader' }, status: 200 },
    { who: 'no token with the word in it', access: READERS, headers: { authorization: 'rBearer eader' }, status: 401 },
    { who: 'an admin everywhere', access: READERS, headers: { authorization: 'boss' }, status: 200 },
    { who: 'nobody without a permission', access: READERS, headers: { authorization: 'nobody' }, status: 403 },
    { who: 'whoever is signed in', access: SIGNED_IN, headers: { authorization: 'nobody' }, status: 200 },
    { who: 'nobody without a credential', access: READERS, headers: {}, status: 401 },
    {
      who: 'nobody with empty ones',
      access: READERS,
      headers: { 'x-api-key': ' ', authorization: 'Bearer ' },
      status: 401,
    },
    {
      who: 'no person, not even an admin, to what tablets tell',
      access: KIOSKS,
      headers: { authorization: 'boss' },
      status: 403,
    },
    { who: 'nobody with a wrong key', access: READERS, headers: { 'x-api-key': 'wrong' }, status: 401 },
    { who: 'nobody with a wrong token', access: READERS, headers: { authorization: 'wrong' }, status: 401 },
    {
      who: 'no key to what people may, though an admin is signed in beside it',
      access: SIGNED_IN,
      headers: { 'x-api-key': 'kiosk', authorization: 'boss' },
      status: 403,
    },
    {
      who: 'no wrong key, though a good token is beside it',
      access: READERS,
      headers: { 'x-api-key': 'wrong', authorization: 'boss' },
      status: 401,
    },
  ])('$who', async ({ access, headers, status }) => {
    expect(await statusOf(access, headers)).toBe(status);
  });

  it('is known to the route, and unknown to a public one', async () => {
    app.get('/who', { config: { access: READERS, scope } }, (request) => principalOf(request));
    app.get('/public', { config: { access: 'public' } }, (request) => principalOf(request));
    const { body } = await app.inject({ url: '/who', headers: { 'x-api-key': 'kiosk' } });
    expect(JSON.parse(body)).toEqual(KEYS.kiosk);
    expect((await app.inject({ url: '/public', headers: { 'x-api-key': 'kiosk' } })).statusCode).toBe(500);
    expect(told?.message).toContain('This route asks for no credential');
  });

  it('is not asked at an address that does not exist', async () => {
    expect((await app.inject({ url: '/nowhere' })).statusCode).toBe(404);
    expect(told).toBeUndefined();
  });
});

describe('a key in the address', () => {
  it('counts where a browser can send no header', async () => {
    app.get('/it', { config: { access: READERS, scope, keyInQuery: true } }, () => 'x');
    expect((await app.inject({ url: '/it?apiKey=kiosk' })).statusCode).toBe(200);
    expect((await app.inject({ url: '/it?apiKey=wrong' })).statusCode).toBe(401);
    for (const none of ['/it', '/it?apiKey=', '/it?key=kiosk', '/it?apiKey=kiosk&apiKey=kiosk']) {
      expect((await app.inject({ url: none })).statusCode, none).toBe(401);
      expect(told?.message, none).toContain('Please sign in, or send an API key');
    }
  });

  it('counts nowhere else', async () => {
    app.get('/it', { config: { access: READERS, scope } }, () => 'x');
    expect((await app.inject({ url: '/it?apiKey=kiosk' })).statusCode).toBe(401);
    expect(told?.message).toContain('Please sign in, or send an API key');
  });
});

describe("a visitor's share", () => {
  it('opens what visitors may see, and nothing else', async () => {
    app.get('/seen', { config: { access: PHOTO_VIEWERS, scope } }, (request) => principalOf(request));
    app.get('/read', { config: { access: READERS, scope } }, () => 'x');
    const headers = { 'x-share-key': 'open' };
    expect(JSON.parse((await app.inject({ url: '/seen', headers })).body)).toEqual(VISITOR);
    expect((await app.inject({ url: '/read', headers })).statusCode).toBe(403);
  });

  it('counts alone, whatever is sent beside it', async () => {
    expect(await statusOf(READERS, { 'x-share-key': 'open', 'x-api-key': 'kiosk', authorization: 'boss' })).toBe(403);
  });

  test.each([
    ['late', 'This link has expired'],
    ['back', 'This link was taken back'],
    ['empty', 'The album of this link is not here any more'],
    ['guessed', 'This link is not known here'],
  ])('that opens nothing is refused with the reason: %s', async (key, reason) => {
    expect(await statusOf(PHOTO_VIEWERS, { 'x-share-key': key })).toBe(401);
    expect(told?.message).toContain(reason);
    expect(attempts).toHaveLength(key === 'guessed' ? 1 : 0);
  });

  it('that is a guess is refused after too many, one that ended still hears why', async () => {
    tooMany = true;
    expect(await statusOf(PHOTO_VIEWERS, { 'x-share-key': 'guessed' })).toBe(429);
    expect((await app.inject({ url: '/it', headers: { 'x-share-key': 'late' } })).statusCode).toBe(401);
    expect((await app.inject({ url: '/it', headers: { 'x-share-key': 'open' } })).statusCode).toBe(200);
  });
});

describe('what the routes ask for', () => {
  const everybody = {
    kiosk: { 'x-api-key': 'kiosk' },
    lamp: { 'x-api-key': 'lamp' },
    nobody: { authorization: 'nobody' },
    reader: { authorization: 'reader' },
    writer: { authorization: 'writer' },
    boss: { authorization: 'boss' },
  };

  test.each([
    ['photos are seen', READERS, ['kiosk', 'reader', 'writer', 'boss']],
    ['photos are added', PHOTO_WRITERS, ['writer', 'boss']],
    ['people are managed', ADMINS, ['boss']],
    ['sessions are ended', SIGNED_IN, ['nobody', 'reader', 'writer', 'boss']],
  ] as const)('%s by those they are for', async (_what, access, allowed) => {
    app.get('/it', { config: { access, scope } }, () => 'x');
    const statuses = new Map<string, number>();
    for (const [name, headers] of Object.entries(everybody)) {
      statuses.set(name, (await app.inject({ url: '/it', headers })).statusCode);
    }
    const expected = Object.keys(everybody).map((name) => [name, allowed.some((one) => one === name) ? 200 : 403]);
    expect([...statuses]).toEqual(expected);
  });
});

describe('what is told', () => {
  test.each([
    [{ 'x-api-key': 'revoked' }, 'This API key is not valid', { code: 'credential-refused', endsAccess: true }],
    [{ 'x-api-key': 'wrong' }, 'This API key is not valid', { code: 'credential-unknown', endsAccess: false }],
    [{ authorization: 'wrong' }, 'You are not signed in any more', { code: 'credential-unknown', endsAccess: true }],
    [{}, 'Please sign in, or send an API key', { code: undefined, endsAccess: false }],
    [{ authorization: 'nobody' }, 'You do not have the permission to do this', { code: undefined, endsAccess: false }],
    [{ 'x-api-key': 'lamp' }, 'An API key may not do this: please sign in', { code: undefined, endsAccess: false }],
    [{ 'x-api-key': 'lamp', authorization: 'reader' }, 'An API key may not do this: please sign in', {}],
    [{ 'x-share-key': 'sending' }, 'This link is for sending photos, and shows none', { endsAccess: false }],
  ])('to %j: %s', async (headers, sentence, rest) => {
    await statusOf(READERS, headers);
    expect(told?.message).toContain(sentence);
    // On reading 'credential-refused' a kiosk forgets everything that it has stored.
    expect(told).toMatchObject(rest);
  });
});

describe('wrong credentials', () => {
  it('are counted by address, and good or missing ones are not', async () => {
    await statusOf(READERS, { 'x-api-key': 'wrong' });
    await app.inject({ url: '/it', headers: { authorization: 'wrong' } });
    for (const headers of [{}, { 'x-api-key': 'kiosk' }, { 'x-api-key': 'lamp' }, { authorization: 'nobody' }]) {
      await app.inject({ url: '/it', headers });
    }
    expect(attempts).toEqual(['127.0.0.1', '127.0.0.1']);
  });

  it('are not counted when the key was a good one once, and it goes on being told so', async () => {
    tooMany = true;
    expect(await statusOf(READERS, { 'x-api-key': 'revoked' })).toBe(401);
    expect(told).toMatchObject({ code: 'credential-refused' });
    expect(attempts).toEqual([]);
  });

  it('are answered with 429 once there were too many, which says nothing of the credential', async () => {
    tooMany = true;
    expect(await statusOf(READERS, { 'x-api-key': 'wrong' })).toBe(429);
    expect(told).toMatchObject({ code: undefined });
    expect(told?.message).toContain('Too many wrong keys or tokens from your address: please wait a minute');
  });
});

/** The status of a request with a body, whose head was let in by this access. */
async function statusOfBody(access: Access, headers: Record<string, string>, body?: string): Promise<number> {
  app.post('/it', { config: { access, scope } }, () => ({}));
  const sent = body === undefined ? {} : { payload: body };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return (await app.inject({ method: 'POST', url: '/it', headers: { ...headers, ...type }, ...sent })).statusCode;
}

describe('a body that was held back behind its head', () => {
  const asWriter = { authorization: 'Bearer writer' };

  it('is taken from a person who may still send it', async () => {
    expect(await statusOfBody(PHOTO_WRITERS, asWriter, '{}')).toBe(200);
  });

  it('is refused from a person who was blocked meanwhile, with the sentence that asks to sign in', async () => {
    again = () => undefined;
    expect(await statusOfBody(PHOTO_WRITERS, asWriter, '{}')).toBe(401);
    expect(told).toMatchObject({ code: 'credential-unknown', message: expect.stringContaining('sign in again') });
  });

  it('is refused from a person who lost the permission meanwhile', async () => {
    again = () => personOf('reader');
    expect(await statusOfBody(PHOTO_WRITERS, asWriter, '{}')).toBe(403);
    expect(told?.message).toContain('permission');
  });

  it('is looked at no second time where there is none, where anybody may send it, and from a key', async () => {
    again = () => undefined;
    app.post('/open', { config: { access: 'public' } }, () => ({}));
    app.post('/keys', { config: { access: KIOSKS, scope } }, () => ({}));
    expect(await statusOfBody(PHOTO_WRITERS, asWriter)).toBe(200);
    expect((await app.inject({ method: 'POST', url: '/open', payload: {} })).statusCode).toBe(200);
    const headers = { 'x-api-key': 'kiosk' };
    expect((await app.inject({ method: 'POST', url: '/keys', headers, payload: {} })).statusCode).toBe(200);
  });
});

describe('a credential at the end of a long request', () => {
  const services = { credentials: { refresh: async (one: Principal) => again(one) }, installation: { id: 'here' } };
  const endOf = (principal: Principal, access: CredentialAccess) =>
    requireStillAllowed(principal, access, services).then(
      () => undefined,
      (error: unknown) => error,
    );

  it('counts as long as it may do what was asked', async () => {
    expect(await endOf(KEYS.kiosk!, KIOSKS)).toBeUndefined();
  });

  it('may do less by then', async () => {
    again = () => KEYS.lamp;
    expect(await endOf(KEYS.kiosk!, KIOSKS)).toMatchObject({ status: 403 });
  });

  it('that is a key has ended with its code, and a session with the request to sign in', async () => {
    again = () => undefined;
    const key = await endOf(KEYS.kiosk!, KIOSKS);
    expect(key).toMatchObject({ status: 401, message: expect.stringContaining('API key is not valid') });
    const session = await endOf(personOf('boss')!, ADMINS);
    expect(session).toMatchObject({ status: 401, message: expect.stringContaining('sign in again') });
    // A person's device forgets what it has stored when either ends.
    expect([key, session]).toMatchObject([{ endsAccess: true }, { endsAccess: true }]);
    const bodies = [key, session].map((error) => error instanceof CredentialError && error.body());
    expect(bodies).toMatchObject([
      { code: 'credential-refused', installation: 'here' },
      { code: 'credential-unknown', installation: 'here' },
    ]);
  });

  it('of a visitor has ended with the link, which says so', async () => {
    again = () => undefined;
    for (const use of ['share', 'guest'] as const) {
      const error = await endOf({ ...VISITOR, use }, PHOTO_VIEWERS);
      expect(error).not.toBeInstanceOf(CredentialError);
      expect(error).toMatchObject({ status: 401, message: expect.stringContaining('taken back') });
    }
  });
});

describe('any call with a tablet’s key', () => {
  it('shows that the tablet lives, and no other call does', async () => {
    await statusOf(PHOTO_VIEWERS, { 'x-api-key': 'kiosk' });
    expect(heard).toEqual(['t1']);
    await app.inject({ url: '/it', headers: { authorization: 'Bearer boss' } });
    await app.inject({ url: '/it', headers: { 'x-api-key': 'lamp' } });
    expect(heard).toEqual(['t1']);
  });

  it('goes on where the tablet cannot be looked up', async () => {
    const tabletsSeen = slotOf(() => Promise.reject(new Error('The database is locked')));
    await expect(noteTablet(KEYS.kiosk!, { slots: { tabletsSeen } })).resolves.toBeUndefined();
  });
});

test('who looks through a link, and who sends photos by one', async () => {
  expect(SHARE_VIEWERS).toEqual({ keys: ['share'], permissions: null });
  expect(PHOTO_SENDERS).toEqual({ keys: ['share', 'guest'], permissions: ['photos:write'] });
  expect(await statusOf(SHARE_VIEWERS, { 'x-share-key': 'open' })).toBe(200);
});
