import { LATE_AFTER_MS } from '#domain/nodes/heartbeatAge.ts';
import { type HomeDevice, HomeTopics, toTheMinute } from '#domain/homeAutomation/homeAssistant.ts';
import type { TypedApp } from '../http/typedApp.ts';
import type { NodeRegistry } from '../nodes/registry/nodeRegistry.ts';
import type { NodeReports } from '../nodes/registry/nodeReports.ts';
import { nodeReference } from '../nodes/socket/payloads.ts';
import { pingOfMessage } from '#domain/nodes/ping.ts';
import type { TabletListeners } from '../tablets/events/tabletListeners.ts';
import type { TabletRepository } from '../tablets/registry/tabletRepository.ts';
import type { TabletWatch } from '../tablets/registry/tabletWatch.ts';
import { BrokerConnection } from './brokerConnection.ts';
import { repeat } from '../repeating.ts';

const LOOK_EVERY_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
const PERCENT = 100;

export interface BridgeParts {
  settings: { mqttUrl: string | undefined; mqttCommands: boolean };
  reports: Pick<NodeReports, 'heartbeat'>;
  installation: { id: string };
  registry: Pick<NodeRegistry, 'heard' | 'find'>;
  tablets: Pick<TabletRepository, 'list'>;
  tabletWatch: Pick<TabletWatch, 'seen'>;
  tabletListeners: Pick<TabletListeners, 'isListening'>;
  peers: { isFirst(): boolean };
}

/** Tells an MQTT broker of nodes and tablets until the app closes; without MQTT_URL it does nothing. */
export function startMqttBridge(app: TypedApp, options: BridgeParts): void {
  const { mqttUrl } = options.settings;
  if (mqttUrl === undefined) return;
  const bridge = new MqttBridge(new URL(mqttUrl), options, app.log);
  const end = repeat(LOOK_EVERY_MS, () => bridge.look());
  app.addHook('onClose', async () => {
    await end();
    await bridge.close();
  });
}

class MqttBridge {
  readonly #url: URL;
  readonly #options: BridgeParts;
  readonly #log: Pick<TypedApp['log'], 'info' | 'warn' | 'error'>;
  readonly #topics: HomeTopics;
  #connection: BrokerConnection | undefined;
  #running: Promise<void> | undefined;
  #looksToSkip = 0;
  #failures = 0;

  constructor(url: URL, options: BridgeParts, log: TypedApp['log']) {
    this.#url = url;
    this.#options = options;
    this.#log = log;
    this.#topics = new HomeTopics(options.installation.id);
  }

  look(): void {
    this.#running ??= this.#look()
      .catch((error: unknown) => this.#log.error({ err: error }, 'The MQTT bridge could not look; trying again'))
      .finally(() => {
        this.#running = undefined;
      });
  }

  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.close();
    await this.#running;
  }

  async #look(): Promise<void> {
    // One of several servers speaks for all.
    if (!this.#options.peers.isFirst()) return this.#leave();
    if (!this.#connection) return this.#connect();
    if (!this.#connection.isOpen) return;
    if (this.#failures > 0) this.#log.info('The MQTT broker is reached again');
    this.#failures = 0;
    await this.#connection.tell(await homeDevices(this.#options));
  }

  async #leave(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.close();
  }

  async #connect(): Promise<void> {
    if (this.#looksToSkip > 0) {
      this.#looksToSkip -= 1;
      return;
    }
    const connection = await BrokerConnection.open({
      url: this.#url,
      topics: this.#topics,
      onClosed: (reason) => {
        if (this.#connection === connection) this.#lose(reason);
      },
      ...(this.#options.settings.mqttCommands && {
        onPing: (nodeId: string, message: string) => this.#takePing(nodeId, message),
      }),
    });
    this.#connection = connection;
  }

  /** The broker's word counts for nodes without a key only: else it could hide the death of one that has its own. */
  #takePing(nodeId: string, message: string): void {
    const { registry, reports } = this.#options;
    const ping = pingOfMessage(message);
    const owner = registry.find(nodeId)?.keyId ?? null;
    if (typeof ping === 'string' || !nodeReference({ nodeId }) || owner !== null) return;
    reports.heartbeat({ nodeId, ping }, null);
  }

  #lose(reason: string): void {
    this.#connection = undefined;
    this.#looksToSkip = Math.min(2 ** this.#failures, LONGEST_PAUSE_MS / LOOK_EVERY_MS) - 1;
    this.#failures += 1;
    // The address may hold a password; one line for an outage, however long.
    if (this.#failures === 1) this.#log.warn(`The MQTT broker ${this.#url.host} is lost: ${reason}; trying again`);
  }
}

async function homeDevices(options: BridgeParts): Promise<HomeDevice[]> {
  const { registry, tablets, tabletWatch, tabletListeners } = options;
  const nodes = registry.heard().flatMap(({ nodeId }): HomeDevice[] => {
    const node = registry.find(nodeId);
    if (!node) return [];
    const { ageMs, lastHeartbeat, brightness } = node;
    const connected = ageMs !== null && ageMs < LATE_AFTER_MS ? 'ON' : 'OFF';
    const state = { connected, lastHeard: toTheMinute(lastHeartbeat), brightness } as const;
    return [{ kind: 'node', id: nodeId, name: nodeId, state }];
  });
  const active = (await tablets.list()).filter(({ state }) => state === 'active');
  return [
    ...nodes,
    ...active.map((tablet): HomeDevice => {
      const { lastSeenAt, report } = tabletWatch.seen(tablet);
      const connected = tabletListeners.isListening(tablet.id) ? 'ON' : 'OFF';
      const battery = report?.battery ? Math.round(report.battery.level * PERCENT) : null;
      const state = { connected, lastHeard: toTheMinute(lastSeenAt), battery } as const;
      return { kind: 'tablet', id: tablet.id, name: tablet.name, state };
    }),
  ];
}
