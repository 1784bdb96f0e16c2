import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_PATTERNS } from '#contract/paths.ts';
import { AuthResponse } from '#contract/users/schemas.ts';
import { deviceName } from '#domain/signIn/deviceName.ts';
import type { AuditLog } from '#server/core/audit/auditLog.ts';
import type { Installation } from '#server/core/db/installation.ts';
import { UserError } from '#server/core/errors.ts';
import { json } from '#server/core/http/responses.ts';
import { isFromThisMachine } from '#server/core/http/security/proxies.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import type { User } from '#server/users/userQueries.ts';
import { DEV_ADMIN, DEV_USER } from '#server/users/devAccounts.ts';
import type { NoteRights } from '#server/users/noteRights.ts';
import type { UserRepository } from '#server/users/userRepository.ts';
import { AccountBlockedError, type SessionRepository } from './sessionRepository.ts';

const DEV_IN_PRODUCTION = 'The dev accounts cannot sign in in production';

/** The facts about the signing-in request that the last step needs. */
type SignInRequest = Pick<FastifyRequest, 'ip'> & { headers: Pick<FastifyRequest['headers'], 'user-agent'> };

export interface SignInServices {
  settings: Pick<Settings, 'adminEmails'>;
  users: Pick<UserRepository, 'grant'>;
  sessions: Pick<SessionRepository, 'open'>;
  /** Accounts that nobody may sign in to: in production the dev accounts. */
  unusableEmails: readonly string[];
  audit: Pick<AuditLog, 'record'>;
  noteRights: NoteRights;
  installation: Pick<Installation, 'id'>;
}

/**
 * The last step of every way to sign in: opens a session, makes the account an admin if ADMIN_EMAILS names it, and
 * returns the user to the app.
 */
export async function signIn(user: User, request: SignInRequest, services: SignInServices): Promise<AuthResponse> {
  if (services.unusableEmails.includes(user.email)) throw new UserError(403, DEV_IN_PRODUCTION);
  const token = await openSession(user, request, services);
  return {
    success: true,
    userId: user.id,
    firstName: greetingOf(user),
    lastName: user.lastName,
    email: user.email,
    permissions: await permissionsOf(user, services),
    token,
    installation: services.installation.id,
  };
}

/** The header of the app greets people by first name, which an account made from an e-mail address does not have. */
export function greetingOf({ firstName, email }: Pick<User, 'firstName' | 'email'>): string {
  return firstName || (email.split('@')[0] ?? '');
}

async function openSession(user: User, request: SignInRequest, { sessions, audit }: SignInServices): Promise<string> {
  const device = deviceName(request.headers['user-agent']);
  const from = { by: { userId: user.id }, address: request.ip };
  try {
    const token = await sessions.open(user.id, device);
    audit.record({ action: 'signed-in', ...from, what: device });
    return token;
  } catch (error) {
    if (error instanceof AccountBlockedError) audit.record({ action: 'sign-in-refused', ...from });
    throw error;
  }
}

async function permissionsOf(
  user: User,
  { settings, users, noteRights }: SignInServices,
): Promise<User['permissions']> {
  if (!settings.adminEmails.includes(user.email) || user.permissions.includes('admin')) return user.permissions;
  const granted = await users.grant(user.id, ['admin']);
  await noteRights({ by: 'adminEmails' }, { before: user, user: granted });
  return granted.permissions;
}

export function rejectSignIn(reply: FastifyReply, message: string): FastifyReply {
  return reply.status(401).send({ success: false, message } satisfies AuthResponse);
}

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
