import { CHECK_EVERY_MS, type OwnNetwork } from '#domain/alerts/alertWatch.ts';

// Thousands of hours with faults of nodes and of the server, from a seed, and what somebody who watches them may not do:
// call a node silent that is not, or be late with one that is.

export const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A lost network is noticed so late at most; a connection outlives that. */
const NOTICED_MS = 20_000;
/** After a broken connection a device is there again within some seconds. */
const RECONNECT_MS = 10_000;

function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Device {
  nodeId: string;
  everyMs: number;
  silentMs: number;
  sendsAt: number;
  /** When it last sent, whether or not anybody heard it. */
  sentAt: number;
  brokenUntil: number;
  /** It sent while the network was lost: TCP sends it again, unless the connection breaks. */
  isHeld: boolean;
  isTold: boolean;
}

/** The watching part: the rule by itself, or the parts of a server that contain it. */
export interface Watcher {
  /** Heartbeats reach it. */
  hears(nodeId: string): void;
  /** The alerts that it sends now. */
  check(network: OwnNetwork): Promise<{ silent: readonly string[]; back: readonly string[] }>;
  /** It ends and starts again; its wall clock is another one by so much. */
  restarts(clockOffMs: number): Promise<void>;
}

type Fault = 'none' | 'restart' | 'stall' | 'network' | 'sleep';

export class AlertWorld {
  readonly #chance: () => number;
  readonly devices: Device[];
  now = 1e9;
  fault: Fault = 'none';
  #faultFrom = 0;
  #faultUntil = 0;
  /** Since when everything was well with the server, as it really was. */
  wellSince = 1e9;
  #connectedFrom = 1e9;
  #mark = 0;
  readonly #watcher: Watcher;
  falseAlerts: string[] = [];
  lateAlerts: string[] = [];
  alerts = 0;
  messages = 0;

  constructor(seed: number, watcherOf: (world: AlertWorld) => Watcher) {
    this.#chance = random(seed);
    this.devices = [1_000, 5_000, 30_000, 45_000, 50_000].map((everyMs, index) => ({
      nodeId: `n${index}`,
      everyMs,
      silentMs: [1, 2, 1, 1, 1][index]! * MINUTE_MS,
      sendsAt: this.now,
      sentAt: this.now,
      brokenUntil: 0,
      isHeld: false,
      isTold: false,
    }));
    this.#watcher = watcherOf(this);
  }

  #between(low: number, high: number): number {
    return low + this.#chance() * (high - low);
  }

  async run(hours: number): Promise<void> {
    for (const end = this.now + hours * HOUR_MS; this.now < end; this.now += CHECK_EVERY_MS) {
      await this.#faults();
      const isDeaf = this.fault !== 'none';
      for (const device of this.devices) this.#live(device, isDeaf);
      if (this.fault === 'none' || this.fault === 'network') await this.#check();
    }
  }

  async #faults(): Promise<void> {
    const perCheck = CHECK_EVERY_MS / HOUR_MS;
    if (this.fault === 'none' && this.#chance() < perCheck / 10) this.#begin();
    else if (this.fault !== 'none' && this.now >= this.#faultUntil) await this.#end();
    for (const device of this.devices) {
      if (this.now > device.brokenUntil && this.#chance() < perCheck / 12) this.#break(device);
    }
    // A power strip: several at once.
    if (this.#chance() < perCheck / 100) for (const device of this.devices.slice(0, 3)) this.#break(device);
  }

  #break(device: Device): void {
    device.brokenUntil = this.now + this.#between(10_000, 40 * MINUTE_MS);
  }

  #begin(): void {
    const kinds = ['restart', 'stall', 'network', 'sleep'] as const;
    this.fault = kinds[Math.floor(this.#chance() * kinds.length)] ?? 'stall';
    this.#faultFrom = this.now;
    const longest = { restart: 30, stall: 3, network: 60, sleep: 600 }[this.fault] * MINUTE_MS;
    this.#faultUntil = this.now + this.#between(this.fault === 'stall' ? 20_000 : 5_000, longest);
  }

  async #end(): Promise<void> {
    // The wall clock of the new start may be wrong by anything.
    if (this.fault === 'restart') await this.#watcher.restarts(this.#between(-HOUR_MS, HOUR_MS));
    if (this.fault === 'network' && this.#chance() < 0.3) this.#mark += 1;
    const isShort = this.fault === 'network' && this.now - this.#faultFrom <= NOTICED_MS;
    for (const device of this.devices) {
      if (isShort && device.isHeld) this.#watcher.hears(device.nodeId);
      device.isHeld = false;
    }
    this.fault = 'none';
    this.wellSince = this.now;
    this.#connectedFrom = isShort ? this.now : this.now + RECONNECT_MS;
  }

  #live(device: Device, isDeaf: boolean): void {
    if (this.now < device.brokenUntil || this.now < device.sendsAt) return;
    device.sendsAt = this.now + device.everyMs * this.#between(0.9, 1.1);
    device.sentAt = this.now;
    if (!isDeaf && this.now >= this.#connectedFrom) this.#watcher.hears(device.nodeId);
    device.isHeld = isDeaf;
  }

  async #check(): Promise<void> {
    const isLost = this.fault === 'network' && this.now - this.#faultFrom >= NOTICED_MS;
    const news = await this.#watcher.check({ isUp: !isLost, mark: String(this.#mark) });
    if (news.silent.length > 0) this.messages += 1;
    for (const device of this.devices) {
      if (news.silent.includes(device.nodeId)) this.#judge(device);
      if (news.back.includes(device.nodeId)) device.isTold = false;
      this.#expectNoDelay(device);
    }
  }

  #judge(device: Device): void {
    this.alerts += 1;
    device.isTold = true;
    const silence = this.now - device.sentAt;
    if (silence < device.silentMs) this.falseAlerts.push(`${device.nodeId} at ${this.now}: it sent ${silence} ms ago`);
  }

  #expectNoDelay(device: Device): void {
    if (this.fault !== 'none' || device.isTold) return;
    const due = Math.max(device.sentAt, this.wellSince) + device.silentMs;
    if (this.now - due > MINUTE_MS)
      this.lateAlerts.push(`${device.nodeId} at ${this.now}: due ${this.now - due} ms ago`);
  }
}
