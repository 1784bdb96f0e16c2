import { Overview } from '#contract/server/schemas.ts';
import { InstallationStatus } from '#contract/home/schemas.ts';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { mayPass } from '#domain/access/permissions.ts';
import { isoTime } from '#domain/clock/isoTime.ts';
import type { Installation } from '#server/core/db/installation.ts';
import { personOf, SIGNED_IN, ADMINS } from '#server/core/access/access.ts';
import { json } from '#server/core/http/responses.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import type { AlbumScopes } from '#server/photos/albums/albumScopes.ts';
import type { AlbumRepository } from '#server/photos/albums/albumRepository.ts';
import type { OverviewPart } from '#server/core/overviewPart.ts';
import type { Settings } from '#server/core/settings/settings.ts';

const schema = {
  tags: ['The server'],
  summary: "The start page's numbers",
  response: { 200: json('What this person may see', Overview) },
};

/** The numbers of a server whose subjects add none. */
const NOTHING: Pick<Overview, 'nodes'> = { nodes: { total: 0, late: 0, failing: 0 } };

/** Serves the start page of the administration; each person gets the parts that they may see. */
export function registerOverviewRoute(
  app: TypedApp,
  parts: Iterable<OverviewPart>,
  scopes: Pick<AlbumScopes, 'of'>,
): void {
  const config = { access: SIGNED_IN, scope: 'filtered' as const };
  app.get(ADMIN_PATTERNS.overview, { config, schema }, async (request) => {
    const { permissions } = personOf(request);
    const visible = await scopes.of(request);
    const overview: Overview = { ...NOTHING };
    for (const part of parts) {
      if (!part.for || mayPass(permissions, part.for)) Object.assign(overview, await part.read(visible));
    }
    return overview;
  });
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
