import { withinNetworks } from '../../settings/networks.ts';

export const isLoopbackAddress = withinNetworks(['127.0.0.0/8', '::1']);

/** What stands in the Host header, with or without a port. A name elsewhere that resolves to here does not count. */
export function isLoopbackHost(host: string | undefined): boolean {
  if (!host || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return hostname === 'localhost' || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''));
}
