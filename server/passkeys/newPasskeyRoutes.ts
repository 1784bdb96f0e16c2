import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { MadePasskey, NewPasskeyOptions, PasskeyRecord } from '#contract/passkeys/schemas.ts';
import { deviceName, passkeyName } from '#domain/signIn/deviceName.ts';
import { hasPasskeys } from '#domain/addresses/passkeyHost.ts';
import { MESSAGES } from '#domain/messages.ts';
import { isRecord, textOf } from '#domain/records.ts';
import { askedBy, type AuditLog } from '#server/core/audit/auditLog.ts';
import { UserError } from '#server/core/errors.ts';
import { personOf, SIGNED_IN } from '#server/core/access/access.ts';
import { type OriginSettings, kindOfOrigin } from '#server/core/http/security/origins.ts';
import { SIGN_IN_LIMIT } from '#server/core/access/failedAttemptLimit.ts';
import { errorWhen, json, untypedJson } from '#server/core/http/responses.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import { SIGN_INS } from '#server/core/limits.ts';
import type { UserRepository } from '#server/users/userRepository.ts';
import { type ChallengeRepository, type Passkey, passkeyRecord, type PasskeyRepository } from './passkeyRepository.ts';

export interface NewPasskeyServices {
  settings: OriginSettings;
  users: Pick<UserRepository, 'find'>;
  passkeys: Pick<PasskeyRepository, 'listOf' | 'add'>;
  challenges: ChallengeRepository;
  audit: Pick<AuditLog, 'record'>;
}

/** EdDSA, ES256 and RS256: every authenticator has one of them. Node supports others only as experiments. */
const ALGORITHMS = [-8, -7, -257];
const SERVER_NAME = 'Circuit Tree';
const OVER = 'This took too long, or was sent twice: please try again';
const NOT_CONFIRMED = 'This passkey could not be confirmed: please try again';
const KNOWN = 'This passkey is here already';
const TOO_MANY = `You have ${SIGN_INS.passkeys} passkeys, which is the most there can be: remove one first`;

const tags = ['Passkeys and set-up'];
const NO_HOST_NAME = errorWhen('The page has no host name, or the body is malformed');
const TOO_OFTEN = errorWhen('Too many attempts');
const optionsSchema = {
  tags,
  summary: 'What a browser needs to make a passkey',
  response: {
    200: untypedJson('Good once, for five minutes', NewPasskeyOptions),
    400: NO_HOST_NAME,
    409: errorWhen('There are as many as there can be'),
    429: TOO_OFTEN,
  },
};
const additionSchema = {
  tags,
  summary: 'Add the passkey that the browser made',
  body: MadePasskey,
  response: {
    201: json('The passkey', PasskeyRecord),
    400: NO_HOST_NAME,
    409: errorWhen('It took too long, or it is here already'),
    429: TOO_OFTEN,
  },
};

/**
 * Registers a passkey of a signed-in person: the server sends a challenge, and the authenticator a key that has signed
 * it.
 */
export function registerNewPasskey(app: TypedApp, services: NewPasskeyServices): void {
  const config = { access: SIGNED_IN, scope: 'no albums' as const, ...SIGN_IN_LIMIT };

  app.post(ADMIN_PATTERNS.newPasskey, { config, schema: optionsSchema }, async (request, reply) => {
    const options = await creationOptions(request, services);
    return reply.header('Cache-Control', 'no-store').send(options);
  });

  app.post(ADMIN_PATTERNS.passkeys, { config, schema: additionSchema }, async (request, reply) => {
    const passkey = await addPasskey(request.body, { request, services });
    services.audit.record({ action: 'passkey-made', ...askedBy(request), what: passkey.name });
    return reply.status(201).send(passkeyRecord(passkey));
  });
}

