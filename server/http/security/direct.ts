import type { IncomingMessage } from 'node:http';
import { isLoopbackAddress, isLoopbackHost } from '../../settings/networks.ts';

/** Headers that proxies and tunnels add, and browsers do not. */
const PROXY_HEADER = /^(via|forwarded|x-forwarded|true-client-ip|(x-forwarded|x-real|x-original|cf)-.+)$/;

/**
 * Whether a request was sent from this machine itself. A tunnel or proxy on this machine also connects from a loopback
 * address, but adds a header of its own, leaves its own host name in the request, or speaks HTTP/1.0, as nginx did by
 * default until 1.29.7. One that does none of this cannot be told from a program on this machine.
 */
export function isFromThisMachine({ httpVersion, headers, socket }: IncomingMessage): boolean {
  const direct = httpVersion === '1.1' && !Object.keys(headers).some((name) => PROXY_HEADER.test(name));
  return direct && isLoopbackAddress(socket.remoteAddress) && isLoopbackHost(headers.host);
}
