import type { TypedApp } from '../http/typedApp.ts';
import { registerCommandRoute } from './commandRoutes.ts';
import { type EventServices, registerEventRoute } from './events/eventRoutes.ts';
import { registerKioskRoutes } from './kioskRoutes.ts';
import { type PairingServices, registerPairingRoutes } from './pairingRoutes.ts';
import { registerTabletRoutes } from './tabletRoutes.ts';

export function registerTablets(app: TypedApp, services: PairingServices & EventServices): void {
  registerTabletRoutes(app, services);
  registerCommandRoute(app, services);
  registerKioskRoutes(app, services);
  registerEventRoute(app, services);
  registerPairingRoutes(app, services);
}
