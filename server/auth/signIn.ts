import type { AuthAnswer } from '../../src/contract/calls.ts';
import type { Dependencies } from '../dependencies.ts';
import type { User } from '../users/userRepository.ts';

/** The end of every way in: the operator's ADMIN_EMAILS are honoured, a session is opened, the app gets its user. */
export async function signIn(user: User, dependencies: Dependencies): Promise<AuthAnswer> {
  const { settings, users, sessions } = dependencies;
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
