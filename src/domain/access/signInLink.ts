const FRAGMENT_START = '#sign-in-link=';

/** The token stands in the fragment, which browsers keep to themselves: it reaches no server or proxy log on the way. */
export function signInLink(origin: string, token: string): string {
  return `${origin}/${FRAGMENT_START}${token}`;
}

/** The one-time token of a sign-in link. */
export function linkTokenFrom(fragment: string): string | undefined {
  if (!fragment.startsWith(FRAGMENT_START)) return undefined;
  return fragment.slice(FRAGMENT_START.length) || undefined;
}
