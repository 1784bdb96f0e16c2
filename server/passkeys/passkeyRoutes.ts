import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { PASSKEY_NAME_MAX_CHARACTERS } from '#contract/admin/limits.ts';
import { AuthResponse } from '#contract/users/schemas.ts';
import { PasskeyName, PasskeyRecord, PasskeyChallenge, SignedChallenge } from '#contract/passkeys/schemas.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { SIGN_IN_PATTERNS } from '#contract/signIn/signIn.ts';
import { askedBy, type AuditLog } from '#server/core/audit/auditLog.ts';
import { UserError } from '#server/core/errors.ts';
import { personOf, SIGNED_IN } from '#server/core/access/access.ts';
import { plainText, done, errorWhen, json, untypedJson } from '#server/core/http/responses.ts';
import type { OriginSettings } from '#server/core/http/security/origins.ts';
import { SIGN_IN_LIMIT, type FailedAttemptLimit } from '#server/core/access/failedAttemptLimit.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import { SIGN_INS } from '#server/core/limits.ts';
import type { User } from '#server/users/userQueries.ts';
import type { UserRepository } from '#server/users/userRepository.ts';
import { TOO_MANY_ATTEMPTS } from '#server/core/access/authorisation.ts';
import { rejectSignIn, signIn, type SignInServices } from '#server/signIn/signIn.ts';
import {
  type NewPasskeyServices,
  registerNewPasskey,
  challengeIn,
  askingPage,
  verified,
  webAuthn,
} from './newPasskeyRoutes.ts';
import { passkeyRecord, type PasskeyRepository, type ChallengeRepository } from './passkeyRepository.ts';

interface OwnPasskeyServices {
  passkeys: Pick<PasskeyRepository, 'listOf' | 'rename' | 'remove'>;
  audit: Pick<AuditLog, 'record'>;
}

const ownConfig = { access: SIGNED_IN, scope: 'no albums' as const };
const NO_PASSKEY = 'You have no such passkey (any more)';
const tags = ['Passkeys and set-up'];
const params = pathParams(ADMIN_PATTERNS.passkey, { id: EXAMPLES.passkeyId });
const responses = { 204: done(), 404: errorWhen('There is no such passkey of mine') };
const listSchema = {
  tags,
  summary: 'My passkeys',
  response: { 200: json('The oldest first', Type.Array(PasskeyRecord)) },
};
const nameSchema = { tags, summary: 'Rename one of my passkeys', params, body: PasskeyName, response: responses };
const removalSchema = { tags, summary: 'Remove one of my passkeys', params, response: responses };

/** All calls about passkeys: signing in with one, listing one's own, and adding one. */
export function registerPasskeyRoutes(
  app: TypedApp,
  services: PasskeySignInServices & OwnPasskeyServices & NewPasskeyServices,
): void {
  registerPasskeySignIn(app, services);
  registerOwnPasskeys(app, services);
  registerNewPasskey(app, services);
}

/** Everybody, admins too, sees and changes only their own passkeys. */
function registerOwnPasskeys(app: TypedApp, { passkeys, audit }: OwnPasskeyServices): void {
  app.get(ADMIN_PATTERNS.passkeys, { config: ownConfig, schema: listSchema }, async (request) => {
    return (await passkeys.listOf(personOf(request).userId)).map(passkeyRecord);
  });

  app.patch(ADMIN_PATTERNS.passkey, { config: ownConfig, schema: nameSchema }, async (request, reply) => {
    const { userId } = personOf(request);
    const name = checkedName(request.body.name);
    if (!(await passkeys.rename({ id: request.params.id, userId }, name))) throw new UserError(404, NO_PASSKEY);
    return reply.status(204).send();
  });

  app.delete(ADMIN_PATTERNS.passkey, { config: ownConfig, schema: removalSchema }, async (request, reply) => {
    const { userId } = personOf(request);
    const name = await passkeys.remove({ id: request.params.id, userId });
    if (name === undefined) throw new UserError(404, NO_PASSKEY);
    audit.record({ action: 'passkey-removed', ...askedBy(request), what: name });
    return reply.status(204).send();
  });
}

function checkedName(text: string): string {
  const name = text.trim().replace(/\s+/g, ' ');
  if (name === '') throw new UserError(400, 'Please give the passkey a name');
  if (name.length <= PASSKEY_NAME_MAX_CHARACTERS) return plainText(name);
  throw new UserError(400, `A name may have ${PASSKEY_NAME_MAX_CHARACTERS} characters at most`);
}

interface PasskeySignInServices extends SignInServices {
  settings: SignInServices['settings'] & OriginSettings;
  users: SignInServices['users'] & Pick<UserRepository, 'find'>;
  passkeys: Pick<PasskeyRepository, 'find' | 'noteUse'>;
  challenges: ChallengeRepository;
  failedAttemptLimit: FailedAttemptLimit;
}

