const FRAGMENT_START = '#shared-album=';

/** The content of the fragment in the address of a visitor's page. */
export interface SharePlace {
  key: string;
  /** The id of an album below the shared one; undefined for the shared album itself. */
  slug: string | undefined;
}

/** The key is in the fragment, which browsers send to nobody: it gets into no log of a server or proxy on the way. */
export function shareLink(origin: string, key: string): string {
  return `${origin}/${FRAGMENT_START}${key}`;
}

/** The fragment, without its `#`, of the page of an album below the shared one. */
export function shareFragment({ key, slug }: SharePlace): string {
  const start = FRAGMENT_START.slice(1) + key;
  return slug === undefined ? start : `${start}/${slug}`;
}

export function sharePlaceIn(fragment: string): SharePlace | undefined {
  if (!fragment.startsWith(FRAGMENT_START)) return undefined;
  const [key = '', slug] = fragment.slice(FRAGMENT_START.length).split('/');
  return key === '' ? undefined : { key, slug: slug || undefined };
}
