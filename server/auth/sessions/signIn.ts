import type { FastifyReply } from 'fastify';
import type { AuthResponse } from '../../../src/contract/calls.ts';
import type { Dependencies } from '../../dependencies.ts';
import { UserError } from '../../errors.ts';
import type { User } from '../../users/userRepository.ts';
import { DEV_EMAILS } from './devAccounts.ts';

const DEV_IN_PRODUCTION = 'The dev accounts cannot sign in in production';

/** The end of every way in: the operator's ADMIN_EMAILS are honoured, a session is opened, the app gets its user. */
export async function signIn(user: User, dependencies: Dependencies): Promise<AuthResponse> {
  const { settings, users, sessions } = dependencies;
  if (settings.production && DEV_EMAILS.includes(user.email)) throw new UserError(403, DEV_IN_PRODUCTION);
  const isNamedAdmin = settings.adminEmails.includes(user.email);
  const { permissions } = isNamedAdmin ? await users.grant(user.id, ['admin']) : user;
  const token = await sessions.open(user.id);
  return {
    success: true,
    userId: user.id,
    // The header greets by first name, which an account known by its e-mail alone does not have.
    firstName: user.firstName || (user.email.split('@')[0] ?? ''),
    lastName: user.lastName,
    email: user.email,
    permissions,
    token,
  };
}

export function signInRefused(reply: FastifyReply, message: string): FastifyReply {
  return reply.status(401).send({ success: false, message } satisfies AuthResponse);
}
