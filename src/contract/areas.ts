import { firstSegment } from './pathPatterns.ts';

interface Area {
  name: string;
  root: string;
  /**
   * The service worker's response to a browser that opens a page of the area. `stored`: the stored page of the area's
   * root, with its own headers, which starts without a network. `live`: the page from the server, or a note that the
   * server is out of reach.
   */
  shell: 'stored' | 'live';
  /** The app that a browser installs from a page of this area, described in src/boot/manifest.ts. */
  homeScreenApp: 'kiosk' | 'codenames';
}

export const LANDING = '/';
export const KIOSK_ROOT = '/circuit-tree';

/** The parts of the app; the first segment of an address says which part it belongs to. */
export const AREAS = [
  { name: 'landing', root: LANDING, shell: 'stored', homeScreenApp: 'kiosk' },
  { name: 'kiosk', root: KIOSK_ROOT, shell: 'stored', homeScreenApp: 'kiosk' },
  { name: 'admin', root: '/admin', shell: 'live', homeScreenApp: 'kiosk' },
  { name: 'codenames', root: '/codenames', shell: 'stored', homeScreenApp: 'codenames' },
  { name: 'test', root: '/test', shell: 'live', homeScreenApp: 'kiosk' },
] as const satisfies Area[];

/** The addresses at which the server returns the pages that the service worker stores: the roots of their areas. */
export type ShellPage = Extract<(typeof AREAS)[number], { shell: 'stored' }>['root'];

export function shellPages(): ShellPage[] {
  return AREAS.flatMap((area) => (area.shell === 'stored' ? [area.root] : []));
}

export function isShellPage(path: string): boolean {
  return shellPages().some((page) => page === path);
}

/** The area of an address, even if there is no page at that address. */
export function areaOf(pathname: string): (typeof AREAS)[number] | undefined {
  const root = firstSegment(pathname);
  return AREAS.find((area) => area.root === root);
}
