import { PERMISSIONS, type Permission } from '#contract/permissions.ts';
import { isPermission } from '#domain/access/permissions.ts';
import { UserError } from '../errors.ts';

/** The permission with this name; throws an error that lists all permissions when there is none. */
export function permissionNamed(text = ''): Permission {
  if (isPermission(text)) return text;
  throw new UserError(400, `There is no permission "${text}", only ${PERMISSIONS.join(', ')}`);
}

/** Sorts permissions in the order of the contract and removes duplicates. */
export function inOrder(permissions: readonly Permission[]): Permission[] {
  return PERMISSIONS.filter((permission) => permissions.includes(permission));
}
