import { Type } from 'typebox';
import { askedBy } from '#server/core/audit/auditLog.ts';
import { type TypedApp, pathParams } from '#server/core/http/typedApp.ts';
import { registerEventRoute } from './events/eventRoutes.ts';
import { registerKioskRoutes } from './kioskRoutes.ts';
import { registerShownRoutes } from './shownRoutes.ts';
import { registerPairingRoutes } from './pairing/pairingRoutes.ts';
import { registerTabletRoutes, existingTablet, tabletFrom, type TabletServices } from './tabletRoutes.ts';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { EXAMPLES, oneOf } from '#contract/schemas.ts';
import { TabletCommand, Tablet } from '#contract/tablets/schemas.ts';
import { MESSAGE_MAX_CHARACTERS } from '#contract/programme/programme.ts';
import { isPlainLine } from '#domain/text/hiddenCharacters.ts';
import { UserError } from '#server/core/errors.ts';
import { ADMINS } from '#server/core/access/access.ts';
import { done, errorWhen, json } from '#server/core/http/responses.ts';
import type { TabletListeners } from './events/tabletListeners.ts';
import { NO_SUCH_TABLET } from './registry/tabletKeyRepository.ts';
import type { TabletRepository } from './registry/tabletRepository.ts';

const NOT_ONE_LINE = `The words must be one line of at most ${MESSAGE_MAX_CHARACTERS} characters, without line breaks or hidden characters`;

const schema = {
  tags: ['Tablets'],
  summary: 'Tell a tablet what to do',
  params: pathParams(ADMIN_PATTERNS.tabletCommand, { id: EXAMPLES.tabletId }),
  body: TabletCommand,
  response: {
    202: done('The tablet was notified'),
    400: errorWhen('The words for the wall are not one line'),
    404: errorWhen('There is no such tablet'),
    409: errorWhen('It cannot be reached at the moment'),
  },
};

interface CommandServices {
  tablets: Pick<TabletRepository, 'find'>;
  tabletListeners: Pick<TabletListeners, 'tell'>;
}

type ServicesOf<Register extends (app: TypedApp, services: never) => void> = Parameters<Register>[1];

type AllTabletServices = ServicesOf<typeof registerTabletRoutes> &
  ServicesOf<typeof registerCommandRoute> &
  ServicesOf<typeof registerShownRoutes> &
  ServicesOf<typeof registerKioskRoutes> &
  ServicesOf<typeof registerEventRoute> &
  ServicesOf<typeof registerPairingRoutes>;

/** The calls about tablets: those of admins, those of the tablets themselves, and pairing. */
export function registerTabletCalls(app: TypedApp, services: AllTabletServices): void {
  registerTabletRoutes(app, services);
  registerRemovalRoute(app, services);
  registerCommandRoute(app, services);
  registerShownRoutes(app, services);
  registerKioskRoutes(app, services);
  registerEventRoute(app, services);
  registerPairingRoutes(app, services);
}

/** Sends an admin's command to a tablet; it must be listening at that moment. */
function registerCommandRoute(app: TypedApp, { tablets, tabletListeners }: CommandServices): void {
  app.post(ADMIN_PATTERNS.tabletCommand, { config: { access: ADMINS }, schema }, async (request, reply) => {
    const tablet = await tablets.find(request.params.id);
    if (!tablet) throw new UserError(404, NO_SUCH_TABLET);
    checkWords(request.body);
    if (!tabletListeners.tell(tablet.id, { event: 'command', data: request.body })) {
      throw new UserError(409, `“${tablet.name}” cannot be reached at the moment`);
    }
    return reply.status(202).send();
  });
}

/** The words for a wall follow the rule for the texts of pings: a broken or reversed line would cover the photo. */
function checkWords(command: TabletCommand): void {
  if (command.command === 'message' && !isPlainLine(command.text, MESSAGE_MAX_CHARACTERS)) {
    throw new UserError(400, NOT_ONE_LINE);
  }
}

const removalSchema = {
  tags: ['Tablets'],
  summary: 'Revoke a tablet, or remove a revoked one',
  description: 'With `only` it does just that, also when the call is sent twice. Without it the state decides.',
  params: pathParams(ADMIN_PATTERNS.tablet, { id: EXAMPLES.tabletId }),
  querystring: Type.Object({ only: Type.Optional(oneOf(['revoke', 'delete'], { examples: ['revoke'] })) }),
  response: {
    200: json('The tablet as it was left', Tablet),
    404: errorWhen('There is no such tablet'),
    409: errorWhen('It is in use, and was only to be removed'),
  },
};

/**
 * Revokes a tablet or deletes it, as `only` says: a second press, or a repeated call whose response was lost, then does
 * no more than the first. Without `only` the state of the tablet decides.
 */
function registerRemovalRoute(app: TypedApp, services: TabletServices): void {
  const { tablets, tabletWatch, tabletListeners, audit, credentialChanges } = services;

  const revoke = async (id: string, by: ReturnType<typeof askedBy>): Promise<Tablet> => {
    const revoked = await tablets.revoke(id);
    if (!revoked) throw new UserError(404, NO_SUCH_TABLET);
    if (revoked.wasActive) audit.record({ action: 'key-revoked', ...by, what: revoked.tablet.name });
    credentialChanges.announce();
    tabletListeners.end(id);
    return tabletFrom(revoked.tablet, services);
  };

  const remove = async (id: string, by: ReturnType<typeof askedBy>): Promise<Tablet> => {
    const removed = await tablets.remove(id);
    if (!removed) throw new UserError(404, NO_SUCH_TABLET);
    tabletWatch.forget(id);
    audit.record({ action: 'tablet-deleted', ...by, what: removed.name });
    return tabletFrom(removed, services);
  };

  app.delete(ADMIN_PATTERNS.tablet, { config: { access: ADMINS }, schema: removalSchema }, async (request) => {
    const { id } = request.params;
    const { only = (await existingTablet(id, tablets)).state === 'active' ? 'revoke' : 'delete' } = request.query;
    return only === 'revoke' ? revoke(id, askedBy(request)) : remove(id, askedBy(request));
  });
}
