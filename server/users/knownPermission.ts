import { PERMISSIONS, type Permission } from '../../src/contract/permissions.ts';
import { isPermission } from '../../src/domain/access/permissions.ts';
import { UserError } from '../errors.ts';

/** What a call or a command names as a permission, or a refusal that lists those there are. */
export function knownPermission(text = ''): Permission {
  if (isPermission(text)) return text;
  throw new UserError(400, `There is no permission "${text}", only ${PERMISSIONS.join(', ')}`);
}
