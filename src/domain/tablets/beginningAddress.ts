import { KIOSK_ROOT } from '#contract/areas.ts';
import { API_KEY_PARAMETER } from '../access/kioskAddress.ts';

const KEY_IN_SEARCH = new RegExp(`[?&](${API_KEY_PARAMETER}=[^&]*)`);

/**
 * The address of where a tablet begins, from any of its pages; undefined on the one that shows that already. Only the key
 * stays, as it is written.
 */
export function addressToBeginAt(beginsAt: string, { pathname, search }: Pick<Location, 'pathname' | 'search'>) {
  const [page = '', asked] = (beginsAt || KIOSK_ROOT).split('?');
  if (page === pathname.replace(/\/$/, '') && shownBy(search) === shownBy(asked)) return undefined;
  const searches = [asked, KEY_IN_SEARCH.exec(search)?.[1]].filter((one) => one !== undefined);
  return searches.length === 0 ? page : `${page}?${searches.join('&')}`;
}

/** The content of a page by its search: a slideshow, and of which albums. */
function shownBy(search: string | undefined): string {
  const given = new URLSearchParams(search);
  return `${given.has('slideshow')} ${given.get('albums')}`;
}

/**
 * The address to which a tablet goes back that somebody has left standing; undefined where it may stay. A slideshow with
 * an address of its own stays: no person opened it, but the link of this tablet, or an admin who wanted that album.
 */
export function addressToReturnTo(beginsAt: string, location: Pick<Location, 'pathname' | 'search'>) {
  const isWanted = new URLSearchParams(location.search).has('slideshow');
  return beginsAt === '' || isWanted ? undefined : addressToBeginAt(beginsAt, location);
}

/**
 * The address at which a tablet begins that is opened at its start address; undefined at any other, and where it begins
 * with the home. The key in the search stays as it is written.
 */
export function beginningAddress(beginsAt: string, { pathname, search }: { pathname: string; search: string }) {
  if (beginsAt === '' || pathname.replace(/\/$/, '') !== KIOSK_ROOT) return undefined;
  return beginsAt + search.replace('?', beginsAt.includes('?') ? '&' : '?');
}
