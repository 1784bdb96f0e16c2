import type { CredentialCode } from '#contract/calls.ts';

export const NODES_NAMESPACE = '/nodes';
/** The beginning of the path of every socket request. */
export const SOCKET_PATH = '/socket.io/';

/** The largest number of nodes that one `getNodeHistories` request may name. */
export const HISTORIES_MAX_NODES = 200;

/** The `data` of a `connect_error`, which is sent in addition to its message. */
export interface SocketRejection {
  code: CredentialCode | 'too-many-guesses' | 'not-allowed' | 'wrong-namespace' | 'try-again';
}
