import { Slot } from '#server/core/slot.ts';
import { subject } from '#server/core/subject.ts';
import { https } from '#server/https/index.ts';
import { photos } from '#server/photos/index.ts';
import { TabletListeners } from './events/tabletListeners.ts';
import { pairingRepository } from './pairing/pairingRepository.ts';
import { tabletRepository } from './registry/tabletRepository.ts';
import { TabletWatch } from './registry/tabletWatch.ts';
import { registerAllTabletRoutes } from './allTabletRoutes.ts';
import type { WallCode } from './wallCodes.ts';

/** The tablets on walls: their settings, what they may see and do, their reports, and their connection by letters. */
export const tablets = subject('tablets', (core) => {
  const { db, now, peers, slots } = core;
  /** The kinds of codes that walls show; subjects above fill it. */
  const wallCodes = new Slot<WallCode>();
  const repository = tabletRepository(db, now, wallCodes);
  const tabletWatch = new TabletWatch({ repository, now, peers });
  const tabletListeners = new TabletListeners(peers);
  const pairings = pairingRepository(db, now);
  const door = { tablets: repository, tabletWatch, tabletListeners, pairings, wallCodes };
  slots.tabletChanges.add((id) => void tabletListeners.tell(id, { event: 'settings' }));
  slots.tabletsSeen.add((id) => tabletWatch.heardOf(id));
  slots.routes.add((app) =>
    registerAllTabletRoutes(app, {
      ...core,
      ...https.of(core),
      ...door,
      photos: photos.of(core).photos,
    }),
  );
  return door;
});
