import type { FastifyRequest } from 'fastify';
import { API_PATTERNS } from '#contract/paths.ts';
import { AuthResponse, KeyCheckResponse } from '#contract/users/schemas.ts';
import { GoOnAccount, GoOnToken, LinkToken } from '#contract/signIn/schemas.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { SIGN_IN_PATTERNS } from '#contract/signIn/signIn.ts';
import { UserError } from '#server/core/errors.ts';
import type { Installation } from '#server/core/db/installation.ts';
import { emptyBrowserCache } from '#server/core/http/lifecycle/errorResponses.ts';
import { SIGN_IN_LIMIT, type FailedAttemptLimit } from '#server/core/access/failedAttemptLimit.ts';
import { errorWhen, json } from '#server/core/http/responses.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import type { UserRepository } from '#server/users/userRepository.ts';
import {
  credentialError,
  noteTablet,
  type SeenServices,
  TOO_MANY_ATTEMPTS,
} from '#server/core/access/authorisation.ts';
import type { Credentials } from '#server/core/access/credentials.ts';
import { type AccountRouteServices, registerAccountRoutes } from './accountRoutes.ts';
import { greetingOf, registerDevSignIn, rejectSignIn, signIn, type SignInServices } from './signIn.ts';
import type { OneTimeRepository } from './oneTimeRepository.ts';
import type { SessionRepository } from './sessionRepository.ts';
import { registerSessionRoutes, type SessionRouteServices } from './sessionRoutes.ts';

interface AuthServices extends SignInServices, SessionRouteServices, SeenServices {
  settings: Pick<
    Settings,
    | 'adminEmails'
    | 'appleClientId'
    | 'appleJwksUrl'
    | 'appleKeyCoolDownMs'
    | 'corsOrigins'
    | 'devSignInFromLan'
    | 'production'
  >;
  users: UserRepository;
  sessions: SessionRepository;
  oneTime: OneTimeRepository;
  credentials: Pick<Credentials, 'ofKey' | 'codeOfKey' | 'refresh'>;
  failedAttemptLimit: FailedAttemptLimit;
  installation: Pick<Installation, 'id'>;
  credentialChanges: SessionRouteServices['credentialChanges'] & AccountRouteServices['credentialChanges'];
}

const UNUSABLE_LINK = 'This sign-in link has been used already or is too old: please ask for a new one';
const UNUSABLE_GO_ON =
  'This link does not continue a session: it has been used already, is too old, or was made for something else. Please sign in here';
const tags = ['Signing in and people'];
const keySchema = {
  tags,
  summary: "Whether a kiosk's key is valid",
  params: pathParams(API_PATTERNS.checkApiKey, { key: EXAMPLES.apiKey }),
  response: {
    200: json('It is', KeyCheckResponse),
    401: json('It is revoked, or the server does not know it', KeyCheckResponse),
    429: errorWhen('Too many wrong keys from this address'),
  },
};
const linkSchema = {
  tags,
  summary: 'Sign in with a link',
  description: 'The token is what follows `#sign-in-link=` in a link; it works once.',
  body: LinkToken,
  response: {
    200: json('Signed in', AuthResponse),
    401: errorWhen('It was used, or is too old', AuthResponse),
    429: errorWhen('Too many attempts'),
  },
};

const goOnErrors = {
  401: errorWhen('It was used, is too old, or was not made for this', AuthResponse),
  429: errorWhen('Too many attempts'),
};
const goOnStateSchema = {
  tags,
  summary: 'Whose session a link goes on with',
  description: 'Nothing is used up. The token is what follows `#go-on=` in a link.',
  body: GoOnToken,
  response: { 200: json('The account', GoOnAccount), ...goOnErrors },
};
const goOnSchema = {
  tags,
  summary: 'Go on with a session at another address of this server',
  description: 'The token is what follows `#go-on=` in a link; it works once, and the session that made it ends.',
  body: GoOnToken,
  response: { 200: json('Signed in', AuthResponse), ...goOnErrors },
};

export function registerAuthRoutes(app: TypedApp, services: AuthServices): void {
  registerKeyCheck(app, services);
  registerDevSignIn(app, services);
  registerSignInLinks(app, services);
  registerGoOn(app, services);
  registerSessionRoutes(app, services);
  registerAccountRoutes(app, services);
}

/** A key for nodes gets the same response as a revoked one: the server knows the key, but it is not a kiosk's. */
function registerKeyCheck(app: TypedApp, services: AuthServices): void {
  const options = { config: { access: 'public' }, schema: keySchema } as const;
  app.get(API_PATTERNS.checkApiKey, options, async (request, reply) => {
    const { key } = request.params;
    const principal = await services.credentials.ofKey(key);
    if (principal?.use === 'kiosk') {
      await noteTablet(principal, services);
      return { valid: true as const, installation: services.installation.id };
    }
    const error = await credentialError({ key }, { request, services });
    const response: KeyCheckResponse = { valid: false, ...error.body() };
    if (error.endsAccess) emptyBrowserCache(reply);
    return reply.status(401).send(response);
  });
}

/**
 * A sign-in link is used up by a POST, which needs a person's click: a chat program that loads the link for a preview
 * does not use it up.
 */
function registerSignInLinks(app: TypedApp, services: AuthServices): void {
  const { oneTime, users } = services;
  const options = { config: { access: 'public', ...SIGN_IN_LIMIT }, schema: linkSchema } as const;
  app.post(API_PATTERNS.signInLink, options, async (request, reply) => {
    const email = await oneTime.spendLink(request.body.token);
    if (email === undefined) return rejectSignIn(reply, unusable(UNUSABLE_LINK, request, services));
    services.credentialChanges.announce();
    return signIn(await users.findOrCreate({ email }), request, services);
  });
}

/**
 * Continues a session at another address of this server, without a click. It accepts no tokens of sign-in links: a page
 * that somebody opens with such a token would sign them in as another person.
 */
function registerGoOn(app: TypedApp, services: AuthServices): void {
  const { oneTime, users } = services;
  const config = { access: 'public', ...SIGN_IN_LIMIT } as const;
  app.post(SIGN_IN_PATTERNS.goOnState, { config, schema: goOnStateSchema }, async (request, reply) => {
    const email = await oneTime.readGoOnLink(request.body.token);
    const user = email === undefined ? undefined : await users.findByEmail(email);
    if (!user) return rejectSignIn(reply, unusable(UNUSABLE_GO_ON, request, services));
    return { firstName: greetingOf(user), email: user.email };
  });

  app.post(SIGN_IN_PATTERNS.goOn, { config, schema: goOnSchema }, async (request, reply) => {
    const email = await oneTime.spendGoOnLink(request.body.token);
    if (email === undefined) return rejectSignIn(reply, unusable(UNUSABLE_GO_ON, request, services));
    services.credentialChanges.announce();
    return signIn(await users.findOrCreate({ email }), request, services);
  });
}

/** The sentence for a link that cannot be used, which counts as a failed attempt. */
function unusable(sentence: string, { ip }: FastifyRequest, { failedAttemptLimit }: AuthServices): string {
  if (failedAttemptLimit.count(ip)) throw new UserError(429, TOO_MANY_ATTEMPTS);
  return sentence;
}
