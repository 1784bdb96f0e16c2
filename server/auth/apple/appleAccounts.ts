import type { UserRepository, User } from '../../users/userRepository.ts';
import type { AppleIdentity } from './appleTokens.ts';

/** Only ever shown, never matched or trusted: the browser says these (DECISIONS §3). */
export interface DisplayNames {
  firstName: string;
  lastName: string;
}

/**
 * The account of an Apple identity, made at the first sign-in. Identity is Apple's subject. An account that so far is
 * known by its e-mail alone (`user grant`, a sign-in link) goes to whoever Apple says owns that address; one that
 * belongs to another Apple subject never does, and nobody gets in.
 */
export async function accountOf(
  identity: AppleIdentity,
  names: DisplayNames,
  users: UserRepository,
): Promise<User | undefined> {
  const known = await users.findByAppleSubject(identity.subject);
  const sameEmail = await users.findByEmail(identity.email);
  if (known) return followEmail({ known, sameEmail, email: identity.email }, users);
  if (!sameEmail) return users.create({ email: identity.email, appleSubject: identity.subject, ...names });
  if (sameEmail.appleSubject !== null) return undefined;
  return users.updateProfile(sameEmail.id, {
    appleSubject: identity.subject,
    firstName: sameEmail.firstName || names.firstName,
    lastName: sameEmail.lastName || names.lastName,
  });
}

interface Followed {
  known: User;
  sameEmail: User | undefined;
  email: string;
}

/** The address may change at Apple; while another account holds the new one, the old one stays. */
async function followEmail({ known, sameEmail, email }: Followed, users: UserRepository): Promise<User> {
  if (known.email === email || sameEmail) return known;
  return users.updateProfile(known.id, { email });
}
