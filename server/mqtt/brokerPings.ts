import { Type } from 'typebox';
import { BROKER_DROPS, type BrokerDrop, PINGS } from '#contract/admin/limits.ts';
import type { BrokerNodes } from '#contract/nodes/schemas.ts';
import { isoTime } from '#domain/clock/isoTime.ts';
import { droppedText } from '#domain/nodes/brokerNodes.ts';
import { pingOfMessage } from '#domain/nodes/ping.ts';
import { oneOf } from '#contract/schemas.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import { NODES } from '#server/core/limits.ts';
import { Turns } from '../nodes/pings/turns.ts';
import type { NodeRegistry } from '../nodes/registry/nodeRegistry.ts';
import type { NodeReports } from '../nodes/registry/nodeReports.ts';
import { nodeReference } from '../nodes/socket/reporterEvents.ts';
import { type Messages, onMessage } from '#server/core/db/cluster.ts';

const MINUTE_MS = 60_000;

const Dropped = Type.Object({ count: Type.Integer(), ageMs: Type.Number(), why: oneOf(BROKER_DROPS) });
const DROPPED = { topic: 'broker-pings-dropped', schema: Dropped };

interface Dropped {
  count: number;
  at: number;
  why: BrokerDrop;
}

interface Options {
  registry: Pick<NodeRegistry, 'find' | 'countOfBroker'>;
  reports: Pick<NodeReports, 'heartbeat'>;
  messages: Pick<Messages, 'publish' | 'subscribe'>;
  log: Pick<TypedApp['log'], 'warn'>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Accepts pings from the MQTT broker up to limits, because anybody may write there, and logs how many it dropped. */
export class BrokerPings {
  readonly #options: Options;
  readonly #ofNodes: Turns;
  readonly #newNames: Turns;
  readonly #all: Turns;
  readonly #unsubscribe: () => void;
  #dropped: Dropped | undefined;
  /** The dropped pings that the log does not tell yet. */
  #untold = 0;
  #toldAt = -Infinity;

  constructor(options: Options) {
    const { now, messages } = options;
    this.#options = options;
    this.#ofNodes = new Turns({ now, most: PINGS.perSecond, withinMs: 1_000 });
    this.#newNames = new Turns({ now, most: NODES.ofBroker.newPerMinute, withinMs: MINUTE_MS });
    this.#all = new Turns({ now, most: NODES.ofBroker.pingsPerSecond, withinMs: 1_000 });
    this.#unsubscribe = onMessage(messages, DROPPED, ({ count, ageMs, why }) => {
      this.#dropped = { count, at: now() - ageMs, why };
    });
  }

  /** The pings that were dropped, here or by the server that was connected to the broker. */
  get dropped(): BrokerNodes['dropped'] {
    return this.#dropped ? { ...this.#dropped, at: isoTime(this.#dropped.at) } : null;
  }

  /**
   * Accepts pings of nodes without a key only: otherwise a broker could hide the failure of a node with a key. Other
   * messages are ignored.
   */
  take(nodeId: string, message: string): void {
    if (!this.#all.take()) return this.#drop('too-often');
    const ping = pingOfMessage(message);
    if (typeof ping === 'string' || !nodeReference({ nodeId })) return;
    const { registry, reports } = this.#options;
    const known = registry.find(nodeId);
    if (known && known.keyId !== null) return;
    if (!this.#ofNodes.take(nodeId)) return this.#drop('too-often');
    // Checked before the limit for new names: that limit ends within a minute, a full table does not.
    if (!known && registry.countOfBroker >= NODES.ofBroker.most) return this.#drop('full');
    if (!known && !this.#newNames.take()) return this.#drop('new-names');
    reports.heartbeat({ nodeId, ping, byBroker: true }, null);
  }

  /** Logs what was dropped, in one line a minute at most. */
  tell(): void {
    const { log, now, messages } = this.#options;
    if (this.#untold === 0 || !this.#dropped || Math.abs(now() - this.#toldAt) < MINUTE_MS) return;
    log.warn(
      `${droppedText({ count: this.#untold, why: this.#dropped.why })}. The page of nodes forgets what came by MQTT`,
    );
    this.#toldAt = now();
    this.#untold = 0;
    const { count, at, why } = this.#dropped;
    messages.publish(DROPPED.topic, { count, ageMs: Math.max(0, now() - at), why });
  }

  close(): void {
    this.#unsubscribe();
  }

  #drop(why: BrokerDrop): void {
    this.#dropped = { count: (this.#dropped?.count ?? 0) + 1, at: this.#options.now(), why };
    this.#untold += 1;
  }
}
