const FRAGMENT_START = '#sign-in-link=';

/** The token is in the fragment, which browsers send to nobody: it gets into no log of a server or proxy on the way. */
export function signInLink(origin: string, token: string): string {
  return `${origin}/${FRAGMENT_START}${token}`;
}

/** The one-time token of a sign-in link. */
export function linkTokenFrom(fragment: string): string | undefined {
  if (!fragment.startsWith(FRAGMENT_START)) return undefined;
  return fragment.slice(FRAGMENT_START.length) || undefined;
}
