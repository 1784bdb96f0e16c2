import { type TypedApp, pathParams } from '../http/typedApp.ts';
import { registerEventRoute } from './events/eventRoutes.ts';
import { registerKioskRoutes } from './kioskRoutes.ts';
import { registerPairingRoutes } from './pairingRoutes.ts';
import { registerRemovalRoute } from './removalRoute.ts';
import { registerShownRoute } from './shownRoute.ts';
import { registerTabletRoutes } from './tabletRoutes.ts';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { EXAMPLES } from '#contract/schemas/shared.ts';
import { TabletCommand } from '#contract/schemas/tablets.ts';
import { UserError } from '../errors.ts';
import { ADMINS } from '../http/security/access.ts';
import { done, errorWhen } from '../http/responses.ts';
import type { TabletListeners } from './events/tabletListeners.ts';
import { NO_SUCH_TABLET } from './registry/tabletKeyRepository.ts';
import type { TabletRepository } from './registry/tabletRepository.ts';

const schema = {
  tags: ['Tablets'],
  summary: 'Tell a tablet what to do',
  params: pathParams(ADMIN_PATTERNS.tabletCommand, { id: EXAMPLES.tabletId }),
  body: TabletCommand,
  response: {
    202: done('The tablet was told'),
    404: errorWhen('There is no such tablet'),
    409: errorWhen('It cannot be reached at the moment'),
  },
};

interface CommandServices {
  tablets: Pick<TabletRepository, 'find'>;
  tabletListeners: Pick<TabletListeners, 'tell'>;
}

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

/** Sends an admin's command to a tablet; it must be listening at that moment. */
function registerCommandRoute(app: TypedApp, { tablets, tabletListeners }: CommandServices): void {
  app.post(ADMIN_PATTERNS.tabletCommand, { config: { access: ADMINS }, schema }, async (request, reply) => {
    const tablet = await tablets.find(request.params.id);
    if (!tablet) throw new UserError(404, NO_SUCH_TABLET);
    if (!tabletListeners.tell(tablet.id, { event: 'command', data: request.body })) {
      throw new UserError(409, `“${tablet.name}” cannot be reached at the moment`);
    }
    return reply.status(202).send();
  });
}
