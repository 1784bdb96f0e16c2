import { networkInterfaces } from 'node:os';

export interface OwnAddress {
  address: string;
  isIpv4: boolean;
  /** Reached from this machine alone. */
  isLoopback: boolean;
  /** The network that it lies in, such as 192.168.1.20/24. */
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
    // A strict container or service may not ask the kernel: then the machine's names have to do.
    return [];
  }
}
