import { Type } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppleSignInPayload } from '../../../src/contract/calls.ts';
import { API_PATTERNS } from '../../../src/contract/paths.ts';
import type { Dependencies } from '../../dependencies.ts';
import { SIGN_IN_LIMIT } from '../../http/security/rateLimits.ts';
import type { TypedApp } from '../../http/typedApp.ts';
import type { Settings } from '../../settings/settings.ts';
import { accountOf, type DisplayNames } from './appleAccounts.ts';
import { type AppleIdentity, type AppleTokens, appleTokens, isAppleUnreachable } from './appleTokens.ts';
import { hashSecret, newSecret, sameText } from '../secrets.ts';
import { signIn, signInRefused } from '../sessions/signIn.ts';

const NONCE_COOKIE = 'apple-nonce';
const NONCE_LIFE_S = 600;
const NAME_MAX_LENGTH = 100;
const NOT_CONFIGURED = 'Sign in with Apple is not set up on this server';
const REFUSED = 'Apple did not confirm this sign-in: please try again';
const UNREACHABLE = 'Apple cannot be reached to confirm the sign-in: please try again later';
const EMAIL_TAKEN = 'Another account uses this e-mail address already: please ask an admin';

const text = (maxLength: number) => Type.String({ maxLength });
const payloadSchema = Type.Object({
  code: text(4_000),
  idToken: Type.Optional(text(10_000)),
  email: Type.Optional(text(1_000)),
  firstName: Type.Optional(text(1_000)),
  lastName: Type.Optional(text(1_000)),
});

export function registerAppleSignIn(app: TypedApp, dependencies: Dependencies): void {
  const { settings, now } = dependencies;
  const config = { access: 'public', ...SIGN_IN_LIMIT } as const;
  const tokens = tokensOf(settings, now);

  app.post(API_PATTERNS.appleNonce, { config }, async (request, reply) => issueNonce(request, reply, settings));

  app.post(API_PATTERNS.appleSignIn, { config, schema: { body: payloadSchema } }, async (request, reply) => {
    if (!tokens) return signInRefused(reply, NOT_CONFIGURED);
    const identity = await identify(request, tokens);
    if (identity === 'unreachable') return reply.status(503).send({ success: false, message: UNREACHABLE });
    if (identity === 'refused') return signInRefused(reply, REFUSED);
    const isFirstUse = await dependencies.oneTime.spendNonce(identity.nonce, identity.expiresAt);
    if (!isFirstUse) return signInRefused(reply, REFUSED);
    void reply.clearCookie(NONCE_COOKIE, { path: API_PATTERNS.appleSignIn });
    const names = displayNames(request.body);
    const account = await dependencies.users.together((users) => accountOf(identity, names, users));
    if (!account) return signInRefused(reply, EMAIL_TAKEN);
    return signIn(account, dependencies);
  });
}

function tokensOf(settings: Settings, now: () => number): AppleTokens | undefined {
  const { appleClientId: clientId, appleJwksUrl: jwksUrl, appleKeyCoolDownMs: coolDownMs } = settings;
  return clientId === undefined ? undefined : appleTokens({ clientId, jwksUrl, coolDownMs, now });
}

/**
 * The browser keeps a secret that no script can read, and Apple puts its hash into the token: a token got elsewhere
 * does not fit this browser's cookie. Nothing is stored until a token has been spent.
 */
function issueNonce(request: FastifyRequest, reply: FastifyReply, { corsOrigins }: Settings): { nonce: string } {
  const secret = newSecret();
  const secure = request.protocol === 'https';
  const fromElsewhere = corsOrigins.includes(request.headers.origin ?? '');
  void reply.setCookie(NONCE_COOKIE, secret, {
    path: API_PATTERNS.appleSignIn,
    httpOnly: true,
    maxAge: NONCE_LIFE_S,
    secure,
    sameSite: fromElsewhere && secure ? 'none' : 'lax',
  });
  return { nonce: hashSecret(secret) };
}

type Identified = AppleIdentity | 'refused' | 'unreachable';

async function identify(
  request: FastifyRequest<{ Body: AppleSignInPayload }>,
  tokens: AppleTokens,
): Promise<Identified> {
  const secret = request.cookies[NONCE_COOKIE];
  const { idToken } = request.body;
  if (!secret || !idToken) return 'refused';
  try {
    const identity = await tokens.verify(idToken);
    return sameText(identity.nonce, hashSecret(secret)) ? identity : 'refused';
  } catch (error) {
    request.log.warn({ err: error }, 'An Apple sign-in was refused');
    return isAppleUnreachable(error) ? 'unreachable' : 'refused';
  }
}

function displayNames({ firstName = '', lastName = '' }: AppleSignInPayload): DisplayNames {
  return { firstName: displayable(firstName), lastName: displayable(lastName) };
}

function displayable(name: string): string {
  return name.replace(/\p{C}/gu, '').trim().slice(0, NAME_MAX_LENGTH);
}
