import type { UserRecord } from '#contract/users/schemas.ts';

type Person = Pick<UserRecord, 'email' | 'firstName' | 'lastName'>;

/** A reserved domain that nobody owns, so that no mail and no other sign-in reaches it. */
const NOBODYS_DOMAIN = '@no-mail.invalid';

/**
 * Replaces the e-mail address of an account that was made for a name alone. Accounts are identified by their addresses,
 * so it contains the id of the invitation.
 */
export function addressWithoutMail(id: string): string {
  return id.toLowerCase() + NOBODYS_DOMAIN;
}

export function hasMail(email: string): boolean {
  return !email.endsWith(NOBODYS_DOMAIN);
}

function fullName({ firstName, lastName }: Person): string {
  return `${firstName} ${lastName}`.trim();
}

/** Identifies a person for others: by the e-mail address, which is unique, or by the name of a person without one. */
export function addressOrName(person: Person): string {
  return hasMail(person.email) ? person.email : fullName(person) || 'Somebody without e-mail';
}

/** The name of a person in the audit log, with the e-mail address, since names are not unique. */
export function nameAndAddress(person: Person): string {
  const [name, found] = [fullName(person), addressOrName(person)];
  return name === '' || name === found ? found : `${name} (${found})`;
}
