import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import { hasPasskeys } from '#domain/access/passkeyHost.ts';
import { isRecord, textOf } from '#domain/records.ts';
import { UserError } from '../../errors.ts';
import { kindOfOrigin, type OriginSettings } from '../../http/security/origins.ts';

const FOREIGN = 'Passkeys are for pages of this server';
const NO_NAME =
  'Passkeys need a name, and this page was opened at a bare address: please open it under the name of the server';

/** The page that asks for a passkey. What an authenticator signs holds both, so that no other page can use it. */
interface RelyingPage {
  host: string;
  origin: string;
}

/**
 * The page of our own that a request comes from: PUBLIC_URL, one of CORS_ORIGINS, or whatever name the server was
 * reached under. A passkey belongs to the host name in it.
 */
export function pageOf(request: FastifyRequest, settings: OriginSettings): RelyingPage {
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
