import { createSocket } from 'node:dgram';
import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import type { OwnNetwork } from '#domain/alerts/alertWatch.ts';
import { defaultGateway, isNeighbourThere } from '#domain/alerts/gateway.ts';

/**
 * The port of 'discard': a datagram to it makes the system ask for the gateway's hardware address, and does nothing
 * else.
 */
const DISCARD_PORT = 9;

/**
 * Whether this machine has a network: an interface with an address, and where the system tells (Linux), a gateway that
 * answers. Reports a lost network only after one was up.
 */
export class OwnNetworkWatch {
  #hadAddress = false;
  #hadGateway = false;

  async check(): Promise<OwnNetwork> {
    const addresses = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      // Temporary IPv6 addresses come and go by themselves.
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address)
      .sort();
    this.#hadAddress ||= addresses.length > 0;
    const gateway = defaultGateway(await read('/proc/net/route'));
    const isThere = gateway === undefined ? undefined : isNeighbourThere(await read('/proc/net/arp'), gateway);
    if (gateway !== undefined) nudge(gateway);
    this.#hadGateway ||= isThere === true;
    const isGatewayLost = this.#hadGateway && (gateway === undefined || isThere === false);
    const isAddressLost = this.#hadAddress && addresses.length === 0;
    return { isUp: !isGatewayLost && !isAddressLost, mark: addresses.join(' ') };
  }
}

async function read(path: string): Promise<string> {
  // Other systems have no such file.
  return readFile(path, 'utf8').catch(() => '');
}

function nudge(gateway: string): void {
  const socket = createSocket('udp4');
  const close = () => socket.close();
  socket.once('error', close);
  socket.send(new Uint8Array(1), DISCARD_PORT, gateway, close);
}
