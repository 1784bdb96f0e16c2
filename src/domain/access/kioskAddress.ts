import { areaOf, KIOSK_ROOT } from '#contract/areas.ts';

/** The parameter of the kiosk's addresses that holds the API key. */
export const API_KEY_PARAMETER = 'apiKey';

interface Address {
  pathname: string;
  /** With or without its question mark. */
  search: string;
}

/** The API key in the address of a kiosk page. If there are several, the last one counts, as in the router. */
export function keyInAddress({ pathname, search }: Address): string | undefined {
  if (areaOf(pathname)?.name !== 'kiosk') return undefined;
  return new URLSearchParams(search).getAll(API_KEY_PARAMETER).at(-1) || undefined;
}

/**
 * Begins the fragment in the address of the page where devices learn to trust the house. The address that the page
 * leads on to follows. Browsers send the fragment to nobody.
 */
const ONWARD = '#go=';

/** A link that sets a kiosk up with its key; it leads through the page for trusting the house if all links do. */
export function kioskLink({ direct, link }: { direct: string; link: string }, apiKey: string): string {
  return link === direct ? direct + kioskAddressWith(apiKey) : `${link}/${ONWARD}${kioskAddressWith(apiKey)}`;
}

/** The address, below an origin, at which a kiosk is set up with its key. */
export function kioskAddressWith(apiKey: string): string {
  return `${KIOSK_ROOT}?${API_KEY_PARAMETER}=${encodeURIComponent(apiKey)}`;
}
