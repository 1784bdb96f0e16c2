import { PERMISSIONS, type Permission } from '#contract/permissions.ts';

export function isPermission(value: unknown): value is Permission {
  return PERMISSIONS.some((permission) => permission === value);
}

/** `admin` always passes; an empty list admits anyone who is signed in; else one permission of the list is enough. */
export function mayPass(held: readonly Permission[], required: readonly Permission[]): boolean {
  if (held.includes('admin')) return true;
  return required.length === 0 || required.some((permission) => held.includes(permission));
}
