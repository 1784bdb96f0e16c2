const FRAGMENT_START = '#set-up=';

/** The token is in the fragment, which browsers send to nobody: it gets into no log of a server or proxy on the way. */
export function setUpLink(origin: string, token: string): string {
  return `${origin}/${FRAGMENT_START}${token}`;
}

export function setUpTokenFrom(fragment: string): string | undefined {
  if (!fragment.startsWith(FRAGMENT_START)) return undefined;
  return fragment.slice(FRAGMENT_START.length) || undefined;
}
