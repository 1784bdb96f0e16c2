import type { CredentialCode } from '#contract/calls.ts';
import { PAGES } from '#contract/pages.ts';

/** The credentials. One column of the table below. */
export const CREDENTIALS = [
  'nobody',
  'unknown key',
  'revoked key',
  'kiosk key',
  'node key',
  'share key',
  'ended share key',
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
const VIEWERS: Credential[] = ['share key', ...READERS];
const PEOPLE: Credential[] = ['photos:read', 'photos:write', 'admin'];
const WRITERS: Credential[] = ['photos:write', 'admin'];
const ADMIN: Credential[] = ['admin'];
const KIOSK: Credential[] = ['kiosk key'];

/** The things that the calls name. */
export interface World {
  albumId: string;
  userId: string;
}

export interface Row {
  /** Its pattern, as the server registers it: with `:id` for what varies. */
  route: string;
  path: (world: World) => string;
  /** `everybody`: without a look at the credential. */
  allowed: readonly Credential[] | 'everybody';
  /** The status for the credentials that may make the call. */
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
  row('GET /photos/albums', VIEWERS),
  row('POST /photos/albums', WRITERS, { status: 400, body: { name: 'Bad', slug: '!' } }),
  row('GET /photos/albums/:id/photos', VIEWERS, { path: ({ albumId }) => `/photos/albums/${albumId}/photos` }),
  row('GET /photos/albums/:id/outline', READERS, { path: ({ albumId }) => `/photos/albums/${albumId}/outline` }),
  row('GET /photos/albums/:id/part', READERS, { path: ({ albumId }) => `/photos/albums/${albumId}/part?from=0` }),
  // A share that takes photos, and into its own album: tests/guests/server/guests.test.ts.
  row('POST /photos/albums/:id/photos', WRITERS, {
    path: ({ albumId }) => `/photos/albums/${albumId}/photos`,
    status: 400,
    body: {},
  }),
  row('PATCH /photos/albums/:id', WRITERS, { path: ({ albumId }) => `/photos/albums/${albumId}`, body: {} }),
  row('PUT /photos/albums/order', WRITERS, { body: { parentAlbumId: null, albumIds: null } }),
  row('PUT /photos/albums/:id/photos/order', WRITERS, {
    path: ({ albumId }) => `/photos/albums/${albumId}/photos/order`,
    body: { filenames: [] },
  }),
  row('GET /photos/albums/:id/photos/:filename', PEOPLE, {
    path: ({ albumId }) => `/photos/albums/${albumId}/photos/no-such.jpg`,
    status: 404,
  }),
  row('PATCH /photos/albums/:id/photos/:filename', WRITERS, {
    path: ({ albumId }) => `/photos/albums/${albumId}/photos/no-such.jpg`,
    status: 404,
    body: { hidden: true },
  }),
  row('GET /photos/albums/:id/photos/:filename/original', WRITERS, {
    path: ({ albumId }) => `/photos/albums/${albumId}/photos/no-such.jpg/original`,
    status: 404,
  }),
  row('POST /photos/albums/:id/photos/move', WRITERS, {
    path: ({ albumId }) => `/photos/albums/${albumId}/photos/move`,
    status: 400,
    body: { filenames: ['no-such.jpg'], toAlbumId: 'no-such' },
  }),
  row('POST /photos/albums/:id/photos/known', WRITERS, {
    path: ({ albumId }) => `/photos/albums/${albumId}/photos/known`,
    body: { hashes: [] },
  }),
  row('GET /photos/search', PEOPLE, { path: () => '/photos/search?q=summer' }),
  row('DELETE /photos/albums/:id', WRITERS, { path: () => '/photos/albums/none', status: 404 }),
  row('DELETE /photos/albums/:id/photos', WRITERS, {
    path: ({ albumId }) => `/photos/albums/${albumId}/photos`,
    status: 404,
    body: { filenames: ['none.jpg'] },
  }),
  row('GET /photos/waiting', WRITERS),
  row('POST /photos/waiting/approve', WRITERS, { body: { ids: ['photo-0'] } }),
  row('DELETE /photos/waiting', WRITERS, { body: { ids: ['photo-0'] } }),
  row('GET /photos/trash', WRITERS),
  row('POST /photos/trash/restore', WRITERS, { status: 404, body: { ids: ['photo-0'] } }),
  row('DELETE /photos/trash', WRITERS, { status: 404, body: { ids: ['photo-0'] } }),
  row('GET /photos/trash/:id/thumbnail', WRITERS, { path: () => '/photos/trash/photo-0/thumbnail', status: 404 }),
  row('GET /users', ADMIN),
  row('GET /installation', ADMIN),
  row('GET /installation/status', ADMIN),
  row('GET /overview', SIGNED_IN),
  row('PUT /users/:id/permissions', ADMIN, {
    path: ({ userId }) => `/users/${userId}/permissions`,
    body: { permissions: ['photos:read'] },
  }),
  row('PUT /users/:id/block', ADMIN, {
    path: ({ userId }) => `/users/${userId}/block`,
    body: { blocked: false },
  }),
  row('PATCH /users/:id', ADMIN, { path: () => '/users/none', status: 404, body: { firstName: 'Ada' } }),
  row('POST /users/:id/affected', ADMIN, {
    path: () => '/users/none/affected',
    status: 404,
    body: { albumIds: [] },
  }),
  row('DELETE /users/:id', ADMIN, { path: () => '/users/none', status: 404 }),
  row('POST /users/:id/sign-in-link', ADMIN, { path: () => '/users/none/sign-in-link', status: 404 }),
  row('GET /invitations', ADMIN),
  row('POST /invitations', ADMIN, { status: 400, body: { name: ' ', permissions: [], term: 'day' } }),
  row('DELETE /invitations/:id', ADMIN, { path: () => '/invitations/none', status: 404 }),
  row('GET /sources', ADMIN),
  row('POST /sources', ADMIN, { status: 400, body: { kind: 'folder', path: '/no-such', albumId: null } }),
  row('POST /sources/immich/albums', ADMIN, { status: 400, body: { url: 'nowhere', apiKey: 'x' } }),
  row('PATCH /sources/:id', ADMIN, { path: () => '/sources/none', status: 404, body: {} }),
  row('DELETE /sources/:id', ADMIN, { path: () => '/sources/none', status: 404 }),
  row('POST /sources/:id/read', ADMIN, { path: () => '/sources/none/read', status: 404 }),
  row('POST /sources/:id/left', ADMIN, {
    path: () => '/sources/none/left',
    status: 404,
    body: { namedAt: '2026-01-31T12:00:00.000Z', action: 'keep' },
  }),
  row('GET /shares/mine', ['share key']),
  row('GET /shares/mine/photos/:filename/original', ['share key'], {
    path: () => '/shares/mine/photos/none/original',
    status: 403,
  }),
  row('GET /shares', WRITERS),
  row('POST /shares', WRITERS, { status: 404, body: { albumId: 'none', term: 'day' } }),
  row('DELETE /shares/:id', WRITERS, { path: () => '/shares/none', status: 404 }),
  row('GET /tablets', ADMIN),
  row('POST /tablets', ADMIN, { status: 400, body: { name: ' ' } }),
  row('GET /tablets/:id', ADMIN, { path: () => '/tablets/none', status: 404 }),
  row('PATCH /tablets/:id', ADMIN, { path: () => '/tablets/none', status: 404, body: {} }),
  row('DELETE /tablets/:id', ADMIN, { path: () => '/tablets/none', status: 404 }),
  row('POST /tablets/:id/replace-key', ADMIN, { path: () => '/tablets/none/replace-key', status: 404 }),
  row('GET /tablets/:id/shown', ADMIN, { path: () => '/tablets/none/shown', status: 404 }),
  row('GET /tablets/:id/diary', ADMIN, { path: () => '/tablets/none/diary?from=0&minutes=1', status: 404 }),
  row('POST /tablets/:id/command', ADMIN, {
    path: () => '/tablets/none/command',
    status: 404,
    body: { command: 'identify' },
  }),
  row('POST /tablets/pairing/:code/accept', ADMIN, {
    path: () => '/tablets/pairing/AAAAAA/accept',
    status: 404,
    body: { name: 'Hall' },
  }),
  row('GET /kiosk/settings', KIOSK),
  row('GET /kiosk/events', KIOSK),
  row('POST /kiosk/report', KIOSK, { status: 204, body: { path: '/circuit-tree' } }),
  row('GET /nodes', SIGNED_IN),
  row('GET /broker/nodes', SIGNED_IN),
  row('DELETE /broker/nodes', ADMIN),
  row('GET /backups', ADMIN),
  row('PUT /backups', ADMIN, { status: 400, body: { folder: '/nowhere' } }),
  row('POST /backups/now', ADMIN, { status: 409 }),
  row('POST /installation/update', ADMIN, { status: 409, body: { version: '1.3.0', commit: '0'.repeat(40) } }),
  row('GET /alerts', ADMIN),
  row('PUT /alerts', ADMIN, { body: { isOn: true, silentMinutes: 5, quietHours: null } }),
  row('POST /alerts/channels', ADMIN, { status: 400, body: { kind: 'webhook', url: 'nowhere' } }),
  row('DELETE /alerts/channels/:id', ADMIN, { path: () => '/alerts/channels/none', status: 404 }),
  row('POST /alerts/channels/:id/test', ADMIN, { path: () => '/alerts/channels/none/test', status: 404 }),
  row('GET /nodes/:id', SIGNED_IN, { path: () => '/nodes/none', status: 404 }),
  row('GET /nodes/:id/history', SIGNED_IN, { path: () => '/nodes/none/history?span=day', status: 404 }),
  row('PATCH /nodes/:id', ADMIN, { path: () => '/nodes/none', status: 404, body: {} }),
  row('POST /nodes/:id/release', ADMIN, { path: () => '/nodes/none/release', status: 404 }),
  row('DELETE /nodes/:id', ADMIN, { path: () => '/nodes/none', status: 404 }),
  row('GET /audit', ADMIN),
  row('GET /auth/account', SIGNED_IN),
  row('GET /auth/account/events', SIGNED_IN),
  row('GET /auth/sessions', SIGNED_IN),
  row('DELETE /auth/sessions', SIGNED_IN, { status: 204 }),
  row('POST /auth/sessions/move', SIGNED_IN, { status: 409 }),
  row('DELETE /auth/sessions/:id', SIGNED_IN, { path: () => '/auth/sessions/no-such', status: 404 }),
  row('POST /auth/sign-out', SIGNED_IN, { status: 204 }),
  row('GET /auth/passkeys', SIGNED_IN),
  row('POST /auth/passkeys/new', SIGNED_IN, { status: 400 }),
  row('POST /auth/passkeys', SIGNED_IN, { status: 400, body: {} }),
  row('PATCH /auth/passkeys/:id', SIGNED_IN, {
    path: () => '/auth/passkeys/none',
    status: 404,
    body: { name: 'Key' },
  }),
  row('DELETE /auth/passkeys/:id', SIGNED_IN, { path: () => '/auth/passkeys/none', status: 404 }),

  row('POST /tablets/pairing', 'everybody', { status: 201 }),
  row('GET /tablets/pairing/:secret', 'everybody', { path: () => '/tablets/pairing/wrong', status: 404 }),
  row('GET /health', 'everybody'),
  row('GET /health/ready', 'everybody'),
  row('GET /environment.js', 'everybody'),
  row('GET /.well-known/security.txt', 'everybody'),
  row('GET /openapi.json', 'everybody'),
  // Asks for a token of its own, or to be on this machine: tests/metrics/server.
  row('GET /metrics', 'everybody'),
  row('GET /auth/check-api-key/:key', 'everybody', { path: () => '/auth/check-api-key/wrong', status: 401 }),
  // The key is in the path: tests/nodes/server/pings.test.ts.
  row('GET /ping/:nodeKey/:nodeId', 'everybody', { path: () => '/ping/wrong/lamp', status: 401 }),
  row('POST /ping/:nodeKey/:nodeId', 'everybody', { path: () => '/ping/wrong/lamp', status: 401, body: {} }),
  row('GET /auth/dev/user', 'everybody'),
  row('GET /auth/dev/admin', 'everybody'),
  row('POST /auth/apple', 'everybody', { status: 401, body: { code: 'c' } }),
  row('POST /auth/apple/nonce', 'everybody'),
  row('POST /auth/invitation', 'everybody', { status: 404, body: { token: 'wrong' } }),
  row('POST /auth/invitation/accept', 'everybody', { status: 404, body: { token: 'wrong', name: 'Ada' } }),
  row('POST /auth/passkeys/challenge', 'everybody', { status: 400 }),
  row('POST /auth/passkeys/sign-in', 'everybody', { status: 400, body: {} }),
  row('POST /auth/set-up/state', 'everybody', { status: 404, body: { token: 'wrong' } }),
  row('POST /auth/set-up', 'everybody', { status: 404, body: { token: 'wrong', name: 'Ada' } }),
  row('POST /auth/go-on/state', 'everybody', { status: 401, body: { token: 'wrong' } }),
  row('POST /auth/go-on', 'everybody', { status: 401, body: { token: 'wrong' } }),
  row('POST /auth/sign-in-link', 'everybody', { status: 401, body: { token: 'wrong' } }),
  row('GET /photos/:albumSlug/thumbnail/:filename', 'everybody', { status: 404 }),
  row('GET /photos/:albumSlug/medium/:filename', 'everybody', { status: 404 }),
  row('GET /photos/:albumSlug/clip/:filename', 'everybody', { status: 404 }),
  row('GET /*', 'everybody', { path: () => '/no-such-file.js', status: 404 }),
  row('GET /reader/*', 'everybody', { path: () => '/reader/no-such-file.js', status: 404 }),
  row('GET /frame', 'everybody'),
  row('GET /frame/', 'everybody'),
  ...SHELL.map((path) => row(`GET ${path}`, 'everybody')),
];
