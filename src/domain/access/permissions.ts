import { PERMISSIONS, type Permission } from '#contract/permissions.ts';

export function isPermission(value: unknown): value is Permission {
  return PERMISSIONS.some((permission) => permission === value);
}

/** `admin` always passes; an empty list admits anyone who is signed in; else one permission of the list is enough. */
export function mayPass(held: readonly Permission[], required: readonly Permission[]): boolean {
  if (held.includes('admin')) return true;
  return required.length === 0 || required.some((permission) => held.includes(permission));
}

const WORDS: Record<Permission, string> = {
  admin: 'do everything: photos, people, tablets and settings',
  'photos:read': 'see all photos',
  'photos:write': 'add, arrange, share and delete photos',
};

/**
 * The permissions of an account, as the end of a sentence that begins with 'you may' or 'they may'. `albums`: the names
 * of the albums that it is restricted to.
 */
export function permissionWords(permissions: readonly Permission[], albums?: string): string {
  if (permissions.includes('admin')) return WORDS.admin;
  const look = albums === undefined ? WORDS['photos:read'] : `see the photos of ${albums}`;
  if (permissions.includes('photos:write'))
    return `${look}, and ${WORDS['photos:write']}${albums === undefined ? '' : ' there'}`;
  return permissions.includes('photos:read') ? look : 'sign in; an admin decides what else';
}
