import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthResponse } from '#contract/schemas/accounts.ts';
import { deviceName } from '#domain/access/deviceName.ts';
import type { AuditLog } from '../../audit/auditLog.ts';
import type { Installation } from '../../db/installation.ts';
import { UserError } from '../../errors.ts';
import type { Settings } from '../../settings/settings.ts';
import type { User } from '../../users/userQueries.ts';
import type { UserRepository } from '../../users/userRepository.ts';
import { AccountBlockedError, type SessionRepository } from './sessionRepository.ts';

const DEV_IN_PRODUCTION = 'The dev accounts cannot sign in in production';

/** The facts about the signing-in request that the last step needs. */
export type SignInRequest = Pick<FastifyRequest, 'ip'> & { headers: Pick<FastifyRequest['headers'], 'user-agent'> };

export interface SignInServices {
  settings: Pick<Settings, 'adminEmails'>;
  users: Pick<UserRepository, 'grant'>;
  sessions: Pick<SessionRepository, 'open'>;
  /** Accounts that nobody may sign in to: in production the dev accounts. */
  unusableEmails: readonly string[];
  audit: Pick<AuditLog, 'record'>;
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
    // The header of the app greets people by first name, which an account made from an e-mail address does not have.
    firstName: user.firstName || (user.email.split('@')[0] ?? ''),
    lastName: user.lastName,
    email: user.email,
    permissions: await permissionsOf(user, services),
    token,
    installation: services.installation.id,
  };
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

async function permissionsOf(user: User, { settings, users, audit }: SignInServices): Promise<User['permissions']> {
  if (!settings.adminEmails.includes(user.email) || user.permissions.includes('admin')) return user.permissions;
  const { permissions } = await users.grant(user.id, ['admin']);
  audit.record({ action: 'permission-given', by: 'adminEmails', on: user.id, what: 'admin' });
  return permissions;
}

export function rejectSignIn(reply: FastifyReply, message: string): FastifyReply {
  return reply.status(401).send({ success: false, message } satisfies AuthResponse);
}
