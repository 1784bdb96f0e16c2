const SIGN_IN = '#sign-in-link=';
const INVITATION = '#invitation=';
const GO_ON = '#go-on=';
const SET_UP = '#set-up=';

/** The token is in the fragment, which browsers send to nobody, so it gets into no log of a server or proxy. */
export function signInLink(origin: string, token: string): string {
  return `${origin}/${SIGN_IN}${token}`;
}

export function invitationLink(origin: string, token: string): string {
  return `${origin}/${INVITATION}${token}`;
}

/** The link for continuing a session at another address: its own page opens it, so it needs no click. */
export function goOnLink(origin: string, token: string): string {
  return `${origin}/${GO_ON}${token}`;
}

export function goOnTokenFrom(fragment: string): string | undefined {
  return tokenBehind(GO_ON, fragment);
}

/** The one-time token of a sign-in link. */
export function linkTokenFrom(fragment: string): string | undefined {
  return tokenBehind(SIGN_IN, fragment);
}

export function invitationTokenFrom(fragment: string): string | undefined {
  return tokenBehind(INVITATION, fragment);
}

export function setUpLink(origin: string, token: string): string {
  return `${origin}/${SET_UP}${token}`;
}

export function setUpTokenFrom(fragment: string): string | undefined {
  return tokenBehind(SET_UP, fragment);
}

function tokenBehind(start: string, fragment: string): string | undefined {
  if (!fragment.startsWith(start)) return undefined;
  return fragment.slice(start.length) || undefined;
}

const SHARED_ALBUM = '#shared-album=';

/** The content of the fragment in the address of a visitor's page. */
export interface SharePlace {
  key: string;
  /** The slug of an album below the shared one; undefined for the shared album itself. */
  slug: string | undefined;
}

/** The key is in the fragment, which browsers send to nobody, so it gets into no log of a server or proxy. */
export function shareLink(origin: string, key: string): string {
  return `${origin}/${SHARED_ALBUM}${key}`;
}

/** The fragment, without its `#`, of the page of an album below the shared one. */
export function shareFragment({ key, slug }: SharePlace): string {
  const start = SHARED_ALBUM.slice(1) + key;
  return slug === undefined ? start : `${start}/${slug}`;
}

export function sharePlaceIn(fragment: string): SharePlace | undefined {
  if (!fragment.startsWith(SHARED_ALBUM)) return undefined;
  const [key = '', slug] = fragment.slice(SHARED_ALBUM.length).split('/');
  return key === '' ? undefined : { key, slug: slug || undefined };
}
