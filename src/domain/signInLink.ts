const FRAGMENT_START = '#sign-in-link=';

/** The one-time token of a sign-in link. It stands in the fragment so that no server or proxy log ever sees it. */
export function linkTokenFrom(fragment: string): string | undefined {
  if (!fragment.startsWith(FRAGMENT_START)) return undefined;
  return fragment.slice(FRAGMENT_START.length) || undefined;
}
