import type { CredentialCode } from '../../src/contract/calls.ts';
import { PAGES } from '../../src/contract/pages.ts';

/** Who asks. One column of the table below. */
export const CREDENTIALS = [
  'nobody',
  'unknown key',
  'revoked key',
  'kiosk key',
  'node key',
  'unknown token',
  'expired',
  'signed out',
  'no permission',
  'photos:read',
  'photos:write',
  'admin',
] as const;

export type Credential = (typeof CREDENTIALS)[number];

/** Rejected as a credential by a 401, with the code that says whether the server ever knew it. */
export const BROKEN: Partial<Record<Credential, CredentialCode>> = {
  'unknown key': 'credential-unknown',
  'revoked key': 'credential-refused',
  'unknown token': 'credential-unknown',
  // Nothing is kept of a session that has ended.
  expired: 'credential-unknown',
  'signed out': 'credential-unknown',
};

const SIGNED_IN: Credential[] = ['no permission', 'photos:read', 'photos:write', 'admin'];
const READERS: Credential[] = ['kiosk key', 'photos:read', 'photos:write', 'admin'];
const WRITERS: Credential[] = ['photos:write', 'admin'];
const ADMIN: Credential[] = ['admin'];

/** What the calls are made on. */
export interface World {
  albumId: string;
  userId: string;
}

export interface Row {
  /** As registered. */
  route: string;
  path: (world: World) => string;
  /** `everybody`: without a look at the credential. */
  allowed: readonly Credential[] | 'everybody';
  /** What those who may get. */
  status: number;
  body?: unknown;
}

function row(route: string, allowed: Row['allowed'], rest: Partial<Omit<Row, 'route' | 'allowed'>> = {}): Row {
  const [, path = ''] = route.split(' ');
  return { route, allowed, path: () => path, status: 200, ...rest };
}

const SHELL = Object.keys(PAGES).flatMap((path) => (path === '/' ? [path] : [path, `${path}/`]));

/**
 * Every route of the server and who may use it. A route that is not here fails the tests; its HEAD goes
 * with its GET.
 */
export const ROLES: Row[] = [
  row('GET /photos/albums', READERS),
  row('POST /photos/albums', WRITERS, { status: 400, body: { name: 'Bad', slug: '!' } }),
  row('GET /photos/albums/:id/photos', READERS, { path: ({ albumId }) => `/photos/albums/${albumId}/photos` }),
  row('POST /photos/albums/:id/photos', WRITERS, {
    path: ({ albumId }) => `/photos/albums/${albumId}/photos`,
    status: 400,
    body: {},
  }),
  row('GET /users', ADMIN),
  row('GET /installation', ADMIN),
  row('PUT /users/:id/permissions', ADMIN, {
    path: ({ userId }) => `/users/${userId}/permissions`,
    body: { permissions: ['photos:read'] },
  }),
  row('POST /auth/sign-out', SIGNED_IN, { status: 204 }),

  row('GET /health', 'everybody'),
  row('GET /environment.js', 'everybody'),
  row('GET /auth/check-api-key/:key', 'everybody', { path: () => '/auth/check-api-key/wrong', status: 401 }),
  row('GET /auth/dev/user', 'everybody'),
  row('GET /auth/dev/admin', 'everybody'),
  row('POST /auth/apple', 'everybody', { status: 401, body: { code: 'c' } }),
  row('POST /auth/apple/nonce', 'everybody'),
  row('POST /auth/sign-in-link', 'everybody', { status: 401, body: { token: 'wrong' } }),
  row('GET /photos/:albumSlug/thumbnail/:filename', 'everybody', { status: 404 }),
  row('GET /photos/:albumSlug/medium/:filename', 'everybody', { status: 404 }),
  row('GET /*', 'everybody', { path: () => '/no-such-file.js', status: 404 }),
  ...SHELL.map((path) => row(`GET ${path}`, 'everybody')),
];
