import { firstSegment } from './pathPatterns.ts';

interface Area {
  name: string;
  root: string;
  /**
   * The service worker's response to a browser that opens a page of the area. `kiosk` and `other`: the stored page,
   * which starts without a network (the kiosk's page has headers of its own). `live`: the page from the server, or a
   * note that the server is out of reach.
   */
  shell: 'kiosk' | 'other' | 'live';
  /** The app that a browser installs from a page of this area, described in src/boot/manifest.ts. */
  homeScreenApp: 'kiosk' | 'codenames';
}

/** The parts of the app; the first segment of an address says which part it belongs to. */
export const AREAS = [
  { name: 'landing', root: '/', shell: 'other', homeScreenApp: 'kiosk' },
  { name: 'kiosk', root: '/circuit-tree', shell: 'kiosk', homeScreenApp: 'kiosk' },
  { name: 'admin', root: '/admin', shell: 'live', homeScreenApp: 'kiosk' },
  { name: 'codenames', root: '/codenames', shell: 'other', homeScreenApp: 'codenames' },
  { name: 'test', root: '/test', shell: 'live', homeScreenApp: 'kiosk' },
] as const satisfies Area[];

/** The addresses at which the server returns the pages that the service worker stores. */
export const SHELL_PAGES = { other: '/', kiosk: '/circuit-tree' } as const;

export function isShellPage(path: string): boolean {
  return Object.values(SHELL_PAGES).some((page) => page === path);
}

/** The area of an address, even if there is no page at that address. */
export function areaOf(pathname: string): (typeof AREAS)[number] | undefined {
  const root = firstSegment(pathname);
  return AREAS.find((area) => area.root === root);
}
