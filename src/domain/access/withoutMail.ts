/** A domain that is reserved for names that are nobody's, so that no mail and no sign-in of another kind gets there. */
const NOBODYS_DOMAIN = '@no-mail.invalid';

/**
 * What stands in place of the e-mail address of an account that was made for a name alone. Accounts are told apart by
 * their addresses, so the id of the invitation is in it.
 */
export function addressWithoutMail(id: string): string {
  return id.toLowerCase() + NOBODYS_DOMAIN;
}

export function hasMail(email: string): boolean {
  return !email.endsWith(NOBODYS_DOMAIN);
}
