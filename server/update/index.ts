import { subject } from '#server/core/subject.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import { requireSettled, takePartInUpdates } from './handOver.ts';
import { UPDATE_COMMAND } from './updateCommand.ts';
import { registerUpdateRoute, UpdateOffer } from './updateOffer.ts';

/** Going over to a newer version, and back. */
export const update = {
  ...subject(
    'update',
    (core) => {
      const offer = new UpdateOffer(core.settings, core.now);
      core.slots.listening.add({ started: (server) => takePartInUpdates(core, server) });
      return { offer, registerRoute: (app: TypedApp) => registerUpdateRoute(app, { ...core, offer }) };
    },
    () => [UPDATE_COMMAND],
  ),
  beforeCommand: ({ dataDir }: Settings) => requireSettled(dataDir),
};
