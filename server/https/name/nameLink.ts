import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import makeDns, { type MulticastDNS } from 'multicast-dns';
import { withinNetworks, type OwnAddress } from '#server/core/settings/networks.ts';
import type { DnsPacket, NameRecord } from './nameRecords.ts';

/** A program that asks as it would ask a name server is not notified of changes, so it may cache a record only briefly. */
const SHORT_LIFE_S = 10;

const GROUP = '224.0.0.251';
const PORT = 5353;
/** The largest TTL, by which others see that a packet has passed no router (RFC 6762, section 11). */
const TTL = 255;

interface Heard {
  onQuery: (query: DnsPacket, from: RemoteInfo, link: NameLink) => void;
  onResponse: (response: DnsPacket) => void;
}

/** Multicast DNS on one of the machine's interfaces. */
export class NameLink {
  readonly address: string;
  readonly #isNear: (address: string) => boolean;
  readonly #dns: MulticastDNS;

  private constructor({ address, network }: OwnAddress, socket: Socket, { onQuery, onResponse }: Heard) {
    this.address = address;
    this.#isNear = network === null ? () => true : withinNetworks([network]);
    this.#dns = makeDns({ socket, bind: false, multicast: false, ip: GROUP, port: PORT });
    // Ignores unreadable packets and pulled cables. The next check of the interfaces repairs what it can.
    for (const event of ['error', 'warning'] as const) this.#dns.on(event, () => undefined);
    this.#dns.on('query', (query, from) => onQuery(query, from, this));
    this.#dns.on('response', (response) => onResponse(response));
  }

  /** Rejects on an interface, or in a container, without multicast. */
  static async open(at: OwnAddress, heard: Heard): Promise<NameLink> {
    const socket = await boundSocket(at.address);
    return new NameLink(at, socket, heard);
  }

  /** Whether an address is in the network of this interface: only there this interface's address is the right one. */
  isNear(address: string): boolean {
    return this.#isNear(address);
  }

  /** Asks whether anybody has the name, and says what is about to be claimed. */
  probe(name: string, authorities: NameRecord[]): void {
    const questions = (['A', 'TXT'] as const).map((type) => ({ name, type }));
    this.#dns.query({ questions, authorities });
  }

  /** Resolves when it was sent, or could not be sent. */
  tellAll(answers: NameRecord[], additionals: NameRecord[]): Promise<void> {
    return new Promise((resolve) => this.#dns.respond({ answers, additionals }, undefined, () => resolve()));
  }

  /** Responds to a program that asks as it would ask a name server, from a port of its own. */
  tellOne({ id, questions }: DnsPacket, answers: NameRecord[], { address, port }: RemoteInfo): void {
    this.#dns.respond({ id, questions, answers: answers.map(forPlainAsker) }, { address, port });
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#dns.destroy(resolve));
  }
}

/** Whether the sender is a program that does not take part in multicast DNS itself. */
export function isPlainAsker({ port }: RemoteInfo): boolean {
  return port !== PORT;
}

/** Bound to every address, since a socket bound to one address hears nothing that is sent to the group. */
function boundSocket(address: string): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      socket.close();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    socket.once('error', fail);
    socket.bind(PORT, () => {
      try {
        socket.addMembership(GROUP, address);
        socket.setMulticastInterface(address);
        socket.setMulticastTTL(TTL);
        socket.setMulticastLoopback(true);
      } catch (error) {
        return fail(error);
      }
      socket.off('error', fail);
      socket.unref();
      resolve(socket);
    });
  });
}

/** A program that asks from a port of its own does not understand the bit for replacing earlier records. */
function forPlainAsker(record: NameRecord): NameRecord {
  return record.type === 'OPT' ? record : { ...record, ttl: SHORT_LIFE_S, flush: false };
}
