import { subject } from '#server/core/subject.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import { requireSettled, takePartInUpdates } from './handOver.ts';
import { UPDATE_COMMAND } from './updateCommand.ts';

/** Going over to a newer version, and back. */
export const update = {
  ...subject(
    'update',
    (core) => {
      core.slots.listening.add({ started: (server) => takePartInUpdates(core, server) });
    },
    () => [UPDATE_COMMAND],
  ),
  beforeCommand: ({ dataDir }: Settings) => requireSettled(dataDir),
};
