import type { TypedApp } from '../http/typedApp.ts';
import { registerCommandRoute } from './commandRoutes.ts';
import { registerKioskRoutes } from './kioskRoutes.ts';
import { type PairingServices, registerPairingRoutes } from './pairingRoutes.ts';
import { registerTabletRoutes } from './tabletRoutes.ts';

export function registerTablets(app: TypedApp, services: PairingServices): void {
  registerTabletRoutes(app, services);
  registerCommandRoute(app, services);
  registerKioskRoutes(app, services);
  registerPairingRoutes(app, services);
}
