import { CREDENTIAL_UNKNOWN } from '#contract/calls.ts';
import type { SocketRejection } from '#contract/nodes/sockets.ts';
import { MESSAGES } from '#domain/messages.ts';
import { TOO_MANY_ATTEMPTS } from '#server/core/access/authorisation.ts';
import type { Principal } from '#server/core/access/access.ts';
import { NODES } from '#server/core/limits.ts';
import { visitorAddress } from '#server/core/http/security/proxies.ts';
import type { NamespaceOptions, NodeSocket } from './nodeServices.ts';

const SOME_ALBUMS_ONLY = 'This tablet may see some albums only, and nothing of nodes';

interface HandshakeOptions extends Pick<NamespaceOptions, 'failedAttemptLimit' | 'trustsProxy'> {
  credentials: Pick<NamespaceOptions['credentials'], 'ofKey' | 'ofToken' | 'codeOfKey'>;
  log: Pick<NamespaceOptions['log'], 'error'>;
}

/** The client receives this error as a `connect_error` with its message and data. */
export class HandshakeError extends Error {
  override name = 'HandshakeError';
  readonly data: SocketRejection;

  constructor(message: string, code: SocketRejection['code']) {
    super(message);
    this.data = { code };
  }
}

async function principalOf({ handshake }: NodeSocket, options: HandshakeOptions): Promise<Principal> {
  const { credentials, failedAttemptLimit, trustsProxy } = options;
  const { token } = handshake.query;
  const candidate = typeof token === 'string' && token.length <= NODES.tokenLength ? token : '';
  const principal = candidate && ((await credentials.ofToken(candidate)) ?? (await credentials.ofKey(candidate)));
  if (principal && (mayRead(principal) || mayReport(principal))) return principal;
  if (principal) throw new HandshakeError(SOME_ALBUMS_ONLY, 'not-allowed');
  const code = candidate ? await credentials.codeOfKey(candidate) : CREDENTIAL_UNKNOWN;
  if (code === CREDENTIAL_UNKNOWN && failedAttemptLimit.count(visitorAddress(handshake, trustsProxy))) {
    throw new HandshakeError(TOO_MANY_ATTEMPTS, 'too-many-guesses');
  }
  throw new HandshakeError(MESSAGES.socketTokenRefused, code);
}

/** The error to send to the client. The details of an internal error are logged, not sent. */
function handshakeErrorOf(error: unknown, { log }: Pick<HandshakeOptions, 'log'>): HandshakeError {
  if (error instanceof HandshakeError) return error;
  log.error({ err: error }, 'A token could not be checked');
  return new HandshakeError('The server could not check the token', 'try-again');
}

/** Finds the principal of a new socket, or rejects it. `credentialChanges` returns how often credentials have changed. */
export function checkHandshake(options: HandshakeOptions, credentialChanges: () => number) {
  async function check(socket: NodeSocket): Promise<HandshakeError | undefined> {
    const changesSeen = credentialChanges();
    try {
      socket.data = { principal: await principalOf(socket, options), changesSeen, unsent: 0 };
      return undefined;
    } catch (error) {
      return handshakeErrorOf(error, options);
    }
  }

  async function decide(socket: NodeSocket, next: (error?: Error) => void): Promise<void> {
    next(await check(socket));
  }

  return (socket: NodeSocket, next: (error?: Error) => void): void => void decide(socket, next);
}

/** People may read about nodes, and kiosks that may see everything; only a device's key may report for them. */
export function mayRead(principal: Principal): boolean {
  return principal.kind === 'user' || (principal.use === 'kiosk' && principal.albumIds === null);
}

export function mayReport(principal: Principal): boolean {
  return principal.kind === 'key' && principal.use === 'node';
}
