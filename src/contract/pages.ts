import { firstSegment, matchPath } from './pathPatterns.ts';
import type { Permission } from './permissions.ts';

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

interface Page {
  /** `[]` admits everyone who is signed in; any other list admits people with at least one of its permissions. */
  access: 'everybody' | 'kiosk-key' | readonly Permission[];
  /** The picture while the code of the page loads; without this, the logo. */
  firstFrame?: 'home' | 'clock' | 'album';
}

/** The parts of the app; the first segment of an address says which part it belongs to. */
export const AREAS = [
  { name: 'landing', root: '/', shell: 'other', homeScreenApp: 'kiosk' },
  { name: 'kiosk', root: '/circuit-tree', shell: 'kiosk', homeScreenApp: 'kiosk' },
  { name: 'admin', root: '/admin', shell: 'live', homeScreenApp: 'kiosk' },
  { name: 'codenames', root: '/codenames', shell: 'other', homeScreenApp: 'codenames' },
  { name: 'test', root: '/test', shell: 'live', homeScreenApp: 'kiosk' },
] as const satisfies Area[];

const PHOTO_ADMINS = ['photos:read', 'photos:write'] as const;

/** Every page of the app. The router, the server and the service worker know no others. */
export const PAGES = {
  '/': { access: 'everybody' },
  '/circuit-tree': { access: 'kiosk-key', firstFrame: 'home' },
  '/circuit-tree/clock': { access: 'kiosk-key', firstFrame: 'clock' },
  '/circuit-tree/photos': { access: 'kiosk-key' },
  '/circuit-tree/photos/:albumSlug': { access: 'kiosk-key', firstFrame: 'album' },
  '/admin': { access: [] },
  '/admin/photos': { access: PHOTO_ADMINS },
  '/admin/photos/:slug': { access: PHOTO_ADMINS },
  '/admin/trash': { access: ['photos:write'] },
  '/admin/users': { access: ['admin'] },
  '/admin/audit': { access: ['admin'] },
  '/admin/setup': { access: ['admin'] },
  '/admin/sessions': { access: [] },
  '/admin/api': { access: [] },
  '/admin/passkeys': { access: [] },
  '/admin/circuit-tree': { access: [] },
  '/admin/circuit-tree/health': { access: [] },
  '/admin/circuit-tree/nodes/:id': { access: [] },
  '/admin/alerts': { access: ['admin'] },
  '/admin/tablets': { access: ['admin'] },
  '/admin/tablets/:id': { access: ['admin'] },
  '/codenames': { access: 'everybody' },
  '/test/nodes-socket': { access: 'everybody' },
} as const satisfies Record<string, Page>;

export type PagePath = keyof typeof PAGES;

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

/** The page at an address, ignoring a slash at its end, with the parameters of its path, still encoded. */
export function pageAt(pathname: string): (Page & { params: Record<string, string> }) | undefined {
  const path = pathname.replace(/([^/])\/$/, '$1');
  for (const [pattern, page] of Object.entries<Page>(PAGES)) {
    const params = matchPath(pattern, path);
    if (params) return { ...page, params };
  }
  return undefined;
}
