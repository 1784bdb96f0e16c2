import { subject } from '#server/core/subject.ts';
import { UPDATE_COMMAND } from './updateCommand.ts';
import { registerUpdateRoute, UpdateOffer } from './updateOffer.ts';

/** Going over to a newer version, and back. */
export const update = subject(
  'update',
  ({ settings, now, audit, slots }) => {
    const offer = new UpdateOffer(settings, now);
    slots.routes.add((app) => registerUpdateRoute(app, { offer, audit }));
    slots.statusParts.add(async () => {
      const current = offer.current();
      return current ? { update: current } : {};
    });
  },
  () => [UPDATE_COMMAND],
);
