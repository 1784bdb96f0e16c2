import type { Overview } from '../../src/contract/admin/overview.ts';
import { ADMIN_PATTERNS } from '../../src/contract/admin/adminPaths.ts';
import { mayPass } from '../../src/domain/access/permissions.ts';
import { countNodes } from '../../src/domain/nodes/nodeList.ts';
import { personOf, SIGNED_IN } from '../http/security/access.ts';
import type { TypedApp } from '../http/typedApp.ts';
import { LISTS } from '../limits.ts';
import type { NodeRegistry } from '../nodes/registry/nodeRegistry.ts';
import { freeBytesOf } from '../photos/store/durableFiles.ts';
import type { Settings } from '../settings/settings.ts';
import type { OverviewQueries } from './overviewQueries.ts';

interface OverviewServices {
  settings: Pick<Settings, 'dataDir'>;
  overview: OverviewQueries;
  registry: Pick<NodeRegistry, 'statuses'>;
}

/** What the start page of the administration shows, to each person what they may see. */
export function registerOverviewRoute(
  app: TypedApp,
  { settings, overview: queries, registry }: OverviewServices,
): void {
  app.get(ADMIN_PATTERNS.overview, { config: { access: SIGNED_IN } }, async (request): Promise<Overview> => {
    const { permissions } = personOf(request);
    const overview: Overview = { nodes: nodesOverview(registry) };
    if (mayPass(permissions, ['photos:read', 'photos:write'])) {
      overview.library = await queries.library(LISTS.recent);
    }
    if (mayPass(permissions, ['admin'])) {
      overview.space = { used: await queries.storedBytes(), free: await freeBytesOf(settings.dataDir) };
    }
    return overview;
  });
}

function nodesOverview(registry: OverviewServices['registry']): Overview['nodes'] {
  const statuses = registry.statuses();
  return { total: statuses.length, late: statuses.length - countNodes(statuses, 0).onTime };
}
