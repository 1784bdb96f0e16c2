import { type HomeDevice, HomeTopics } from '#domain/mqtt/homeAssistant.ts';
import { commandOf } from '#domain/mqtt/tabletCommands.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import { repeat } from '#server/core/repeating.ts';
import { BrokerConnection } from './brokerConnection.ts';
import type { BrokerPings } from './brokerPings.ts';
import { type DeviceParts, homeDevices } from './homeDevices.ts';

const CHECK_EVERY_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** The interval, in rounds, at which new albums are added to the choices of a home. */
const ALBUMS_EVERY_CHECKS = 15;

interface BridgeParts extends DeviceParts {
  settings: { mqttUrl: string | undefined; mqttCommands: boolean };
  brokerPings: Pick<BrokerPings, 'take' | 'tell'>;
  installation: { id: string };
  leader: { isHere(): boolean };
}

/**
 * Publishes nodes and tablets to an MQTT broker, and carries out its commands to tablets, until the app closes; without
 * MQTT_URL it does nothing.
 */
export function startMqttBridge(app: TypedApp, options: BridgeParts): void {
  const { mqttUrl } = options.settings;
  if (mqttUrl === undefined) return;
  const bridge = new MqttBridge(new URL(mqttUrl), options, app.log);
  const end = repeat(CHECK_EVERY_MS, () => bridge.check());
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
  #devices: readonly HomeDevice[] = [];
  #albums: Awaited<ReturnType<DeviceParts['photos']['albums']['list']>> = [];
  #checks = 0;
  #checksToSkip = 0;
  #failures = 0;

  constructor(url: URL, options: BridgeParts, log: TypedApp['log']) {
    this.#url = url;
    this.#options = options;
    this.#log = log;
    this.#topics = new HomeTopics(options.installation.id, { takesCommands: options.settings.mqttCommands });
  }

  check(): void {
    this.#options.brokerPings.tell();
    this.#running ??= this.#checkOnce()
      .catch((error: unknown) => this.#log.error({ err: error }, 'The MQTT bridge could not check; trying again'))
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

  async #checkOnce(): Promise<void> {
    // Only one of several servers publishes.
    if (!this.#options.leader.isHere()) return this.#leave();
    if (!this.#connection) return this.#connect();
    if (!this.#connection.isOpen) return;
    if (this.#failures > 0) this.#log.info('The MQTT broker is reached again');
    this.#failures = 0;
    if (this.#checks % ALBUMS_EVERY_CHECKS === 0) this.#albums = await this.#options.photos.albums.list();
    this.#checks += 1;
    this.#devices = await homeDevices(this.#options, this.#albums);
    await this.#connection.tell(this.#devices);
  }

  async #leave(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.close();
  }

  async #connect(): Promise<void> {
    if (this.#checksToSkip > 0) {
      this.#checksToSkip -= 1;
      return;
    }
    const connection = await BrokerConnection.open({
      url: this.#url,
      topics: this.#topics,
      onCommand: (topic, payload) => this.#carryOut(topic, payload),
      onClosed: (reason) => {
        if (this.#connection === connection) this.#lose(reason);
      },
      ...(this.#options.settings.mqttCommands && {
        onPing: (nodeId: string, message: string) => this.#options.brokerPings.take(nodeId, message),
      }),
    });
    this.#connection = connection;
  }

  /** A command to a tablet; every other message is ignored. */
  #carryOut(topic: string, payload: string): void {
    const { tablet, name } = this.#topics.commandIn(topic, this.#devices) ?? {};
    const command = tablet && name !== undefined ? commandOf(name, payload, tablet.albums ?? []) : undefined;
    if (tablet && command) this.#options.tabletListeners.tell(tablet.id, { event: 'command', data: command });
  }

  #lose(reason: string): void {
    this.#connection = undefined;
    this.#checksToSkip = Math.min(2 ** this.#failures, LONGEST_PAUSE_MS / CHECK_EVERY_MS) - 1;
    this.#failures += 1;
    // The address may hold a password, so it is not logged; one line for an outage, however long.
    if (this.#failures === 1) this.#log.warn(`The MQTT broker ${this.#url.host} is lost: ${reason}; trying again`);
  }
}
