import type { FastifyReply } from 'fastify';
import type { AuthResponse } from '../../../src/contract/calls.ts';
import { UserError } from '../../errors.ts';
import type { Settings } from '../../settings/settings.ts';
import type { User } from '../../users/userQueries.ts';
import type { UserRepository } from '../../users/userRepository.ts';
import type { SessionRepository } from './sessionRepository.ts';

const DEV_IN_PRODUCTION = 'The dev accounts cannot sign in in production';

export interface SignInServices {
  settings: Pick<Settings, 'adminEmails'>;
  users: Pick<UserRepository, 'grant'>;
  sessions: Pick<SessionRepository, 'open'>;
  /** Accounts that nobody may sign in to: in production the dev accounts. */
  unusableEmails: readonly string[];
}

/**
 * The last step of every way to sign in: makes the account an admin if ADMIN_EMAILS names it, opens a session and
 * returns the user to the app.
 */
export async function signIn(user: User, services: SignInServices): Promise<AuthResponse> {
  const { settings, users, sessions, unusableEmails } = services;
  if (unusableEmails.includes(user.email)) throw new UserError(403, DEV_IN_PRODUCTION);
  const isNamedAdmin = settings.adminEmails.includes(user.email);
  const { permissions } = isNamedAdmin ? await users.grant(user.id, ['admin']) : user;
  const token = await sessions.open(user.id);
  return {
    success: true,
    userId: user.id,
    // The header of the app greets people by first name, which an account made from an e-mail address does not have.
    firstName: user.firstName || (user.email.split('@')[0] ?? ''),
    lastName: user.lastName,
    email: user.email,
    permissions,
    token,
  };
}

export function rejectSignIn(reply: FastifyReply, message: string): FastifyReply {
  return reply.status(401).send({ success: false, message } satisfies AuthResponse);
}
