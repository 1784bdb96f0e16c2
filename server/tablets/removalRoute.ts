import { Type } from 'typebox';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { EXAMPLES, oneOf } from '#contract/schemas.ts';
import { Tablet } from '#contract/tablets/schemas.ts';
import { askedBy } from '#server/core/audit/auditLog.ts';
import { UserError } from '#server/core/errors.ts';
import { errorWhen, json } from '#server/core/http/responses.ts';
import { ADMINS } from '#server/core/access/access.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import { NO_SUCH_TABLET } from './registry/tabletKeyRepository.ts';
import { existingTablet, tabletFrom, type TabletServices } from './tabletRoutes.ts';

const schema = {
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
export function registerRemovalRoute(app: TypedApp, services: TabletServices): void {
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

  app.delete(ADMIN_PATTERNS.tablet, { config: { access: ADMINS }, schema }, async (request) => {
    const { id } = request.params;
    const { only = (await existingTablet(id, tablets)).state === 'active' ? 'revoke' : 'delete' } = request.query;
    return only === 'revoke' ? revoke(id, askedBy(request)) : remove(id, askedBy(request));
  });
}
