import { BlockList } from 'node:net';

const ADDRESS_OR_NETWORK = /^([^/]+)(?:\/(\d+))?$/;

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4';
}

/**
 * Returns a function that tells whether an address is one of those listed, or lies in one of the networks listed; they
 * are written `127.0.0.1` or `10.0.0.0/8`. Throws when a string is neither.
 */
export function withinNetworks(texts: readonly string[]): (address: string | undefined) => boolean {
  const networks = new BlockList();
  for (const text of texts) {
    const [, address = '', prefix] = ADDRESS_OR_NETWORK.exec(text) ?? [];
    if (prefix === undefined) networks.addAddress(address, familyOf(address));
    else networks.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address = '') => networks.check(address, familyOf(address));
}

export const isLoopbackAddress = withinNetworks(['127.0.0.0/8', '::1']);

/** Whether a Host header, with or without a port, names this machine. Other names that resolve to it do not count. */
export function isLoopbackHost(host: string | undefined): boolean {
  if (!host || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return hostname === 'localhost' || isLoopbackAddress(hostname.replace(/[[\]]/g, ''));
}