const OVER = 'This took too long, or was sent twice: please try again';
const UNKNOWN = 'This server does not know this passkey (any more): please sign in in another way';
const NOT_CONFIRMED = 'This passkey could not be confirmed: please try again';
const NOT_VERIFIED =
  'The passkey of an admin has to check who uses it: please set a PIN, finger or face on it, or sign in by a link';
const COPY = 'This passkey was used by a copy of it before: please remove it and make a new one';

const errors = {
  400: errorWhen('The page has no host name, or the body is malformed'),
  429: errorWhen('Too many attempts'),
};
const challengeSchema = {
  tags,
  summary: 'What a passkey has to sign',
  response: { 200: untypedJson('Good once, for five minutes', PasskeyChallenge), ...errors },
};
const signInSchema = {
  tags,
  summary: 'Sign in with a passkey',
  body: SignedChallenge,
  response: {
    200: json('Signed in', AuthResponse),
    ...errors,
    401: errorWhen('The passkey is not known, or the signature is not good', AuthResponse),
  },
};

/** Signs in with whichever passkey the person picks: nobody types a name, since the passkey names its owner. */
function registerPasskeySignIn(app: TypedApp, services: PasskeySignInServices): void {
  const config = { access: 'public', ...SIGN_IN_LIMIT } as const;

  app.post(SIGN_IN_PATTERNS.passkeyChallenge, { config, schema: challengeSchema }, async (request, reply) => {
    const { host } = askingPage(request, services.settings);
    const { generateAuthenticationOptions } = await webAuthn();
    const options = await generateAuthenticationOptions({
      rpID: host,
      userVerification: 'preferred',
      timeout: SIGN_INS.challengeMs,
    });
    await services.challenges.keep({ challenge: options.challenge, userId: null, host });
    return reply.header('Cache-Control', 'no-store').send(options);
  });

  app.post(SIGN_IN_PATTERNS.passkeySignIn, { config, schema: signInSchema }, async (request, reply) => {
    const found = await ownerOf(request.body, { request, services });
    if (typeof found === 'string') return reject(reply, { sentence: found, request, services });
    return signIn(found, request, services);
  });
}

interface Asking {
  request: FastifyRequest;
  services: PasskeySignInServices;
}

/** Returns the owner of the passkey that has signed, or a sentence when it is none of this server's. */
async function ownerOf(body: SignedChallenge, { request, services }: Asking): Promise<User | string> {
  const page = askingPage(request, services.settings);
  const response = withoutNulls(body);
  const challenge = challengeIn(response);
  if (challenge === undefined) return NOT_CONFIRMED;
  if (!(await services.challenges.spend({ challenge, userId: null, host: page.host }))) return OVER;
  const passkey = await services.passkeys.find(response.id);
  if (!passkey || passkey.host !== page.host) return UNKNOWN;
  const { verifyAuthenticationResponse } = await webAuthn();
  const { credentialId: id, publicKey, counter } = passkey;
  const result = await verified(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: page.origin,
      expectedRPID: page.host,
      credential: { id, publicKey, counter: 0 },
      requireUserVerification: false,
    }),
  );
  if (!result?.verified) return NOT_CONFIRMED;
  const { newCounter } = result.authenticationInfo;
  if (counter > 0 && newCounter <= counter) return COPY;
  const use = await services.passkeys.noteUse(passkey, newCounter);
  if (use === 'behind') return COPY;
  const user = await services.users.find(passkey.userId);
  if (use === 'removed' || !user) return UNKNOWN;
  // Admins have to be verified by their authenticator, also those whom ADMIN_EMAILS makes admins at this sign-in.
  // Checked here, because the owner is not known earlier.
  const isAdmin = user.permissions.includes('admin') || services.settings.adminEmails.includes(user.email);
  return isAdmin && !result.authenticationInfo.userVerified ? NOT_VERIFIED : user;
}

/** Some browsers send null for what is not there. */
function withoutNulls({ authenticatorAttachment, response, ...rest }: SignedChallenge) {
  const { userHandle, ...signed } = response;
  return {
    ...rest,
    ...(authenticatorAttachment ? { authenticatorAttachment } : {}),
    response: { ...signed, ...(userHandle ? { userHandle } : {}) },
    clientExtensionResults: {},
  };
}

function reject(reply: FastifyReply, { sentence, request, services }: Asking & { sentence: string }): FastifyReply {
  if (services.failedAttemptLimit.count(request.ip)) throw new UserError(429, TOO_MANY_ATTEMPTS);
  return rejectSignIn(reply, sentence);
}
