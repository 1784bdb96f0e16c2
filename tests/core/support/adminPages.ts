import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { NewShare } from '#contract/shares/schemas.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { TabletWithKey } from '#contract/tablets/schemas.ts';
import { seedDemoNodes } from '#scripts/demo/demoNodes.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import type { ServerProcess } from '#scripts/run/serverProcess.ts';
import { jpeg } from '#support/pictures/images.ts';

export interface AdminPage {
  name: string;
  path: string;
}

/** Fills a server so that every page of the administration has something to show, and returns the pages. */
export async function fillForAdmin(server: ServerProcess): Promise<AdminPage[]> {
  await server.stop();
  await seedDemoNodes(server.dataDir);
  await server.start();
  const api = await ApiClient.signedIn(server.origin);
  await fillAlbums(api);
  await api.ask(`POST ${ADMIN_PATHS.invitations}`, INVITATION);
  await api.ask(`POST ${ADMIN_PATHS.alertChannels}`, { kind: 'webhook', url: `${server.origin}/health` });
  const tablet: TabletWithKey = await api.ask(`POST ${ADMIN_PATHS.tablets}`, {
    name: 'The kitchen wall, by the window',
  });
  await api.ask(`POST ${ADMIN_PATHS.tablets}`, { name: 'Hall' });
  return pagesWith(tablet.id);
}

const INVITATION = { name: 'Margarethe', permissions: ['photos:read'], term: 'week' };

async function fillAlbums(api: ApiClient): Promise<void> {
  const lake = await api.createAlbum('Summer by the lake', 'lake');
  const empty = await api.createAlbum('Still empty', 'empty');
  await Promise.all(['Boats', 'Evenings'].map((name) => api.createAlbum(name, name.toLowerCase(), lake.id)));
  const { photos } = await api.upload(lake.id, await pictures(9));
  const [first] = photos;
  const gone = { filenames: first ? [first.filename] : [] };
  await api.ask(`DELETE ${API_PATHS.albumPhotos(lake.id)}`, gone);
  const shares: NewShare[] = [
    { albumId: lake.id, term: 'week', name: 'Grandmother' },
    { albumId: empty.id, term: 'open' },
  ];
  await Promise.all(shares.map((share) => api.ask(`POST ${ADMIN_PATHS.shares}`, share)));
}

function pictures(count: number) {
  return Promise.all(
    Array.from({ length: count }, async (_, seed) => ({
      name: `boat-${seed}.jpg`,
      bytes: new Uint8Array(await jpeg({ seed })),
    })),
  );
}

function pagesWith(tabletId: string): AdminPage[] {
  return [
    { name: 'home', path: '/admin' },
    { name: 'photos', path: '/admin/photos' },
    { name: 'an album', path: '/admin/photos/lake' },
    { name: 'an empty album', path: '/admin/photos/empty' },
    { name: 'an album in an album', path: '/admin/photos/boats' },
    { name: 'no such album', path: '/admin/photos/nowhere' },
    { name: 'search', path: '/admin/photos?q=boat' },
    { name: 'trash', path: '/admin/trash' },
    { name: 'sources', path: '/admin/sources' },
    { name: 'waiting', path: '/admin/waiting' },
    { name: 'users', path: '/admin/users' },
    { name: 'audit', path: '/admin/audit' },
    { name: 'set-up', path: '/admin/setup' },
    { name: 'devices', path: '/admin/sessions' },
    { name: 'passkeys', path: '/admin/passkeys' },
    { name: 'circuit tree', path: '/admin/circuit-tree' },
    { name: 'health', path: '/admin/circuit-tree/health' },
    { name: 'a node', path: '/admin/circuit-tree/nodes/greenhouse-fan' },
    { name: 'alerts', path: '/admin/alerts' },
    { name: 'backups', path: '/admin/backups' },
    { name: 'tablets', path: '/admin/tablets' },
    { name: 'a tablet', path: `/admin/tablets/${tabletId}` },
  ];
}
