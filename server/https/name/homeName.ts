import type { RemoteInfo } from 'node:dgram';
import { isForeign, type NameClaim, numberedName, type OwnClaim, yieldsTo } from '#domain/addresses/homeName.ts';
import { reasonOf } from '#server/core/errors.ts';
import { type Pause, Pauses, repeat } from '#server/core/repeating.ts';
import type { CertificateEvent } from '#server/core/http/secure/certificate.ts';
import type { OwnAddress } from '#server/core/settings/networks.ts';
import { isPlainAsker, NameLink } from './nameLink.ts';
import { answerTo, claimIn, type DnsPacket, isSameName, type NameRecord, recordsOf } from './nameRecords.ts';

export interface Heard {
  onEvent: (event: CertificateEvent) => void;
  /** Called before the name is announced: the certificate must cover it by then. */
  onName: (name: string) => Promise<void>;
}

interface HomeNameOptions extends Heard {
  /** The name without `.local`. */
  label: string;
  /** The number in the name at the last start: tablets know the library by that name. */
  number: number;
  /** Two libraries on one machine need two names. */
  installation: string;
  /** The addresses to announce, each on its own interface. */
  addresses: () => OwnAddress[];
  now?: () => number;
  /** A test passes its own. */
  pause?: Pause;
}

/** RFC 6762, section 8. */
const PROBES = 3;
const PROBE_EVERY_MS = 250;
const YIELD_MS = 1_000;
const ANNOUNCE_AGAIN_MS = 1_000;
const CHECK_EVERY_MS = 5_000;
/** The longest that a start waits for the name: the server is reached by its address meanwhile. */
const START_WAIT_MS = 5_000;
/** The largest number of contested probes in a row. More of them mean a broken network, or an attack. */
const MOST_CONTESTS = 10;
const REST_MS = 10 * 60_000;

/**
 * Announces a name in the home's network, so that nobody has to type an address. A name that another device has is left
 * to that device, and the next number is tried. No error here stops the server, which is still reached by its address.
 */
export class HomeName {
  readonly #options: HomeNameOptions;
  readonly #links = new Map<string, NameLink>();
  /** Addresses on which it failed, each reported once. */
  readonly #failed = new Set<string>();
  /** Every address since the start, so that an old packet of this server is not taken for another server's. */
  readonly #own = new Set<string>();
  readonly #pauses: Pauses;
  readonly #now: () => number;
  #number: number;
  #state: 'waiting' | 'probing' | 'answering' = 'waiting';
  #contest: 'taken' | 'later' | undefined;
  #defendedAt = 0;
  /** No name is claimed before this time. */
  #restsUntil = 0;
  #hasToldOfContests = false;
  #stopFollowing: (() => Promise<void>) | undefined;
  #isClosed = false;

  constructor(options: HomeNameOptions) {
    this.#pauses = new Pauses(options.pause);
    this.#now = options.now ?? Date.now;
    this.#options = options;
    this.#number = options.number;
  }

  /** The name, once it is this server's. */
  get current(): string | undefined {
    return this.#state === 'answering' ? this.wanted : undefined;
  }

