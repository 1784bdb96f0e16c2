import { isoTime } from '#domain/clock/isoTime.ts';
import { InstallationStatus } from '#contract/schemas/server.ts';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import type { Installation } from '../db/installation.ts';
import { ADMINS } from '../http/security/access.ts';
import { json } from '../http/responses.ts';
import type { TypedApp } from '../http/typedApp.ts';
import type { Settings } from '../settings/settings.ts';
import type { AlbumRepository } from '../photos/albums/albumRepository.ts';

interface InstallationServices {
  settings: Pick<Settings, 'dataDir'>;
  installation: Installation;
  albums: Pick<AlbumRepository, 'isEmpty'>;
}

const schema = {
  tags: ['The server'],
  summary: 'Which installation this is',
  response: { 200: json('Its id, age and folder', InstallationStatus) },
};

/** Tells the admin's home page whether the library is empty, for example in a wrong data folder. */
export function registerInstallationRoute(
  app: TypedApp,
  { settings, installation: { id, createdAt }, albums }: InstallationServices,
): void {
  app.get(ADMIN_PATTERNS.installation, { config: { access: ADMINS }, schema }, async () => {
    return {
      id,
      createdAt: isoTime(createdAt),
      folder: settings.dataDir,
      isEmpty: await albums.isEmpty(),
    };
  });
}
