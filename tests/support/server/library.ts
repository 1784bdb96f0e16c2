import type { Core, CoreParts } from '#server/core/core.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import { keys } from '#server/keys/index.ts';
import { openLibrary } from '#server/openLibrary.ts';
import { photos } from '#server/photos/index.ts';
import { signIn } from '#server/signIn/index.ts';
import { tablets } from '#server/tablets/index.ts';
import { users } from '#server/users/index.ts';

/** The parts that a test gives instead of real ones. */
export type LibraryParts = Omit<CoreParts, 'settings' | 'clock'>;

/** The core, with the doors of the subjects that every library has. Those of the others: `alerts.of(core)`. */
export type Dependencies = Awaited<ReturnType<typeof openDependencies>>;

function dependenciesOf(core: Core) {
  return {
    ...core,
    core,
    ...keys.of(core),
    ...users.of(core),
    ...signIn.of(core),
    ...tablets.of(core),
    ...photos.of(core),
  };
}

/** Opens a library as a command does, beside a server or without one. */
export async function openDependencies(settings: Settings, clock?: () => number, parts?: LibraryParts) {
  return dependenciesOf(await openLibrary(settings, clock, parts));
}
