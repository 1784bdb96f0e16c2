import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerDevSignIn } from '#server/signIn/signIn.ts';
import { DEV_ADMIN, DEV_EMAILS } from '#server/users/devAccounts.ts';
import { UserError } from '#server/core/errors.ts';
import type { NewUser } from '#server/users/userRepository.ts';
import type { User } from '#server/users/userQueries.ts';
import { API_PATHS } from '#contract/paths.ts';

interface Options {
  production?: boolean;
  devSignInFromLan?: boolean;
}

function userOf({ email, permissions = [], firstName = 'Granted', lastName = '' }: NewUser): User {
  const names = { firstName, lastName };
  const times = { createdAt: 1, updatedAt: 1, blockedAt: null, lastSeenAt: null, albumIds: null };
  return { id: email, email, appleSubject: null, permissions: [...permissions], ...times, ...names };
}

function services({ production = false, devSignInFromLan = false }: Options = {}, granted: string[] = []) {
  return {
    settings: { production, devSignInFromLan, adminEmails: [] },
    unusableEmails: [],
    installation: { id: 'here' },
    users: {
      findOrCreate: async (user: NewUser) => userOf(user),
      grant: async (id: string, permissions: NewUser['permissions']) => {
        granted.push(`${id}: ${permissions?.join()}`);
        return userOf({ email: id, permissions });
      },
    },
    sessions: { open: async (userId: string) => `token of ${userId}` },
    audit: { record: () => undefined },
    noteRights: async () => undefined,
  };
}

function start(options: Options = {}) {
  const granted: string[] = [];
  const app = Fastify();
  app.setErrorHandler((error, _request, reply) =>
    reply.status(error instanceof UserError ? error.status : 500).send({ message: String(error) }),
  );
  registerDevSignIn(app, services(options, granted));
  return { app, granted };
}

const HERE = { remoteAddress: '127.0.0.1', headers: { host: 'localhost:8083' } };

test('signs the dev user in on this machine, with the least permission', async () => {
  const { app, granted } = start();
  const response = await app.inject({ url: API_PATHS.devUserSignIn, ...HERE });
  expect(response.json()).toMatchObject({
    success: true,
    email: 'dev-user@localhost',
    firstName: 'Dev',
    lastName: 'User',
    permissions: ['photos:read'],
    token: 'token of dev-user@localhost',
  });
  expect(granted).toEqual([]);
});

test('signs the dev admin in, also when its account lost that permission', async () => {
  const { app, granted } = start();
  const response = await app.inject({ url: API_PATHS.devAdminSignIn, ...HERE });
  expect(response.json()).toMatchObject({ email: 'dev-admin@localhost', permissions: ['admin'] });
  expect(granted).toEqual(['dev-admin@localhost: admin']);
  expect(DEV_ADMIN).toMatchObject({ firstName: 'Admin', lastName: 'Dev', permissions: ['admin'] });
});

test.each([
  ['another machine', { remoteAddress: '192.168.1.9', headers: { host: 'localhost' } }],
  ['a proxy here', { remoteAddress: '127.0.0.1', headers: { host: 'localhost', 'x-forwarded-for': '192.0.2.1' } }],
])('keeps out %s, unless the operator opened it to the network', async (_name, sender) => {
  for (const url of [API_PATHS.devUserSignIn, API_PATHS.devAdminSignIn]) {
    const { app, granted } = start();
    const response = await app.inject({ url, ...sender });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({
      message: expect.stringContaining('only on the machine the server runs on'),
    });
    expect(granted).toEqual([]);
    expect((await start({ devSignInFromLan: true }).app.inject({ url, ...sender })).statusCode).toBe(200);
  }
});

test('does not exist in production, whoever asks', async () => {
  for (const url of [API_PATHS.devUserSignIn, API_PATHS.devAdminSignIn]) {
    const { app } = start({ production: true, devSignInFromLan: true });
    expect((await app.inject({ url, ...HERE })).statusCode).toBe(404);
  }
});

test('opens no session for a HEAD', async () => {
  const { app } = start();
  for (const url of [API_PATHS.devUserSignIn, API_PATHS.devAdminSignIn]) {
    expect((await app.inject({ method: 'HEAD', url, ...HERE })).statusCode).toBe(404);
  }
});

test('is told of in the description of the API, as what needs no credential', () => {
  const app = Fastify();
  const routes: unknown[] = [];
  app.addHook('onRoute', ({ schema, config }) => void routes.push({ ...schema, ...config }));
  registerDevSignIn(app, services());
  const both = {
    access: 'public',
    tags: ['Signing in and people'],
    description: expect.stringContaining('never in production'),
    response: { 200: expect.objectContaining({ description: 'Signed in' }) },
  };
  expect(routes).toMatchObject([
    { ...both, summary: 'Sign in as the development user' },
    { ...both, summary: 'Sign in as the development admin' },
  ]);
});

test('names its two accounts, so that production can keep them out', () => {
  expect(DEV_EMAILS).toEqual(['dev-user@localhost', 'dev-admin@localhost']);
});
