import type { Permission } from '#contract/permissions.ts';

const WORDS: Record<Permission, string> = {
  admin: 'do everything: photos, people, tablets and settings',
  'photos:read': 'see all photos',
  'photos:write': 'add, arrange and share photos',
};

/** The permissions of an account, as the end of a sentence that begins with 'you may'. */
export function permissionWords(permissions: readonly Permission[]): string {
  if (permissions.includes('admin')) return WORDS.admin;
  if (permissions.includes('photos:write')) return `${WORDS['photos:read']}, and ${WORDS['photos:write']}`;
  return permissions.includes('photos:read') ? WORDS['photos:read'] : 'sign in; an admin decides what else';
}
