import { CREDENTIAL_REFUSED } from '../../../src/contract/calls.ts';
import type { SocketRejection } from '../../../src/contract/sockets.ts';
import { MESSAGES } from '../../../src/domain/messages.ts';
import type { Principal } from '../../auth/access.ts';
import { TOO_MANY_GUESSES } from '../../auth/authorisation.ts';
import { visitorAddress } from '../../http/security/proxies.ts';
import type { NodesDependencies } from './nodeServices.ts';
import type { NodeSocket } from './nodeSocket.ts';

/** Arrives at the client as a `connect_error` with this message and data. */
export class HandshakeRefused extends Error {
  override name = 'HandshakeRefused';
  readonly data: SocketRejection;

  constructor(message: string, code: SocketRejection['code']) {
    super(message);
    this.data = { code };
  }
}

/** Longer than any key or token of ours: not worth a look into the database. */
const TOKEN_MAX_LENGTH = 512;

async function principalOf({ handshake }: NodeSocket, dependencies: NodesDependencies): Promise<Principal> {
  const { credentials, failedAttemptLimit, trustsProxy } = dependencies;
  const { token } = handshake.query;
  const candidate = typeof token === 'string' && token.length <= TOKEN_MAX_LENGTH ? token : '';
  const principal = candidate && ((await credentials.ofToken(candidate)) ?? (await credentials.ofKey(candidate)));
  if (principal) return principal;
  if (failedAttemptLimit.count(visitorAddress(handshake, trustsProxy))) {
    throw new HandshakeRefused(TOO_MANY_GUESSES, 'too-many-guesses');
  }
  throw new HandshakeRefused(MESSAGES.socketTokenRefused, CREDENTIAL_REFUSED);
}

/** What the client is told of an error that is not a refusal: nothing of its insides. */
function tellable(error: unknown, { log }: NodesDependencies): HandshakeRefused {
  if (error instanceof HandshakeRefused) return error;
  log.error({ err: error }, 'A token could not be checked');
  return new HandshakeRefused('The server could not check the token', 'try-again');
}

/** Finds out who is connecting, or refuses; `credentialChanges` counts how often credentials have changed. */
export function handshakeCheck(dependencies: NodesDependencies, credentialChanges: () => number) {
  async function check(socket: NodeSocket): Promise<HandshakeRefused | undefined> {
    const credentialsAsOf = credentialChanges();
    try {
      socket.data = { principal: await principalOf(socket, dependencies), credentialsAsOf, unsent: 0 };
      return undefined;
    } catch (error) {
      return tellable(error, dependencies);
    }
  }

  async function decide(socket: NodeSocket, next: (refusal?: Error) => void): Promise<void> {
    next(await check(socket));
  }

  return (socket: NodeSocket, next: (refusal?: Error) => void): void => void decide(socket, next);
}

/** People and kiosks look at nodes; only a device's key speaks for them. */
export function mayRead(principal: Principal): boolean {
  return principal.kind === 'user' || principal.use === 'kiosk';
}

export function mayReport(principal: Principal): boolean {
  return principal.kind === 'key' && principal.use === 'node';
}
