import type { TypedApp } from '#server/core/http/typedApp.ts';
import { registerCommandRoute } from './commandRoute.ts';
import { registerEventRoute } from './events/eventRoutes.ts';
import { registerKioskRoutes } from './kioskRoutes.ts';
import { registerPairingRoutes } from './pairing/pairingRoutes.ts';
import { registerRemovalRoute } from './removalRoute.ts';
import { registerShownRoutes } from './shownRoutes.ts';
import { registerTabletRoutes } from './tabletRoutes.ts';

type ServicesOf<Register extends (app: TypedApp, services: never) => void> = Parameters<Register>[1];

type AllTabletServices = ServicesOf<typeof registerTabletRoutes> &
  ServicesOf<typeof registerCommandRoute> &
  ServicesOf<typeof registerShownRoutes> &
  ServicesOf<typeof registerKioskRoutes> &
  ServicesOf<typeof registerEventRoute> &
  ServicesOf<typeof registerPairingRoutes>;

/** The calls about tablets: those of admins, those of the tablets themselves, and pairing. */
export function registerAllTabletRoutes(app: TypedApp, services: AllTabletServices): void {
  registerTabletRoutes(app, services);
  registerRemovalRoute(app, services);
  registerCommandRoute(app, services);
  registerShownRoutes(app, services);
  registerKioskRoutes(app, services);
  registerEventRoute(app, services);
  registerPairingRoutes(app, services);
}