  /** The name that it has or is claiming. */
  get wanted(): string {
    return numberedName(this.#options.label, this.#number);
  }

  /**
   * Resolves when the name is this server's, when there is no network on which it could be, and after five seconds at
   * the latest: then it continues in the background, so that no packet of other devices can delay a start.
   */
  async open(): Promise<void> {
    await Promise.race([this.#begin(), this.#pauses.rest(START_WAIT_MS).catch(() => undefined)]);
  }

  async #begin(): Promise<void> {
    await this.#followInterfaces().catch((error: unknown) =>
      this.#tellTrouble(`is not this server's: ${reasonOf(error)}`),
    );
    if (!this.#isClosed) this.#stopFollowing = repeat(CHECK_EVERY_MS, () => this.#followInterfaces());
  }

  #tellTrouble(what: string): void {
    if (!this.#isClosed) this.#options.onEvent({ isTrouble: true, sentence: `${this.wanted} ${what}` });
  }

  /** Announces that the name is no longer valid. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#pauses.close();
    await this.#stopFollowing?.();
    if (this.#state === 'answering') await this.#tellAll(0);
    this.#state = 'waiting';
    await Promise.all(Array.from(this.#links.values(), (link) => link.close()));
    this.#links.clear();
  }

  /** Follows the interfaces of the machine. */
  async #followInterfaces(): Promise<void> {
    const addresses = this.#options.addresses();
    for (const { address } of addresses) this.#own.add(address);
    for (const [address, link] of this.#links) {
      if (addresses.some((one) => one.address === address)) continue;
      this.#links.delete(address);
      await link.close();
    }
    const before = this.#links.size;
    for (const at of addresses) if (!this.#links.has(at.address)) await this.#openLink(at);
    if (this.#state === 'waiting') await this.#claim();
    else if (this.#links.size > before) this.#announce();
  }

  async #openLink(at: OwnAddress): Promise<void> {
    const heard = {
      onQuery: (query: DnsPacket, from: RemoteInfo, link: NameLink) => this.#onQuery(query, from, link),
      onResponse: (response: DnsPacket) => this.#onResponse(response),
    };
    try {
      const link = await NameLink.open(at, heard);
      if (this.#isClosed) return await link.close();
      this.#links.set(at.address, link);
      this.#failed.delete(at.address);
    } catch (error) {
      if (this.#failed.has(at.address)) return;
      this.#failed.add(at.address);
      const sentence = `${this.wanted} cannot be announced at ${at.address}: ${reasonOf(error)}`;
      this.#options.onEvent({ isTrouble: true, sentence });
    }
  }

  async #claim(): Promise<void> {
    if (this.#now() < this.#restsUntil) return;
    for (let contests = 0; contests < MOST_CONTESTS; contests += 1) {
      if (this.#isClosed || this.#links.size === 0) return;
      const contest = await this.#probe();
      if (this.#isClosed) return;
      if (contest === undefined) {
        await this.#options.onName(this.wanted);
        this.#state = 'answering';
        this.#hasToldOfContests = false;
        return this.#announce();
      }
      this.#state = 'waiting';
      if (contest === 'taken') this.#number += 1;
      else await this.#rest(YIELD_MS);
    }
    this.#number = this.#options.number;
    this.#restsUntil = this.#now() + REST_MS;
    if (this.#hasToldOfContests) return;
    this.#hasToldOfContests = true;
    this.#tellTrouble(
      'is claimed by other devices again and again: it is left to them, and tried again every ten minutes',
    );
  }

  /** Ends early when the name is closed. */
  async #rest(milliseconds: number): Promise<void> {
    await this.#pauses.rest(milliseconds).catch(() => undefined);
  }

  async #probe(): Promise<'taken' | 'later' | undefined> {
    this.#state = 'probing';
    this.#contest = undefined;
    for (let sent = 0; sent < PROBES && this.#contest === undefined && !this.#isClosed; sent += 1) {
      for (const link of this.#links.values()) {
        const { address, text } = this.#recordsOn(link);
        link.probe(this.wanted, [address, text]);
      }
      await this.#rest(PROBE_EVERY_MS);
    }
    return this.#contest;
  }

  #announce(): void {
    void this.#tellAll();
    const again = setTimeout(() => void this.#tellAll(), ANNOUNCE_AGAIN_MS);
    again.unref();
  }

  async #tellAll(ttl?: number): Promise<void> {
    if (this.#state !== 'answering') return;
    const sent = Array.from(this.#links.values(), (link) => {
      const { address, text, noOtherRecords } = this.#recordsOn(link, ttl);
      return link.tellAll([address, text], [noOtherRecords]);
    });
    await Promise.all(sent);
  }

  #onQuery(query: DnsPacket, from: RemoteInfo, link: NameLink): void {
    const { questions = [], authorities = [] } = query;
    const asked = questions.filter(({ name }) => isSameName(name, this.wanted));
    if (asked.length === 0) return;
    if (this.#state === 'probing') {
      const claim = this.#foreignClaim(authorities);
      if (claim && yieldsTo(claim, this.#ownClaim())) this.#contest ??= 'later';
    }
    if (this.#state !== 'answering' || !this.#isFor(link, from.address)) return;
    const { answers, additionals } = answerTo(asked, this.#recordsOn(link));
    void (isPlainAsker(from) ? link.tellOne(query, answers, from) : link.tellAll(answers, additionals));
  }

  #onResponse({ answers = [], additionals = [] }: DnsPacket): void {
    const claim = this.#foreignClaim([...answers, ...additionals]);
    if (!claim) return;
    if (this.#state === 'probing') this.#contest = 'taken';
    // The device that had it first keeps the name, since tablets know it by that name.
    if (this.#state !== 'answering' || this.#now() - this.#defendedAt < ANNOUNCE_AGAIN_MS) return;
    this.#defendedAt = this.#now();
    void this.#tellAll();
  }

  /** A link hears packets of all interfaces. The link in the sender's network answers. */
  #isFor(link: NameLink, asker: string): boolean {
    return link.isNear(asker) || !Array.from(this.#links.values()).some((other) => other.isNear(asker));
  }

  #foreignClaim(records: readonly NameRecord[]): NameClaim | undefined {
    const claim = claimIn(records, this.wanted);
    return claim && isForeign(claim, this.#ownClaim()) ? claim : undefined;
  }

  #ownClaim(): OwnClaim {
    return { addresses: [...this.#own], installation: this.#options.installation };
  }

  #recordsOn({ address }: NameLink, ttl?: number) {
    return recordsOf({ name: this.wanted, address, installation: this.#options.installation }, ttl);
  }
}
