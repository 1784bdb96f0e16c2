import type { User } from '../../users/userQueries.ts';
import type { UserRepository } from '../../users/userRepository.ts';
import type { AppleIdentity } from './appleTokens.ts';

/** Names that the browser sends, which Apple does not vouch for: shown, never matched or trusted. */
export interface DisplayNames {
  firstName: string;
  lastName: string;
}

/**
 * The account of an Apple identity, created at the first sign-in. Accounts are found by Apple's subject. An account that
 * so far has an e-mail address alone (`user grant`, a sign-in link) becomes that of the person who, according to Apple,
 * owns the address. When the account with this address has another subject, undefined is returned: nobody gets in.
 */
export async function accountOf(
  identity: AppleIdentity,
  names: DisplayNames,
  users: UserRepository,
): Promise<User | undefined> {
  const known = await users.findByAppleSubject(identity.subject);
  const sameEmail = await users.findByEmail(identity.email);
  if (known) return updateEmail({ known, sameEmail, email: identity.email }, users);
  if (!sameEmail) return users.create({ email: identity.email, appleSubject: identity.subject, ...names });
  if (sameEmail.appleSubject !== null) return undefined;
  return users.updateProfile(sameEmail.id, {
    appleSubject: identity.subject,
    firstName: sameEmail.firstName || names.firstName,
    lastName: sameEmail.lastName || names.lastName,
  });
}

interface EmailChange {
  known: User;
  sameEmail: User | undefined;
  email: string;
}

/** Takes over an address that was changed at Apple, unless another account has the new one. */
async function updateEmail({ known, sameEmail, email }: EmailChange, users: UserRepository): Promise<User> {
  if (known.email === email || sameEmail) return known;
  return users.updateProfile(known.id, { email });
}
