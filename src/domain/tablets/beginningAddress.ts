import { SHELL_PAGES } from '../../contract/pages.ts';
import { API_KEY_PARAMETER } from '../access/kioskAddress.ts';

const KEY_IN_SEARCH = new RegExp(`[?&](${API_KEY_PARAMETER}=[^&]*)`);

/** The address of where a tablet begins, from any of its pages: only the key stays, as it is written. */
export function addressOfBeginning(beginsAt: string, search: string): string {
  const key = KEY_IN_SEARCH.exec(search)?.[1];
  const page = beginsAt || SHELL_PAGES.kiosk;
  return key === undefined ? page : `${page}${page.includes('?') ? '&' : '?'}${key}`;
}

/**
 * The address at which a tablet begins that is opened at its start address; undefined at any other, and where it begins
 * with the home. The key in the search stays as it is written.
 */
export function beginningAddress(beginsAt: string, { pathname, search }: { pathname: string; search: string }) {
  if (beginsAt === '' || pathname.replace(/\/$/, '') !== SHELL_PAGES.kiosk) return undefined;
  return beginsAt + search.replace('?', beginsAt.includes('?') ? '&' : '?');
}
