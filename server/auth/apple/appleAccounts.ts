import type { User } from '../../users/userQueries.ts';
import type { UserRepository } from '../../users/userRepository.ts';
import type { AppleIdentity } from './appleTokens.ts';

/** Names that the browser sends and Apple does not confirm: they are only shown, and no account is found by them. */
export interface DisplayNames {
  firstName: string;
  lastName: string;
}

/**
 * The account of an Apple identity, created at the first sign-in. Accounts are found by Apple's identifier of the
 * person (`subject`). An account that so far has only an e-mail address (made by `user grant` or a sign-in link) gets
 * the identifier of the person who, according to Apple, owns the address. Returns undefined when the account with this
 * address has another identifier: the sign-in is then rejected.
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

/** Stores the new address of a person who has changed it at Apple, unless another account has that address. */
async function updateEmail({ known, sameEmail, email }: EmailChange, users: UserRepository): Promise<User> {
  if (known.email === email || sameEmail) return known;
  return users.updateProfile(known.id, { email });
}
