import type { TypedApp } from '../http/typedApp.ts';
import { registerCommandRoute } from './commandRoutes.ts';
import { registerEventRoute } from './events/eventRoutes.ts';
import { registerKioskRoutes } from './kioskRoutes.ts';
import { registerPairingRoutes } from './pairingRoutes.ts';
import { registerRemovalRoute } from './removalRoute.ts';
import { registerShownRoute } from './shownRoute.ts';
import { registerTabletRoutes } from './tabletRoutes.ts';

type ServicesOf<Register extends (app: TypedApp, services: never) => void> = Parameters<Register>[1];

type TabletServices = ServicesOf<typeof registerTabletRoutes> &
  ServicesOf<typeof registerCommandRoute> &
  ServicesOf<typeof registerShownRoute> &
  ServicesOf<typeof registerKioskRoutes> &
  ServicesOf<typeof registerEventRoute> &
  ServicesOf<typeof registerPairingRoutes>;

/** The calls about tablets: those of admins, those of the tablets themselves, and pairing. */
export function registerTabletCalls(app: TypedApp, services: TabletServices): void {
  registerTabletRoutes(app, services);
  registerRemovalRoute(app, services);
  registerCommandRoute(app, services);
  registerShownRoute(app, services);
  registerKioskRoutes(app, services);
  registerEventRoute(app, services);
  registerPairingRoutes(app, services);
}
