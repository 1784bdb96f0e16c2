import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';
import { relative } from 'node:path';

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

// Checks of strings that an operator writes, in a variable or on the command line.

const EMAIL_ADDRESS = /^[^\s@]+@[^\s@]+$/;

export function isEmailAddress(text: string): boolean {
  return EMAIL_ADDRESS.test(text);
}

export function isWebUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

/** Whether an absolute path is a folder or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  const [first] = relative(folder, path).split('/');
  return first !== '..';
}

export interface OwnAddress {
  address: string;
  isIpv4: boolean;
  /** Whether only this machine reaches it. */
  isLoopback: boolean;
  /** Its network, such as 192.168.1.20/24. */
  network: string | null;
}

/** Interfaces that only containers on this machine reach. */
const INNER = /^(?:docker|br-|veth|virbr|cni|podman)/;

/** The machine's current addresses, its containers' own ones aside. */
export function ownAddresses(): OwnAddress[] {
  try {
    const interfaces = Object.entries(networkInterfaces()).filter(([name]) => !INNER.test(name));
    return interfaces.flatMap(([, found = []]) =>
      found.map(({ address, family, internal, cidr }) => ({
        address: address.toLowerCase(),
        isIpv4: family === 'IPv4',
        isLoopback: internal,
        network: cidr,
      })),
    );
  } catch {
    // A strict container or service may not ask the kernel: then the machine's names have to suffice.
    return [];
  }
}
