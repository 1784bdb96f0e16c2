import { subject } from '#server/core/subject.ts';
import { guests } from '#server/guests/index.ts';
import { photos } from '#server/photos/index.ts';
import { TabletListeners } from './events/tabletListeners.ts';
import { pairingRepository } from './pairing/pairingRepository.ts';
import { tabletRepository } from './registry/tabletRepository.ts';
import { TabletWatch } from './registry/tabletWatch.ts';
import { registerAllTabletRoutes } from './allTabletRoutes.ts';

/** The tablets on walls: their settings, what they may see and do, their reports, and their connection by letters. */
export const tablets = subject('tablets', (core) => {
  const { db, now, messages, slots } = core;
  const repository = tabletRepository(db, now);
  const tabletWatch = new TabletWatch({ repository, now, messages });
  const tabletListeners = new TabletListeners(messages);
  const pairings = pairingRepository(db, now);
  const door = { tablets: repository, tabletWatch, tabletListeners, pairings };
  slots.tabletChanges.add((id) => void tabletListeners.tell(id, { event: 'settings' }));
  slots.tabletsSeen.add((id) => tabletWatch.heardOf(id));
  slots.routes.add((app) =>
    registerAllTabletRoutes(app, {
      ...core,
      ...guests.of(core),
      ...door,
      photos: photos.of(core).photos,
    }),
  );
  return door;
});
