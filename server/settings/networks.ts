import { BlockList } from 'node:net';

const ADDRESS_OR_NETWORK = /^([^/]+)(?:\/(\d+))?$/;

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4';
}

/** Whether an address is one of these, each `127.0.0.1` or `10.0.0.0/8`; throws when a text is neither. */
export function withinNetworks(texts: readonly string[]): (address: string | undefined) => boolean {
  const networks = new BlockList();
  for (const text of texts) {
    const [, address = '', prefix] = ADDRESS_OR_NETWORK.exec(text) ?? [];
    if (prefix === undefined) networks.addAddress(address, familyOf(address));
    else networks.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address = '') => networks.check(address, familyOf(address));
}