async function creationOptions(request: FastifyRequest, { settings, users, passkeys, challenges }: NewPasskeyServices) {
  const { userId } = personOf(request);
  const { host } = askingPage(request, settings);
  const user = await users.find(userId);
  if (!user) throw new Error('A session without an account');
  const existing = await passkeys.listOf(userId);
  if (existing.length >= SIGN_INS.passkeys) throw new UserError(409, TOO_MANY);
  const fullName = `${user.firstName} ${user.lastName}`.trim() || user.email;
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: SERVER_NAME,
    supportedAlgorithmIDs: ALGORITHMS,
    rpID: host,
    userID: new TextEncoder().encode(userId),
    // The name under which a phone lists the passkey; a placeholder address would be confusing.
    userName: fullName,
    userDisplayName: fullName,
    timeout: SIGN_INS.challengeMs,
    // One passkey on each authenticator is enough; a second would only replace the first.
    excludeCredentials: existing.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: {
      residentKey: 'required',
      userVerification: user.permissions.includes('admin') ? 'required' : 'preferred',
    },
  });
  await challenges.keep({ challenge: options.challenge, userId, host });
  return options;
}

interface Asking {
  request: FastifyRequest;
  services: NewPasskeyServices;
}

async function addPasskey(body: MadePasskey, { request, services }: Asking): Promise<Passkey> {
  const { userId, permissions } = personOf(request);
  const page = askingPage(request, services.settings);
  const { authenticatorAttachment, ...made } = body;
  const attachment = authenticatorAttachment ?? undefined;
  const response = { ...made, clientExtensionResults: {} };
  const challenge = challengeIn(response);
  if (challenge === undefined) throw new UserError(400, NOT_CONFIRMED);
  if (!(await services.challenges.spend({ challenge, userId, host: page.host }))) throw new UserError(409, OVER);
  const { verifyRegistrationResponse } = await webAuthn();
  const result = await verified(
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: page.origin,
      expectedRPID: page.host,
      // An admin's security key must not be enough for somebody who finds it.
      requireUserVerification: permissions.includes('admin'),
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!result?.verified) throw new UserError(400, NOT_CONFIRMED);
  const { id: credentialId, publicKey, counter, transports = [] } = result.registrationInfo.credential;
  const names = (await services.passkeys.listOf(userId)).map(({ name }) => name);
  const device = deviceName(request.headers['user-agent']);
  const name = passkeyName({ device, transports, attachment }, names);
  const passkey = { credentialId, userId, publicKey, counter, transports, host: page.host, name };
  const added = await services.passkeys.add(passkey);
  if (added === 'blocked') throw new UserError(403, MESSAGES.accountBlocked);
  if (typeof added === 'string') throw new UserError(409, added === 'known' ? KNOWN : TOO_MANY);
  return added;
}

const FOREIGN = 'Passkeys are for pages of this server';
const NO_NAME =
  'Passkeys need a name, and this page was opened at a bare address: please open it under the name of the server';

/** The page that asks for a passkey. What an authenticator signs holds both, so that no other page can use it. */
interface RelyingPage {
  host: string;
  origin: string;
}

/**
 * The page of our own that a request comes from: PUBLIC_URL, one of CORS_ORIGINS, or any name under which the server
 * was reached. A passkey belongs to its host name.
 */
export function askingPage(request: FastifyRequest, settings: OriginSettings): RelyingPage {
  const origin = request.headers.origin ?? settings.publicUrl ?? `${request.protocol}://${request.host}`;
  if (kindOfOrigin(origin, request.host, settings) === 'foreign') throw new UserError(403, FOREIGN);
  const { hostname, origin: exact } = new URL(origin);
  if (!hasPasskeys(hostname)) throw new UserError(400, NO_NAME);
  return { host: hostname, origin: exact };
}

/** The challenge that an authenticator says it has signed; undefined when that cannot be read. */
export function challengeIn({ response }: RegistrationResponseJSON | AuthenticationResponseJSON): string | undefined {
  try {
    const signed: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'));
    return isRecord(signed) ? textOf(signed, 'challenge') || undefined : undefined;
  } catch {
    return undefined;
  }
}

/** Runs a check of the library; undefined when the check throws, which is how it reports a fault. */
export async function verified<Result>(check: Promise<Result>): Promise<Result | undefined> {
  return check.catch(() => undefined);
}

/** Loaded when the first passkey is used: most starts need none of it. */
export function webAuthn() {
  return import('@simplewebauthn/server');
}
