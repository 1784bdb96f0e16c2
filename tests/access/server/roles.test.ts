import { shares } from '#server/shares/index.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PAGES } from '#contract/pages.ts';
import { SESSION_IDLE_MS } from '#server/signIn/sessionRepository.ts';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import { GUESSES } from '#server/core/limits.ts';
import { distFolder } from '#support/server/distFolder.ts';
import { type Call, fieldOf, startTestServer, type TestServer } from '#support/server/testServer.ts';
import { BROKEN, type Credential, CREDENTIALS, ROLES, type Row, type World } from './rolesTable.ts';

let server: TestServer;
let world: World;
let credentials: Record<Credential, (row?: Row) => Promise<Call>>;

const SIGN_OUT = 'POST /auth/sign-out';

async function person(...permissions: NonNullable<Parameters<TestServer['signIn']>[0]>['permissions'] & object) {
  return { token: (await server.signIn({ permissions })).token };
}

/** A visitor of the album below: the table takes back no link but `none`. */
async function visitor(state: 'open' | 'ended'): Promise<Call> {
  const { user } = await server.signIn({ permissions: ['photos:write'] });
  const made = await shares.of(server.dependencies.core).shares.create({
    albumId: world.albumId,
    name: null,
    expiresAt: null,
    by: user.id,
  });
  if (made === undefined || made === 'too-many') throw new Error('No link was made');
  if (state === 'ended') await shares.of(server.dependencies.core).shares.revoke(made.share.id, null);
  return { headers: { [SHARE_KEY_HEADER]: made.key } };
}

/** Made once for all rows; the one that signs people out makes its own. */
function lasting(make: () => Promise<Call>): (row?: Row) => Promise<Call> {
  let made: Promise<Call> | undefined;
  return (row) => (row?.route === SIGN_OUT ? make() : (made ??= make()));
}

beforeAll(async () => {
  server = await startTestServer({ distDir: distFolder(), securityContact: 'mailto:ada@example.org' });
  const expired = await person('admin');
  server.clock.advance(SESSION_IDLE_MS);
  const revoked = await server.createKey('revoked');
  await server.dependencies.keys.revoke('revoked');
  const keys = { kiosk: await server.createKey('kiosk'), node: await server.createKey('node', 'node') };
  const signedOut = await person('admin');
  await server.call('/auth/sign-out', { method: 'POST', ...signedOut });
  credentials = {
    nobody: async () => ({}),
    'unknown key': async () => ({ key: 'unknown' }),
    'revoked key': async () => ({ key: revoked }),
    'kiosk key': async () => ({ key: keys.kiosk }),
    'node key': async () => ({ key: keys.node }),
    'share key': lasting(() => visitor('open')),
    'ended share key': lasting(() => visitor('ended')),
    'unknown token': async () => ({ token: 'unknown' }),
    expired: async () => expired,
    'signed out': async () => signedOut,
    'no permission': lasting(() => person()),
    'photos:read': lasting(() => person('photos:read')),
    'photos:write': lasting(() => person('photos:write')),
    admin: lasting(() => person('admin')),
  };
  const album = { name: 'Album', slug: 'album' };
  const created = await server.call('/photos/albums', { method: 'POST', body: album, ...(await person('admin')) });
  expect(created).toMatchObject({ status: 201, body: { slug: 'album' } });
  world = { albumId: fieldOf(created, 'id'), userId: (await server.signIn()).user.id };
});
afterAll(() => server.close());

// The table is longer than the number of wrong credentials that one address may send within a minute.
beforeEach(() => server.clock.advance(GUESSES.windowMs));

function expectation(row: Row, credential: Credential) {
  if (row.allowed === 'everybody' || row.allowed.includes(credential)) return { status: row.status };
  if (credential === 'nobody') return { status: 401, body: { message: 'Please sign in, or send an API key' } };
  if (credential === 'ended share key')
    return { status: 401, body: { message: expect.stringMatching(/^This link was/) } };
  const code = BROKEN[credential];
  if (code === undefined) return { status: 403, body: { message: expect.stringMatching(/^(You do not|An API key)/) } };
  const message = credential.endsWith('key')
    ? 'This API key is not valid'
    : 'You are not signed in any more: please sign in again';
  return { status: 401, body: { message, code, installation: server.dependencies.installation.id } };
}

test('every route of the server is in the table, and the table has no others', () => {
  const known = ROLES.map((row) => row.route);
  const there = server.routes.map((route) => route.replace(/^HEAD/, 'GET'));
  expect([...new Set(there)].sort()).toEqual([...known].sort());
});

/** All pages are served by one function, which each kind of credential is sent to once. */
const OF_EACH_KIND: Credential[] = ['nobody', 'revoked key', 'ended share key', 'signed out', 'admin'];
const isPage = ({ route }: Row) => Object.keys(PAGES).some((path) => [`GET ${path}`, `GET ${path}/`].includes(route));

test.each(ROLES)('$route', async (row) => {
  const [method = ''] = row.route.split(' ');
  for (const credential of isPage(row) ? OF_EACH_KIND : CREDENTIALS) {
    const asked = { method, body: row.body, ...(await credentials[credential](row)) };
    const answer = await server.call(row.path(world), asked);
    expect(answer, credential).toMatchObject(expectation(row, credential));
  }
});

test('a refused write stored nothing', async () => {
  const albums = await server.call('/photos/albums', { key: (await credentials['kiosk key']()).key ?? '' });
  expect(albums.body).toEqual([expect.objectContaining({ slug: 'album' })]);
});
