/** The address of the default gateway in Linux' `/proc/net/route`, where addresses are little-endian hex. */
export function defaultGateway(routes: string): string | undefined {
  for (const line of routes.split('\n').slice(1)) {
    const [, destination, gateway = ''] = line.split(/\s+/);
    if (destination !== '00000000' || !/^[0-9A-F]{8}$/i.test(gateway) || gateway === '00000000') continue;
    return [6, 4, 2, 0].map((at) => Number.parseInt(gateway.slice(at, at + 2), 16)).join('.');
  }
  return undefined;
}

/** Whether a neighbour responds, by Linux' `/proc/net/arp`; undefined when it was not asked yet. */
export function isNeighbourThere(arp: string, address: string): boolean | undefined {
  for (const line of arp.split('\n').slice(1)) {
    const [ip, , flags] = line.split(/\s+/);
    if (ip === address) return flags !== '0x0';
  }
  return undefined;
}
