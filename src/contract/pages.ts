import { matchPath } from './pathPatterns.ts';
import type { Permission } from './permissions.ts';

interface Page {
  /** `[]` admits everyone who is signed in; any other list admits people with at least one of its permissions. */
  access: 'everybody' | 'kiosk-key' | readonly Permission[];
  /** The picture while the code of the page loads; without this, the logo. */
  firstFrame?: 'home' | 'clock' | 'album';
}

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
  '/admin/sources': { access: ['admin'] },
  '/admin/waiting': { access: ['photos:write'] },
  '/admin/users': { access: ['admin'] },
  '/admin/audit': { access: ['admin'] },
  '/admin/setup': { access: ['admin'] },
  '/admin/sessions': { access: [] },
  '/admin/passkeys': { access: [] },
  '/admin/circuit-tree': { access: [] },
  '/admin/circuit-tree/health': { access: [] },
  '/admin/circuit-tree/nodes/:id': { access: [] },
  '/admin/alerts': { access: ['admin'] },
  '/admin/backups': { access: ['admin'] },
  '/admin/tablets': { access: ['admin'] },
  '/admin/tablets/:id': { access: ['admin'] },
  '/codenames': { access: 'everybody' },
  '/test/nodes-socket': { access: 'everybody' },
} as const satisfies Record<string, Page>;

export type PagePath = keyof typeof PAGES;

/** The page at an address, ignoring a slash at its end, with the parameters of its path, still encoded. */
export function pageAt(pathname: string): (Page & { params: Record<string, string> }) | undefined {
  const path = pathname.replace(/([^/])\/$/, '$1');
  for (const [pattern, page] of Object.entries<Page>(PAGES)) {
    const params = matchPath(pattern, path);
    if (params) return { ...page, params };
  }
  return undefined;
}
