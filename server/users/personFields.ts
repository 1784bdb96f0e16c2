import { PERMISSIONS, type Permission } from '#contract/permissions.ts';
import { PERSON_NAME_MAX_CHARACTERS } from '#contract/signIn/signIn.ts';
import { isPermission } from '#domain/access/permissions.ts';
import { UserError } from '#server/core/errors.ts';
import { plainText } from '#server/core/http/responses.ts';
import { isEmailAddress } from '#server/core/settings/networks.ts';

/** Checks the name of an account, which its owner and the admins see. */
export function checkedPersonName(text: string): string {
  const name = text.trim().replace(/\s+/g, ' ');
  if (name === '') throw new UserError(400, 'Please give a name');
  if (name.length <= PERSON_NAME_MAX_CHARACTERS) return plainText(name);
  throw new UserError(400, `A name may have ${PERSON_NAME_MAX_CHARACTERS} characters at most`);
}

/** Splits a name that was typed as one text into the first and the last name of an account. */
export function namesFrom(text: string): { firstName: string; lastName: string } {
  const [firstName = '', ...others] = checkedPersonName(text).split(' ');
  return { firstName, lastName: others.join(' ') };
}

/** Null for an empty text. */
export function checkedEmail(text = ''): string | null {
  const email = text.trim();
  if (email === '') return null;
  if (isEmailAddress(email)) return plainText(email);
  throw new UserError(400, `"${email}" is no e-mail address`);
}

/** The permission with this name; throws an error that lists all permissions when there is none. */
export function permissionNamed(text = ''): Permission {
  if (isPermission(text)) return text;
  throw new UserError(400, `There is no permission "${text}", only ${PERMISSIONS.join(', ')}`);
}

/** Sorts permissions in the order of the contract and removes duplicates. */
export function permissionsInOrder(permissions: readonly Permission[]): Permission[] {
  return PERMISSIONS.filter((permission) => permissions.includes(permission));
}
