import { KIOSK_ROOT } from '#contract/areas.ts';
import { API_KEY_PARAMETER } from '../access/kioskAddress.ts';

const KEY_IN_SEARCH = new RegExp(`[?&](${API_KEY_PARAMETER}=[^&]*)`);

/**
 * The address of a tablet's first page, from any of its pages; undefined on that page itself. Of the search only the
 * key stays, unchanged.
 */
export function addressToBeginAt(beginsAt: string, { pathname, search }: Pick<Location, 'pathname' | 'search'>) {
  const [page = '', asked] = (beginsAt || KIOSK_ROOT).split('?');
  if (page === pathname.replace(/\/$/, '') && shownBy(search) === shownBy(asked)) return undefined;
  const searches = [asked, KEY_IN_SEARCH.exec(search)?.[1]].filter((one) => one !== undefined);
  return searches.length === 0 ? page : `${page}?${searches.join('&')}`;
}

/** The parts of a search that decide the content: the slideshow, and its albums. */
function shownBy(search: string | undefined): string {
  const given = new URLSearchParams(search);
  return `${given.has('slideshow')} ${given.get('albums')}`;
}

/**
 * The address to which an unused tablet returns; undefined where it may stay. A slideshow in the address stays: it
 * comes from the tablet's link or from an admin, not from a person at the tablet.
 */
export function addressToReturnTo(beginsAt: string, location: Pick<Location, 'pathname' | 'search'>) {
  const isWanted = new URLSearchParams(location.search).has('slideshow');
  return beginsAt === '' || isWanted ? undefined : addressToBeginAt(beginsAt, location);
}

/**
 * The first page of a tablet that is opened at its start address; undefined at any other address, and if the first page
 * is the home. The key in the search stays unchanged.
 */
export function beginningAddress(beginsAt: string, { pathname, search }: { pathname: string; search: string }) {
  if (beginsAt === '' || pathname.replace(/\/$/, '') !== KIOSK_ROOT) return undefined;
  return beginsAt + search.replace('?', beginsAt.includes('?') ? '&' : '?');
}
