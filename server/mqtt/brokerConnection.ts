import type { MqttClient } from 'mqtt';
import { type HomeDevice, type HomeTopics, OFFLINE, ONLINE } from '#domain/mqtt/homeAssistant.ts';
import { NODES } from '#server/core/limits.ts';

// QoS 1: deliver at least once, since a lost change would stay wrong until the next one. Duplicates do no harm to a
// state. Retained, so that later subscribers get it at once.
const RETAINED = { qos: 1, retain: true } as const;
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * Limits how many retained topics of a broker are remembered, and how long each may be, since a broker may send
 * anything. All nodes and tablets together have fewer.
 */
export const RETAINED_TOPICS = { most: 2 * (NODES.max + NODES.ofBroker.most) + 20_000, longest: 1_000 } as const;

interface Options {
  url: URL;
  topics: HomeTopics;
  /** Called with every message that is none of the server's own. */
  onCommand: (topic: string, payload: string) => void;
  /** Called once, also when there was no connection at all. */
  onClosed: (reason: string) => void;
  /** Notified of each message in which a device or a program pings a node. */
  onPing?: (nodeId: string, message: string) => void;
}

/** One connection to the broker, with the state that it published; the next connection starts anew. */
export class BrokerConnection {
  readonly #topics: HomeTopics;
  readonly #client: MqttClient;
  readonly #onCommand: Options['onCommand'];
  readonly #closed: Promise<void>;
  readonly #published = new Map<string, string>();
  /** The messages that the broker has retained from earlier connections, since the last publication. */
  readonly #retained = new Set<string>();

  static async open(options: Options): Promise<BrokerConnection> {
    const { connect } = await import('mqtt');
    const { url, topics } = options;
    const client = connect({
      protocol: url.protocol === 'mqtts:' ? 'mqtts' : 'mqtt',
      // A URL has brackets around an IPv6 address.
      host: url.hostname.replaceAll(/[[\]]/g, ''),
      port: Number(url.port || (url.protocol === 'mqtts:' ? 8883 : 1883)),
      ...(url.username && { username: decodeURIComponent(url.username) }),
      ...(url.password && { password: decodeURIComponent(url.password) }),
      will: { topic: topics.status, payload: Buffer.from(OFFLINE), ...RETAINED },
      // Off: mqtt's own reconnecting has no growing pauses.
      reconnectPeriod: 0,
      connectTimeout: CONNECT_TIMEOUT_MS,
    });
    return new BrokerConnection(client, options);
  }

  private constructor(client: MqttClient, { topics, onClosed, onPing, onCommand }: Options) {
    this.#onCommand = onCommand;
    this.#client = client;
    this.#topics = topics;
    let reason = 'the connection was closed';
    client.on('error', (error) => {
      reason = error.message;
    });
    this.#closed = new Promise((resolve) => {
      client.once('close', () => {
        resolve();
        client.end(true);
        onClosed(reason);
      });
    });
    client.on('message', (topic, payload, packet) => {
      const nodeId = topics.pingedNode(topic);
      if (nodeId === undefined) this.#hear(topic, payload.toString(), packet.retain);
      // A retained ping says nothing about the present.
      else if (!packet.retain) onPing?.(nodeId, payload.toString());
    });
    client.once('connect', () => client.subscribe(topics.all, { qos: 1 }));
  }

  get isOpen(): boolean {
    return this.#client.connected;
  }

  /** Publishes the differences from the last published state, and removes devices that are gone. */
  async tell(devices: readonly HomeDevice[]): Promise<void> {
    const topics = this.#topics;
    const wanted = new Set([topics.status, topics.serverDiscovery]);
    const sending = [this.#keep(topics.serverDiscovery, 'server', () => topics.describeServer())];
    for (const device of devices) {
      const discovery = topics.discovery(device);
      const state = topics.state(device);
      wanted.add(discovery).add(state);
      sending.push(this.#keep(discovery, versionOf(device), () => topics.describe(device)));
      const text = JSON.stringify(device.state);
      sending.push(this.#keep(state, text, () => text));
    }
    sending.push(this.#keep(topics.status, ONLINE, () => ONLINE));
    for (const topic of new Set([...this.#published.keys(), ...this.#retained])) {
      if (!wanted.has(topic)) sending.push(this.#takeBack(topic));
    }
    this.#retained.clear();
    await Promise.race([Promise.all(sending), this.#closed]);
  }

  async close(): Promise<void> {
    // The broker sends the last will only when a connection breaks.
    if (this.#client.connected) {
      const said = this.#client.publishAsync(this.#topics.status, OFFLINE, RETAINED).catch(() => undefined);
      await Promise.race([said, this.#closed, new Promise((resolve) => setTimeout(resolve, 1_000).unref())]);
    }
    await this.#client.endAsync(true).catch(() => undefined);
  }

  #hear(topic: string, payload: string, isRetained: boolean): void {
    // The last will of an earlier connection may arrive after this one's status: publish it again.
    if (topic === this.#topics.status && payload === OFFLINE) this.#published.delete(topic);
    // A retained command is an old one, and is removed.
    else if (!isRetained && !this.#topics.isOwn(topic)) this.#onCommand(topic, payload);
    else if (isRetained && payload !== '' && this.#hasRoomFor(topic)) this.#retained.add(topic);
  }

  #hasRoomFor(topic: string): boolean {
    return (
      topic.length <= RETAINED_TOPICS.longest &&
      this.#retained.size < RETAINED_TOPICS.most &&
      !this.#published.has(topic)
    );
  }

  async #keep(topic: string, version: string, text: () => string): Promise<void> {
    if (this.#published.get(topic) === version) return;
    this.#published.set(topic, version);
    await this.#client.publishAsync(topic, text(), RETAINED).catch(() => undefined);
  }

  /** An empty message removes a retained one, and the device from Home Assistant. */
  async #takeBack(topic: string): Promise<void> {
    this.#published.delete(topic);
    await this.#client.publishAsync(topic, '', RETAINED).catch(() => undefined);
  }
}

/** Everything in a device's description that may change. */
function versionOf({ name, albums = [] }: HomeDevice): string {
  return JSON.stringify([name, albums.map((album) => album.name)]);
}
