import type { FastifyRequest } from 'fastify';
import { API_PATTERNS } from '#contract/paths.ts';
import { AuthResponse } from '#contract/schemas/accounts.ts';
import { UserError } from '../../errors.ts';
import { isFromThisMachine } from '../../http/security/direct.ts';
import { json } from '../../http/responses.ts';
import type { TypedApp } from '../../http/typedApp.ts';
import type { Settings } from '../../settings/settings.ts';
import type { NewUser, UserRepository } from '../../users/userRepository.ts';
import { signIn, type SignInServices } from './signIn.ts';

const DEV_USER: NewUser = {
  email: 'dev-user@localhost',
  firstName: 'Dev',
  lastName: 'User',
  permissions: ['photos:read'],
};

export const DEV_ADMIN: NewUser = {
  email: 'dev-admin@localhost',
  firstName: 'Admin',
  lastName: 'Dev',
  permissions: ['admin'],
};

/** The dev accounts. A data folder may move from a trial into production, where nobody may sign in with them. */
export const DEV_EMAILS = [DEV_USER.email, DEV_ADMIN.email];

const ONLY_HERE =
  'The dev sign-in works only on the machine the server runs on (DEV_SIGN_IN_FROM_LAN=true opens it to the network)';

interface DevSignInServices extends SignInServices {
  settings: SignInServices['settings'] & Pick<Settings, 'production' | 'devSignInFromLan'>;
  users: SignInServices['users'] & Pick<UserRepository, 'findOrCreate'>;
}

/** In production these routes do not exist: a request for them gets the same 404 as any unknown path. */
export function registerDevSignIn(app: TypedApp, services: DevSignInServices): void {
  const { settings, users } = services;
  if (settings.production) return;
  // The app calls both routes by GET. Without `exposeHeadRoute: false` a HEAD, which must change nothing, would open a
  // session.
  const options = { config: { access: 'public' as const }, exposeHeadRoute: false };
  const schema = {
    tags: ['Signing in and people'],
    description: 'Only on the machine the server runs on, and never in production.',
    response: { 200: json('Signed in', AuthResponse) },
  };

  const asUser = { ...schema, summary: 'Sign in as the development user' };
  app.get(API_PATTERNS.devUserSignIn, { ...options, schema: asUser }, async (request) => {
    checkSender(request, settings);
    return signIn(await users.findOrCreate(DEV_USER), request, services);
  });

  const asAdmin = { ...schema, summary: 'Sign in as the development admin' };
  app.get(API_PATTERNS.devAdminSignIn, { ...options, schema: asAdmin }, async (request) => {
    checkSender(request, settings);
    const admin = await users.findOrCreate(DEV_ADMIN);
    return signIn(await users.grant(admin.id, ['admin']), request, services);
  });
}

/** Rejects requests from other machines. */
function checkSender(request: FastifyRequest, { devSignInFromLan }: Pick<Settings, 'devSignInFromLan'>): void {
  if (!devSignInFromLan && !isFromThisMachine(request.raw)) throw new UserError(403, ONLY_HERE);
}
