/** A node or a tablet, as programs for home automation are told of it. */
export interface HomeDevice {
  kind: 'node' | 'tablet';
  id: string;
  name: string;
  state: NodeState | TabletState;
}

interface NodeState {
  connected: 'ON' | 'OFF';
  /** ISO 8601, to the minute: a topic that changes with every heartbeat would be written all day. */
  lastHeard: string | null;
  brightness: number | null;
}

interface TabletState {
  connected: 'ON' | 'OFF';
  lastHeard: string | null;
  /** In percent. */
  battery: number | null;
}

/** The two values that Home Assistant expects of an availability topic. */
export const ONLINE = 'online';
export const OFFLINE = 'offline';

const MINUTE_MS = 60_000;
const BATTERY = { platform: 'sensor', name: 'Battery', device_class: 'battery', unit_of_measurement: '%' };
const BRIGHTNESS = { platform: 'sensor', name: 'Brightness', state_class: 'measurement', icon: 'mdi:brightness-6' };
const CONNECTED = { platform: 'binary_sensor', name: 'Connected', device_class: 'connectivity' };
const LAST_HEARD = { platform: 'sensor', name: 'Last heard', device_class: 'timestamp' };
const KINDS = {
  node: { model: 'Node', components: { connected: CONNECTED, lastHeard: LAST_HEARD, brightness: BRIGHTNESS } },
  tablet: { model: 'Tablet', components: { connected: CONNECTED, lastHeard: LAST_HEARD, battery: BATTERY } },
};
/** The last values of a silent node are outdated, but its silence is a current fact. */
const TRUE_WHILE_SILENT = new Set(['connected', 'lastHeard']);

/** The topics of one installation: two may share a broker. */
export class HomeTopics {
  readonly #base: string;
  readonly #device: string;

  constructor(installationId: string) {
    this.#device = `circuit-tree-${installationId.slice(0, 8)}`;
    this.#base = `circuit-tree/${installationId.slice(0, 8)}`;
  }

  get status(): string {
    return `${this.#base}/status`;
  }

  /** Everything that was ever kept for this installation at the broker. */
  get all(): string[] {
    return [`${this.#base}/#`, `homeassistant/device/${this.#device}/+/config`];
  }

  state({ kind, id }: Pick<HomeDevice, 'kind' | 'id'>): string {
    return `${this.#base}/${kind}/${topicPart(id)}`;
  }

  /** The node that a message to `circuit-tree/ID/node/NODE/ping` is about; undefined for any other topic. */
  pingedNode(topic: string): string | undefined {
    const parts = topic.slice(this.#base.length).split('/');
    const [, kind, node = '', ping] = parts;
    if (!topic.startsWith(`${this.#base}/`) || parts.length !== 4 || kind !== 'node' || ping !== 'ping')
      return undefined;
    const id = node.replaceAll(/_([0-9a-f]{1,6})_/g, (whole, digits: string) => letterOf(digits) ?? whole);
    // People write a topic by hand: what is not written as the server would is the id itself.
    return topicPart(id) === node ? id : node;
  }

  discovery({ kind, id }: Pick<HomeDevice, 'kind' | 'id'>): string {
    return `homeassistant/device/${this.#device}/${kind}-${topicPart(id)}/config`;
  }

  get serverDiscovery(): string {
    return `homeassistant/device/${this.#device}/server/config`;
  }

  /** The discovery message that makes a device with its entities appear in Home Assistant. */
  describe(device: HomeDevice): string {
    const { model, components } = KINDS[device.kind];
    const uniqueId = `${this.#device}-${device.kind}-${topicPart(device.id)}`;
    const state = this.state(device);
    const described = Object.entries(components).map(([field, component]) => {
      const serverIsThere = { topic: this.status };
      const isConnected = {
        topic: state,
        value_template: `{{ '${ONLINE}' if value_json.connected == 'ON' else '${OFFLINE}' }}`,
      };
      const availability = TRUE_WHILE_SILENT.has(field) ? [serverIsThere] : [serverIsThere, isConnected];
      return [
        field,
        {
          ...component,
          unique_id: `${uniqueId}-${field}`,
          state_topic: state,
          value_template: `{{ value_json.${field} }}`,
          availability,
          availability_mode: 'all',
        },
      ];
    });
    return this.#description({ uniqueId, name: device.name, model }, Object.fromEntries(described));
  }

  describeServer(): string {
    const connected = {
      ...CONNECTED,
      unique_id: `${this.#device}-server-connected`,
      state_topic: this.status,
      payload_on: ONLINE,
      payload_off: OFFLINE,
    };
    return this.#description({ uniqueId: this.#device, name: 'Circuit Tree', model: 'Server' }, { connected });
  }

  #description(of: { uniqueId: string; name: string; model: string }, components: unknown): string {
    const isServer = of.uniqueId === this.#device;
    const device = {
      identifiers: [of.uniqueId],
      name: of.name,
      manufacturer: 'Circuit Tree',
      model: of.model,
      ...(isServer ? {} : { via_device: this.#device }),
    };
    return JSON.stringify({ device, origin: { name: 'Circuit Tree' }, components });
  }
}

export function toTheMinute(milliseconds: number | null): string | null {
  if (milliseconds === null) return null;
  return new Date(Math.floor(milliseconds / MINUTE_MS) * MINUTE_MS).toISOString();
}

function letterOf(digits: string): string | undefined {
  const code = Number.parseInt(digits, 16);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}

/** Letters, digits and hyphens as they are, all else by its number: an id may hold slashes and wildcards. */
function topicPart(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9-]/gu, (letter) => `_${(letter.codePointAt(0) ?? 0).toString(16)}_`);
}
