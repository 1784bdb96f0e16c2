import { isoTime } from '#domain/clock/isoTime.ts';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { API_PATTERNS } from '#contract/paths.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { AcceptPairing, PairingOffer, PairingState } from '#contract/tablets/pairingSchemas.ts';
import { Tablet } from '#contract/tablets/schemas.ts';
import { typedCode } from '#domain/tablets/pairingCode.ts';
import { askedBy } from '#server/core/audit/auditLog.ts';
import { type FailedAttemptLimit, SIGN_IN_LIMIT } from '#server/core/access/failedAttemptLimit.ts';
import { UserError } from '#server/core/errors.ts';
import { ADMINS, personOf } from '#server/core/access/access.ts';
import { errorWhen, json } from '#server/core/http/responses.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import type { PairingRepository } from './pairingRepository.ts';
import { checkedEnd, checkedSettings, checkedTabletName } from '../checkedFields.ts';
import { tabletFrom, type TabletServices } from '../tabletRoutes.ts';

interface PairingServices extends TabletServices {
  pairings: PairingRepository;
  failedAttemptLimit: FailedAttemptLimit;
}

const TOO_MANY_GUESSES = 'Too many wrong letters: please wait a minute';
const NO_SUCH_SCREEN = 'No screen shows these letters (any more)';
const OVER = 'This offer is over: please take the new letters';

const tags = ['Tablets'];
const OFFER_OVER = { 404: errorWhen('The offer is over'), 429: errorWhen('Too many wrong guesses') };
const acceptance = {
  tags,
  summary: 'Accept a screen that shows letters',
  params: pathParams(ADMIN_PATTERNS.acceptPairing, { code: EXAMPLES.pairingCode }),
  body: AcceptPairing,
  response: {
    200: json('The new tablet, or the one that the screen is again', Tablet),
    ...OFFER_OVER,
    409: errorWhen('Another tablet or key has this name'),
  },
};
const offering = {
  tags,
  summary: 'Offer a screen for pairing',
  response: { 201: json('The letters to show', PairingOffer), 429: errorWhen('Too many offers') },
};
const collection = {
  tags,
  summary: 'Whether somebody has accepted the screen',
  params: pathParams(API_PATTERNS.pairingState, { secret: EXAMPLES.pairingSecret }),
  response: { 200: json('When accepted, with the key, once', PairingState), ...OFFER_OVER },
};

/** Pairs a screen as a tablet: it shows a code, an admin types it, and the screen collects its key. */
export function registerPairingRoutes(app: TypedApp, services: PairingServices): void {
  registerScreenRoutes(app, services);
  const { pairings, failedAttemptLimit, audit, now } = services;
  const options = { config: { access: ADMINS }, schema: acceptance };
  app.post(ADMIN_PATTERNS.acceptPairing, options, async (request) => {
    const code = typedCode(request.params.code);
    if (!(await pairings.isOffered(code))) {
      // Counted for each person: an account that was taken over cannot guess codes until it finds a screen.
      const guesser = `pairing ${personOf(request).userId}`;
      if (failedAttemptLimit.count(guesser)) throw new UserError(429, TOO_MANY_GUESSES);
      throw new UserError(404, NO_SUCH_SCREEN);
    }
    const { tabletId } = request.body;
    const as = tabletId === undefined ? newTablet(request.body, now()) : { tabletId };
    const tablet = await pairings.accept(code, { ...as, madeBy: personOf(request).userId });
    if (!tablet) throw new UserError(404, NO_SUCH_SCREEN);
    audit.record({ action: 'key-made', ...askedBy(request), what: tablet.name });
    return tabletFrom(tablet, services);
  });
}

function newTablet({ name = '', albumIds = null, expiresAt, settings = {} }: AcceptPairing, now: number) {
  const end = checkedEnd(expiresAt, now) ?? null;
  return { name: checkedTabletName(name), albumIds, expiresAt: end, settings: checkedSettings(settings) };
}

function registerScreenRoutes(app: TypedApp, services: PairingServices): void {
  const { pairings, failedAttemptLimit, credentialChanges, audit } = services;
  const offer = { config: { access: 'public' as const, ...SIGN_IN_LIMIT }, schema: offering };
  app.post(API_PATTERNS.pairing, offer, async (request, reply) => {
    const { code, secret, expiresAt } = await pairings.offer(request.ip);
    void reply.status(201).header('Cache-Control', 'no-store');
    return reply.send({ code, secret, expiresAt: isoTime(expiresAt) });
  });

  const options = { config: { access: 'public' as const }, schema: collection };
  app.get(API_PATTERNS.pairingState, options, async (request, reply) => {
    const found = await pairings.collect(request.params.secret);
    if (!found) {
      if (failedAttemptLimit.count(request.ip)) throw new UserError(429, TOO_MANY_GUESSES);
      throw new UserError(404, OVER);
    }
    const given = found.isPaired ? found.given : undefined;
    if (given) {
      // The tablet may have had another key before, whose open pages have to be notified.
      credentialChanges.announce();
      audit.record({ action: 'key-handed-out', by: 'server', what: given.tablet.name, address: request.ip });
    }
    const state: PairingState = found.isPaired
      ? { state: 'paired', ...(given && { key: given.key }) }
      : { state: 'waiting' };
    return reply.header('Cache-Control', 'no-store').send(state);
  });
}
