import { Type } from '@fastify/type-provider-typebox';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { API_PATTERNS } from '#contract/paths.ts';
import type { PairingOffer, PairingState } from '#contract/tablets.ts';
import { typedCode } from '#domain/tablets/pairingCode.ts';
import { askedBy } from '../audit/auditEvent.ts';
import type { FailedAttemptLimit } from '../auth/keys/failedAttemptLimit.ts';
import { UserError } from '../errors.ts';
import { ADMINS, personOf } from '../http/security/access.ts';
import { SIGN_IN_LIMIT } from '../http/security/rateLimits.ts';
import { pathParams, type TypedApp } from '../http/typedApp.ts';
import type { PairingRepository } from './registry/pairingRepository.ts';
import { checkedEnd, checkedTabletName, TABLET_FIELDS } from './tabletFields.ts';
import { tabletFrom, type TabletServices } from './tabletRoutes.ts';

interface PairingServices extends TabletServices {
  pairings: PairingRepository;
  failedAttemptLimit: FailedAttemptLimit;
}

const TOO_MANY_GUESSES = 'Too many wrong letters: please wait a minute';
const NO_SUCH_SCREEN = 'No screen shows these letters (any more)';
const OVER = 'This offer is over: please take the new letters';

const acceptance = {
  params: pathParams(ADMIN_PATTERNS.acceptPairing),
  body: Type.Object({
    name: TABLET_FIELDS.name,
    albumIds: TABLET_FIELDS.albumIds,
    expiresAt: TABLET_FIELDS.expiresAt,
    tabletId: Type.Optional(Type.String({ maxLength: 100 })),
  }),
};

/** Pairs a screen as a tablet: it shows letters, an admin types them, and it collects its key. */
export function registerPairingRoutes(app: TypedApp, services: PairingServices): void {
  registerScreenRoutes(app, services);
  const { pairings, failedAttemptLimit, audit, now } = services;
  const options = { config: { access: ADMINS }, schema: acceptance };
  app.post(ADMIN_PATTERNS.acceptPairing, options, async (request) => {
    const code = typedCode(request.params.code);
    if (!(await pairings.isOffered(code))) {
      // Counted for the person: an account that was taken over cannot try letters until it finds a screen.
      const guesser = `pairing ${personOf(request).userId}`;
      if (failedAttemptLimit.count(guesser)) throw new UserError(429, TOO_MANY_GUESSES);
      throw new UserError(404, NO_SUCH_SCREEN);
    }
    const { albumIds = null, expiresAt, tabletId } = request.body;
    const name = checkedTabletName(request.body.name);
    const end = checkedEnd(expiresAt, now()) ?? null;
    const as = tabletId === undefined ? { name, albumIds, expiresAt: end, settings: {} } : { tabletId };
    const tablet = await pairings.accept(code, { ...as, madeBy: personOf(request).userId });
    if (!tablet) throw new UserError(404, NO_SUCH_SCREEN);
    audit.record({ action: 'key-made', ...askedBy(request), what: tablet.name });
    return tabletFrom(tablet, services);
  });
}

function registerScreenRoutes(app: TypedApp, services: PairingServices): void {
  const { pairings, failedAttemptLimit, credentialChanges, audit } = services;
  app.post(API_PATTERNS.pairing, { config: { access: 'public', ...SIGN_IN_LIMIT } }, async (request, reply) => {
    const { code, secret, expiresAt } = await pairings.offer(request.ip);
    const offer: PairingOffer = { code, secret, expiresAt: new Date(expiresAt).toISOString() };
    return reply.status(201).header('Cache-Control', 'no-store').send(offer);
  });

  const options = { config: { access: 'public' as const }, schema: { params: pathParams(API_PATTERNS.pairingState) } };
  app.get(API_PATTERNS.pairingState, options, async (request, reply) => {
    const found = await pairings.collect(request.params.secret);
    if (!found) {
      if (failedAttemptLimit.count(request.ip)) throw new UserError(429, TOO_MANY_GUESSES);
      throw new UserError(404, OVER);
    }
    const given = found.isPaired ? found.given : undefined;
    if (given) {
      // The tablet may have had another key before, whose open pages are told.
      credentialChanges.announce();
      audit.record({ action: 'key-handed-out', by: 'server', what: given.tablet.name, address: request.ip });
    }
    const state: PairingState = found.isPaired
      ? { state: 'paired', ...(given && { key: given.key, deviceSecret: given.deviceSecret }) }
      : { state: 'waiting' };
    return reply.header('Cache-Control', 'no-store').send(state);
  });
}
