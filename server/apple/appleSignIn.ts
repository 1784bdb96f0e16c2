import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppleSignInPayload, AuthResponse, Nonce } from '#contract/users/schemas.ts';
import { API_PATTERNS } from '#contract/paths.ts';
import { COOKIES } from '#contract/storageKeys.ts';
import { strippedOfHidden } from '#domain/text/hiddenCharacters.ts';
import { SIGN_IN_LIMIT } from '#server/core/access/failedAttemptLimit.ts';
import { hashSecret, newSecret, sameText } from '#server/core/http/security/secrets.ts';
import { errorWhen, json } from '#server/core/http/responses.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import type { UserRepository } from '#server/users/userRepository.ts';
import type { OneTimeRepository } from '#server/signIn/oneTimeRepository.ts';
import { rejectSignIn, signIn, type SignInServices } from '#server/signIn/signIn.ts';
import { type AppleIdentity, type AppleTokens, appleTokens, isAppleUnreachable } from './appleTokens.ts';
import type { User } from '#server/users/userQueries.ts';

/** Names that the browser sends and Apple does not confirm: they are only shown, and no account is found by them. */
interface DisplayNames {
  firstName: string;
  lastName: string;
}

/**
 * The account of an Apple identity, created at the first sign-in. Accounts are found by Apple's identifier of the
 * person (`subject`). An account that so far has only an e-mail address (made by `user grant` or a sign-in link) gets
 * the identifier of the person who, according to Apple, owns the address. Returns undefined when the account with this
 * address has another identifier: the sign-in is then rejected.
 */
export async function accountOf(
  identity: AppleIdentity,
  names: DisplayNames,
  users: UserRepository,
): Promise<User | undefined> {
  const known = await users.findByAppleSubject(identity.subject);
  const sameEmail = await users.findByEmail(identity.email);
  if (known) return updateEmail({ known, sameEmail, email: identity.email }, users);
  if (!sameEmail) return users.create({ email: identity.email, appleSubject: identity.subject, ...names });
  if (sameEmail.appleSubject !== null) return undefined;
  return users.updateProfile(sameEmail.id, {
    appleSubject: identity.subject,
    firstName: sameEmail.firstName || names.firstName,
    lastName: sameEmail.lastName || names.lastName,
  });
}

interface EmailChange {
  known: User;
  sameEmail: User | undefined;
  email: string;
}

/** Stores the new address of a person who has changed it at Apple, unless another account has that address. */
async function updateEmail({ known, sameEmail, email }: EmailChange, users: UserRepository): Promise<User> {
  if (known.email === email || sameEmail) return known;
  return users.updateProfile(known.id, { email });
}

const NONCE_LIFE_S = 600;
const NAME_MAX_LENGTH = 100;
const NOT_CONFIGURED = 'Sign in with Apple is not set up on this server';
const NOT_CONFIRMED = 'Apple did not confirm this sign-in: please try again';
const UNREACHABLE = 'Apple cannot be reached to confirm the sign-in: please try again later';
const EMAIL_TAKEN = 'Another account uses this e-mail address already: please ask an admin';

const tags = ['Signing in and people'];
const TOO_MANY = errorWhen('Too many attempts');
const nonceSchema = {
  tags,
  summary: "A nonce for Apple's window",
  description: 'Bound to this browser by a cookie, and used once.',
  response: { 200: json('The nonce', Nonce), 429: TOO_MANY },
};
const schema = {
  tags,
  summary: 'Sign in with Apple',
  body: AppleSignInPayload,
  response: {
    200: json('Signed in', AuthResponse),
    401: errorWhen('The sign-in was not confirmed', AuthResponse),
    429: TOO_MANY,
    503: json('Apple is out of reach', AuthResponse),
  },
};

type AppleSettings = Pick<Settings, 'appleClientId' | 'appleJwksUrl' | 'appleKeyCoolDownMs' | 'corsOrigins'>;

interface AppleSignInServices extends SignInServices {
  settings: SignInServices['settings'] & AppleSettings;
  users: UserRepository;
  oneTime: Pick<OneTimeRepository, 'spendNonce'>;
  now: () => number;
}

export function registerAppleSignIn(app: TypedApp, services: AppleSignInServices): void {
  const { settings, now } = services;
  const config = { access: 'public', ...SIGN_IN_LIMIT } as const;
  const tokens = tokensOf(settings, now);

  app.post(API_PATTERNS.appleNonce, { config, schema: nonceSchema }, async (request, reply) =>
    issueNonce(request, reply, settings),
  );

  app.post(API_PATTERNS.appleSignIn, { config, schema }, async (request, reply) => {
    if (!tokens) return rejectSignIn(reply, NOT_CONFIGURED);
    const identity = await identify(request, tokens);
    if (identity === 'unreachable') return reply.status(503).send({ success: false, message: UNREACHABLE });
    if (identity === 'rejected') return rejectSignIn(reply, NOT_CONFIRMED);
    const isFirstUse = await services.oneTime.spendNonce(identity.nonce, identity.expiresAt);
    if (!isFirstUse) return rejectSignIn(reply, NOT_CONFIRMED);
    void reply.clearCookie(COOKIES.appleNonce, { path: API_PATTERNS.appleSignIn });
    const names = displayNames(request.body);
    const account = await services.users.inTransaction((users) => accountOf(identity, names, users));
    if (!account) return rejectSignIn(reply, EMAIL_TAKEN);
    return signIn(account, request, services);
  });
}

function tokensOf(settings: AppleSettings, now: () => number): AppleTokens | undefined {
  const { appleClientId: clientId, appleJwksUrl: jwksUrl, appleKeyCoolDownMs: coolDownMs } = settings;
  return clientId === undefined ? undefined : appleTokens({ clientId, jwksUrl, coolDownMs, now });
}

/**
 * Stores a secret in a cookie that no script can read, and returns its hash, the nonce. Apple puts the nonce into the
 * token, so that a token issued to another browser does not match this browser's cookie. The server stores a nonce only
 * when its token has been used.
 */
function issueNonce(request: FastifyRequest, reply: FastifyReply, { corsOrigins }: AppleSettings): { nonce: string } {
  const secret = newSecret();
  const secure = request.protocol === 'https';
  const fromElsewhere = corsOrigins.includes(request.headers.origin ?? '');
  void reply.setCookie(COOKIES.appleNonce, secret, {
    path: API_PATTERNS.appleSignIn,
    httpOnly: true,
    maxAge: NONCE_LIFE_S,
    secure,
    sameSite: fromElsewhere && secure ? 'none' : 'lax',
  });
  return { nonce: hashSecret(secret) };
}

type Identification = AppleIdentity | 'rejected' | 'unreachable';

async function identify(
  request: FastifyRequest<{ Body: AppleSignInPayload }>,
  tokens: AppleTokens,
): Promise<Identification> {
  const secret = request.cookies[COOKIES.appleNonce];
  const { idToken } = request.body;
  if (!secret || !idToken) return 'rejected';
  try {
    const identity = await tokens.verify(idToken);
    return sameText(identity.nonce, hashSecret(secret)) ? identity : 'rejected';
  } catch (error) {
    request.log.warn({ err: error }, 'An Apple sign-in was refused');
    return isAppleUnreachable(error) ? 'unreachable' : 'rejected';
  }
}

function displayNames({ firstName = '', lastName = '' }: AppleSignInPayload): DisplayNames {
  return { firstName: displayable(firstName), lastName: displayable(lastName) };
}

function displayable(name: string): string {
  return strippedOfHidden(name).trim().slice(0, NAME_MAX_LENGTH);
}
