import type { FastifyReply, FastifyRequest } from 'fastify';
import { SIGN_IN_PATTERNS } from '#contract/signIn.ts';
import { AuthResponse } from '#contract/schemas/accounts.ts';
import { PasskeyChallenge, SignedChallenge } from '#contract/schemas/passkeys.ts';
import { UserError } from '../../errors.ts';
import type { OriginSettings } from '../../http/security/origins.ts';
import { SIGN_IN_LIMIT } from '../../http/security/rateLimits.ts';
import { errorWhen, json, untypedJson } from '../../http/responses.ts';
import type { TypedApp } from '../../http/typedApp.ts';
import { SIGN_INS } from '../../limits.ts';
import type { User } from '../../users/userQueries.ts';
import type { UserRepository } from '../../users/userRepository.ts';
import { TOO_MANY_ATTEMPTS } from '../authorisation.ts';
import type { FailedAttemptLimit } from '../keys/failedAttemptLimit.ts';
import { rejectSignIn, signIn, type SignInServices } from '../sessions/signIn.ts';
import { challengeIn, pageOf, verified, webAuthn } from './ceremony.ts';
import type { ChallengeRepository } from './challengeRepository.ts';
import type { PasskeyRepository } from './passkeyRepository.ts';

export interface PasskeySignInServices extends SignInServices {
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

const tags = ['Passkeys and set-up'];
const errors = {
  400: errorWhen('The page has no host name, or the body is malformed'),
  429: errorWhen('Too many attempts'),
};
const challengeSchema = {
  tags,
  summary: 'What a passkey has to sign',
  response: { 200: untypedJson('Good once, for five minutes', PasskeyChallenge), ...errors },
};
const schema = {
  tags,
  summary: 'Sign in with a passkey',
  body: SignedChallenge,
  response: {
    200: json('Signed in', AuthResponse),
    ...errors,
    401: errorWhen('The passkey is not known, or the signature is not good', AuthResponse),
  },
};

/** Signing in with whichever passkey the person picks: nobody types a name, since the passkey says whose it is. */
export function registerPasskeySignIn(app: TypedApp, services: PasskeySignInServices): void {
  const config = { access: 'public', ...SIGN_IN_LIMIT } as const;

  app.post(SIGN_IN_PATTERNS.passkeyChallenge, { config, schema: challengeSchema }, async (request, reply) => {
    const { host } = pageOf(request, services.settings);
    const { generateAuthenticationOptions } = await webAuthn();
    const options = await generateAuthenticationOptions({
      rpID: host,
      userVerification: 'preferred',
      timeout: SIGN_INS.challengeMs,
    });
    await services.challenges.keep({ challenge: options.challenge, userId: null, host });
    return reply.header('Cache-Control', 'no-store').send(options);
  });

  app.post(SIGN_IN_PATTERNS.passkeySignIn, { config, schema }, async (request, reply) => {
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
  const page = pageOf(request, services.settings);
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
  // Only now it is known whose it is. ADMIN_EMAILS makes an admin at the sign-in itself.
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
