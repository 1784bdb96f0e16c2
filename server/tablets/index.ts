import { countTablets } from '#domain/tablets/tabletState.ts';
import { one } from '#server/core/metric.ts';
import { Slot } from '#server/core/slot.ts';
import { subject } from '#server/core/subject.ts';
import { photos } from '#server/photos/index.ts';
import { registerCommandRoute } from './commandRoute.ts';
import { registerEventRoute } from './events/eventRoutes.ts';
import { TabletListeners } from './events/tabletListeners.ts';
import { registerKioskRoutes } from './kioskRoutes.ts';
import { pairingRepository } from './pairing/pairingRepository.ts';
import { registerPairingRoutes } from './pairing/pairingRoutes.ts';
import { tabletRepository } from './registry/tabletRepository.ts';
import { TabletWatch } from './registry/tabletWatch.ts';
import type { ReportPart } from './reportPart.ts';
import { registerRemovalRoute } from './removalRoute.ts';
import { madeTablets } from './madeTabletQueries.ts';
import { registerShownRoutes } from './shownRoutes.ts';
import { registerTabletRoutes, tabletFrom } from './tabletRoutes.ts';
import { watchedTablets } from './watchedTablets.ts';
import type { WallCode } from './wallCodes.ts';

/** The tablets on walls: their settings, what they may see and do, their reports, and their connection by letters. */
export const tablets = subject('tablets', (core) => {
  const { db, now, messages, slots } = core;
  /** The kinds of codes that walls show; subjects above fill it. */
  const wallCodes = new Slot<WallCode>();
  /** Parts of a tablet's report beside its state; subjects above fill it. */
  const reportParts = new Slot<ReportPart>();
  const repository = tabletRepository(db, now, wallCodes);
  const tabletWatch = new TabletWatch({ repository, now, messages });
  const tabletListeners = new TabletListeners(messages);
  const pairings = pairingRepository(db, now);
  const door = { tablets: repository, tabletWatch, tabletListeners, pairings, wallCodes, reportParts };
  slots.tabletChanges.add((id) => void tabletListeners.tell(id, { event: 'settings' }));
  slots.tabletsSeen.add((id) => tabletWatch.heardOf(id));
  slots.routes.add((app) => {
    const services = { ...core, ...door, photos: photos.of(core).photos };
    registerTabletRoutes(app, services);
    registerRemovalRoute(app, services);
    registerCommandRoute(app, services);
    registerShownRoutes(app, services);
    registerKioskRoutes(app, services);
    registerEventRoute(app, services);
    registerPairingRoutes(app, services);
  });
  slots.madeThings.add(10, madeTablets(db, now));
  slots.overview.add(60, {
    for: ['admin'],
    read: async () => {
      const listed = (await repository.list()).map((tablet) => tabletFrom(tablet, door));
      return { tablets: countTablets(listed, now()) };
    },
  });
  slots.metrics.add(
    30,
    {
      kind: 'gauge',
      name: 'tablets',
      help: 'Tablets with a valid key',
      read: async () => one((await repository.list()).filter(({ state }) => state === 'active').length),
    },
    {
      kind: 'gauge',
      name: 'tablets_online',
      help: 'Tablets that listen at this moment',
      read: () => one(tabletListeners.size),
    },
  );
  slots.watched.add(30, () => watchedTablets({ ...door, now }));
  return door;
});
