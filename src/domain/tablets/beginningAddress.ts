import { SHELL_PAGES } from '../../contract/pages.ts';

/**
 * The address at which a tablet begins that is opened at its start address; undefined at any other, and where it begins
 * with the home. The key in the search stays as it is written.
 */
export function beginningAddress(beginsAt: string, { pathname, search }: { pathname: string; search: string }) {
  if (beginsAt === '' || pathname.replace(/\/$/, '') !== SHELL_PAGES.kiosk) return undefined;
  return beginsAt + search.replace('?', beginsAt.includes('?') ? '&' : '?');
}
