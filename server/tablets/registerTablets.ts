import type { TypedApp } from '../http/typedApp.ts';
import { registerCommandRoute } from './commandRoutes.ts';
import { registerKioskRoutes } from './kioskRoutes.ts';
import { registerTabletRoutes, type TabletServices } from './tabletRoutes.ts';

export function registerTablets(app: TypedApp, services: TabletServices): void {
  registerTabletRoutes(app, services);
  registerCommandRoute(app, services);
  registerKioskRoutes(app, services);
}
