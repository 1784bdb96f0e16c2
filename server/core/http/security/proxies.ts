import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { withinNetworks, isLoopbackAddress, isLoopbackHost } from '#server/core/settings/networks.ts';
import type { Settings } from '#server/core/settings/settings.ts';

/**
 * Whether the X-Forwarded headers sent from this address are trusted. The hop is 0 for the other end of the connection,
 * 1 for the address that it names, and so on.
 */
export type TrustsProxy = (address: string | undefined, hop?: number) => boolean;

/**
 * TRUST_PROXY as a function, used for Fastify's requests and for the sockets alike. `true` trusts one proxy, and not
 * the address from which this proxy received the request: a visitor may write any addresses before the one that the
 * proxy adds.
 */
export function proxyTrust(setting: Settings['trustProxy']): TrustsProxy {
  if (typeof setting === 'boolean') return (_address, hop = 0) => setting && hop === 0;
  return withinNetworks(setting.split(',').map((text) => text.trim()));
}

/** The sentence of the start about a setting that trusts more than somebody may know; none for networks. */
export function trustWarnings(setting: Settings['trustProxy']): string[] {
  if (setting !== true) return [];
  return [
    'TRUST_PROXY=true: whoever reaches this port, everybody on the way to it too, can make up the addresses of ' +
      'visitors. Name the networks of your proxies instead, such as TRUST_PROXY=127.0.0.1,10.0.0.0/8.',
  ];
}

interface Arrival {
  /** The address at the other end of the connection: the last proxy's, if there are proxies. */
  address: string | undefined;
  headers: IncomingHttpHeaders;
}

/** The visitor's address, as Fastify's `request.ip`, for socket connections, which Fastify does not handle. */
export function visitorAddress({ address, headers }: Arrival, trusts: TrustsProxy): string | undefined {
  const forwarded = listOf(headers['x-forwarded-for']).toReversed();
  const hops = [address, ...forwarded];
  // If all hops are trusted proxies, findIndex returns -1, and `at` takes the last one.
  return hops.at(hops.findIndex((hop, index) => !trusts(hop, index)));
}

/** The host that the visitor asked for: the same as Fastify's `request.host`, but for socket connections. */
export function visitedHost({ address, headers }: Arrival, trusts: TrustsProxy): string {
  const forwarded = trusts(address) ? listOf(headers['x-forwarded-host']).at(-1) : undefined;
  return forwarded ?? headers.host ?? '';
}

function listOf(header: string | string[] | undefined): string[] {
  const parts = [header ?? []].flat().join().split(',');
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Headers that proxies and tunnels add, and browsers do not. */
const PROXY_HEADER = /^(via|forwarded|x-forwarded|true-client-ip|(x-forwarded|x-real|x-original|cf)-.+)$/;

type ArrivedRequest = Pick<IncomingMessage, 'httpVersion' | 'headers'> & {
  socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
};

/**
 * Whether a request was sent from this machine itself. A tunnel or proxy on this machine also connects from a loopback
 * address, but adds a header of its own, leaves its own host name in the request, or speaks HTTP/1.0, as nginx did by
 * default until 1.29.7. One that does none of this cannot be told from a program on this machine.
 */
export function isFromThisMachine({ httpVersion, headers, socket }: ArrivedRequest): boolean {
  const direct = httpVersion === '1.1' && !Object.keys(headers).some((name) => PROXY_HEADER.test(name));
  return direct && isLoopbackAddress(socket.remoteAddress) && isLoopbackHost(headers.host);
}
