import { PERMISSIONS, type Permission } from '../../src/contract/permissions.ts';
import { isPermission } from '../../src/domain/access/permissions.ts';
import { UserError } from '../errors.ts';

/** The permission that a call or a command names; throws an error that lists the permissions when it is none. */
export function permissionNamed(text = ''): Permission {
  if (isPermission(text)) return text;
  throw new UserError(400, `There is no permission "${text}", only ${PERMISSIONS.join(', ')}`);
}

/** The permissions in the contract's order and each once, in whatever order and number they were given. */
export function inOrder(permissions: readonly Permission[]): Permission[] {
  return PERMISSIONS.filter((permission) => permissions.includes(permission));
}
