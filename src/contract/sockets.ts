import type { CredentialCode } from './calls.ts';

export const NODES_NAMESPACE = '/nodes';
/** The beginning of the path of every socket request. */
export const SOCKET_PATH = '/socket.io/';
/** Sent as the query token when a client gives none; the server never accepts it. */
export const DEFAULT_SOCKET_TOKEN = '{token}';

/** A longer message is not read, and its connection is closed; our clients' messages take a few hundred bytes. */
export const SOCKET_MESSAGE_MAX_BYTES = 1_000_000;
/** The largest number of nodes that one `getNodeHistories` request may name. */
export const HISTORIES_MAX_NODES = 200;
export const MINUTES_PER_QUARTER = 15;
export const QUARTERS_PER_DAY = 96;

/** Replaces a quarter hour before a node's first heartbeat. */
export const NOT_KNOWN_YET = '-';

/** The `data` of a `connect_error`, which is sent in addition to its message. */
export interface SocketRejection {
  code: CredentialCode | 'too-many-guesses' | 'not-allowed' | 'wrong-namespace' | 'try-again';
}
