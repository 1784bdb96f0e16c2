import { subject } from '#server/core/subject.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import { requireSettled, takePartInUpdates } from './handOver.ts';
import { UPDATE_COMMAND } from './updateCommand.ts';
import { registerUpdateRoute, UpdateOffer } from './updateOffer.ts';

/** Going over to a newer version, and back. */
export const update = {
  ...subject(
    'update',
    (core) => {
      const { settings, now, audit, slots } = core;
      const offer = new UpdateOffer(settings, now);
      slots.routes.add((app) => registerUpdateRoute(app, { offer, audit }));
      slots.statusParts.add(async () => {
        const current = offer.current();
        return current ? { update: current } : {};
      });
      slots.listening.add({ started: (server) => takePartInUpdates(core, server) });
    },
    () => [UPDATE_COMMAND],
  ),
  beforeCommand: ({ dataDir }: Settings) => requireSettled(dataDir),
};
