import { describe, expect, it } from 'vitest';
import { AREAS, areaOf } from '#contract/areas.ts';
import { pageAt, PAGES } from '#contract/pages.ts';

/** The access and the start of each page, written a second time: a slip in the table fails here. */
const EXPECTED: Record<string, { access: unknown; shell: string; app?: string; firstFrame?: string }> = {
  '/': { access: 'everybody', shell: 'stored' },
  '/circuit-tree': { access: 'kiosk-key', shell: 'stored', firstFrame: 'home' },
  '/circuit-tree/clock': { access: 'kiosk-key', shell: 'stored', firstFrame: 'clock' },
  '/circuit-tree/photos': { access: 'kiosk-key', shell: 'stored' },
  '/circuit-tree/photos/:albumSlug': { access: 'kiosk-key', shell: 'stored', firstFrame: 'album' },
  '/admin': { access: [], shell: 'live' },
  '/admin/photos': { access: ['photos:read', 'photos:write'], shell: 'live' },
  '/admin/photos/:slug': { access: ['photos:read', 'photos:write'], shell: 'live' },
  '/admin/trash': { access: ['photos:write'], shell: 'live' },
  '/admin/sources': { access: ['admin'], shell: 'live' },
  '/admin/waiting': { access: ['photos:write'], shell: 'live' },
  '/admin/users': { access: ['admin'], shell: 'live' },
  '/admin/audit': { access: ['admin'], shell: 'live' },
  '/admin/sessions': { access: [], shell: 'live' },
  '/admin/passkeys': { access: [], shell: 'live' },
  '/admin/setup': { access: ['admin'], shell: 'live' },
  '/admin/circuit-tree': { access: [], shell: 'live' },
  '/admin/circuit-tree/health': { access: [], shell: 'live' },
  '/admin/circuit-tree/nodes/:id': { access: [], shell: 'live' },
  '/admin/alerts': { access: ['admin'], shell: 'live' },
  '/admin/backups': { access: ['admin'], shell: 'live' },
  '/admin/tablets': { access: ['admin'], shell: 'live' },
  '/admin/tablets/:id': { access: ['admin'], shell: 'live' },
  '/codenames': { access: 'everybody', shell: 'stored', app: 'codenames' },
  '/test/nodes-socket': { access: 'everybody', shell: 'live' },
};

describe('the table of pages', () => {
  it('names every page, with who may see it and what is drawn first', () => {
    expect(Object.keys(PAGES).sort()).toEqual(Object.keys(EXPECTED).sort());
    for (const [path, { access, shell, app = 'kiosk', firstFrame }] of Object.entries(EXPECTED)) {
      const page = pageAt(path);
      expect([page?.access, page?.firstFrame], path).toEqual([access, firstFrame]);
      expect(areaOf(path), path).toMatchObject({ shell, homeScreenApp: app });
    }
  });

  it('gives each part of the app a root of its own', () => {
    expect(new Set(AREAS.map(({ root }) => root)).size).toBe(AREAS.length);
    expect(new Set(AREAS.map(({ name }) => name)).size).toBe(AREAS.length);
  });
});

describe('the page at an address', () => {
  it('is found with and without a slash at the end', () => {
    for (const path of ['/circuit-tree/clock', '/circuit-tree/clock/']) {
      expect(pageAt(path)).toEqual({ access: 'kiosk-key', firstFrame: 'clock', params: {} });
    }
  });

  it('comes with the parameters, still encoded', () => {
    expect(pageAt('/circuit-tree/photos/caf%C3%A9/')?.params).toEqual({ albumSlug: 'caf%C3%A9' });
  });

  it.each(['//', '/codenames//', '/nowhere', '/circuit-tree/unknown', '/circuit-tree/photos/a/b', '/codenames2', ''])(
    'is none at %s',
    (path) => expect(pageAt(path)).toBeUndefined(),
  );
});

describe('the part of the app at an address', () => {
  it.each([
    ['/', 'landing'],
    ['/circuit-tree', 'kiosk'],
    ['/circuit-tree/', 'kiosk'],
    ['/circuit-tree/no-such-page', 'kiosk'],
    ['/admin/circuit-tree', 'admin'],
    ['/codenames', 'codenames'],
    ['/test', 'test'],
  ])('%s is in %s', (path, name) => expect(areaOf(path)?.name).toBe(name));

  it.each(['/administrator', '/circuit-trees', '/codenames.webmanifest', '/Admin', '/photos'])(
    '%s is in none',
    (path) => expect(areaOf(path)).toBeUndefined(),
  );
});
