import { Overview, InstallationStatus } from '#contract/home/schemas.ts';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { mayPass } from '#domain/access/permissions.ts';
import { isoTime } from '#domain/clock/isoTime.ts';
import { countTablets } from '#domain/tablets/tabletState.ts';
import { countNodes } from '#domain/nodes/nodeList.ts';
import type { Installation } from '#server/core/db/installation.ts';
import { personOf, SIGNED_IN, ADMINS } from '#server/core/access/access.ts';
import { json } from '#server/core/http/responses.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import { LISTS } from '#server/core/limits.ts';
import type { NodeRegistry } from '#server/nodes/registry/nodeRegistry.ts';
import type { AlbumRepository } from '#server/photos/albums/albumRepository.ts';
import type { WaitingRepository } from '#server/guests/waitingRepository.ts';
import { freeBytesOf } from '#server/core/files/diskSpace.ts';
import { tabletFrom, type TabletServices } from '#server/tablets/tabletRoutes.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import type { OverviewQueries } from './overviewQueries.ts';

interface OverviewServices extends Pick<TabletServices, 'tablets' | 'tabletWatch' | 'tabletListeners' | 'now'> {
  settings: Pick<Settings, 'dataDir'>;
  overview: OverviewQueries;
  waiting: Pick<WaitingRepository, 'count'>;
  registry: Pick<NodeRegistry, 'statuses'>;
}

const schema = {
  tags: ['The server'],
  summary: "The start page's numbers",
  response: { 200: json('What this person may see', Overview) },
};

/** Serves the start page of the administration; each person gets the parts that they may see. */
export function registerOverviewRoute(app: TypedApp, services: OverviewServices): void {
  const { settings, overview: queries, registry, tablets, waiting, now } = services;
  app.get(ADMIN_PATTERNS.overview, { config: { access: SIGNED_IN }, schema }, async (request) => {
    const { permissions } = personOf(request);
    const overview: Overview = { nodes: nodesOverview(registry) };
    if (mayPass(permissions, ['photos:read', 'photos:write'])) {
      overview.library = await queries.library(LISTS.recent);
    }
    if (mayPass(permissions, ['photos:write'])) overview.waiting = await waiting.count();
    if (mayPass(permissions, ['admin'])) {
      const leaving = await queries.leaving();
      if (leaving.length > 0) overview.leaving = leaving;
      overview.space = { used: await queries.storedBytes(), free: await freeBytesOf(settings.dataDir) };
      const listed = (await tablets.list()).map((tablet) => tabletFrom(tablet, services));
      overview.tablets = countTablets(listed, now());
    }
    return overview;
  });
}

function nodesOverview(registry: OverviewServices['registry']): Overview['nodes'] {
  const statuses = registry.statuses();
  return { total: statuses.length, late: statuses.length - countNodes(statuses, 0).onTime };
}

interface InstallationServices {
  settings: Pick<Settings, 'dataDir'>;
  installation: Installation;
  albums: Pick<AlbumRepository, 'isEmpty'>;
}

const installationSchema = {
  tags: ['The server'],
  summary: 'Which installation this is',
  response: { 200: json('Its id, age and folder', InstallationStatus) },
};

/** Reports to the admin's home page whether the library is empty, for example in a wrong data folder. */
export function registerInstallationRoute(
  app: TypedApp,
  { settings, installation: { id, createdAt }, albums }: InstallationServices,
): void {
  app.get(ADMIN_PATTERNS.installation, { config: { access: ADMINS }, schema: installationSchema }, async () => {
    return {
      id,
      createdAt: isoTime(createdAt),
      folder: settings.dataDir,
      isEmpty: await albums.isEmpty(),
    };
  });
}
