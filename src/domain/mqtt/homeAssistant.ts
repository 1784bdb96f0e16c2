import { isoTime } from '#domain/clock/isoTime.ts';
import { commandComponents, type NamedAlbum } from './tabletCommands.ts';

/** A node or a tablet in the form for home automation. */
export interface HomeDevice {
  kind: 'node' | 'tablet';
  id: string;
  name: string;
  state: NodeState | TabletState;
  /** The albums that a tablet may be told to show; absent for a node. */
  albums?: readonly NamedAlbum[];
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
  /** The caption of the photo on its screen, else the album. */
  shown: string | null;
}

/** The two values that Home Assistant expects of an availability topic. */
export const ONLINE = 'online';
export const OFFLINE = 'offline';

const MINUTE_MS = 60_000;
const BATTERY = { platform: 'sensor', name: 'Battery', device_class: 'battery', unit_of_measurement: '%' };
const BRIGHTNESS = { platform: 'sensor', name: 'Brightness', state_class: 'measurement', icon: 'mdi:brightness-6' };
const CONNECTED = { platform: 'binary_sensor', name: 'Connected', device_class: 'connectivity' };
const LAST_HEARD = { platform: 'sensor', name: 'Last heard', device_class: 'timestamp' };
const SHOWN = { platform: 'sensor', name: 'Shown', icon: 'mdi:image' };
const KINDS = {
  node: { model: 'Node', components: { connected: CONNECTED, lastHeard: LAST_HEARD, brightness: BRIGHTNESS } },
  tablet: {
    model: 'Tablet',
    components: { connected: CONNECTED, lastHeard: LAST_HEARD, battery: BATTERY, shown: SHOWN },
  },
};
/** The last values of a silent node are outdated; only its silence is current. */
const TRUE_WHILE_SILENT = new Set(['connected', 'lastHeard']);

/** The topics of one installation: two may share a broker. */
export class HomeTopics {
  readonly #base: string;
  readonly #device: string;

  /** Whether Home Assistant may command tablets. */
  readonly #takesCommands: boolean;

  constructor(installationId: string, { takesCommands = true } = {}) {
    this.#takesCommands = takesCommands;
    this.#device = `circuit-tree-${installationId.slice(0, 8)}`;
    this.#base = `circuit-tree/${installationId.slice(0, 8)}`;
  }

  get status(): string {
    return `${this.#base}/status`;
  }

  /** All retained messages of this installation at the broker. */
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
    // People write a topic by hand: a name that is not spelled as the server would is taken as the id itself.
    return topicPart(id) === node ? id : node;
  }

  discovery({ kind, id }: Pick<HomeDevice, 'kind' | 'id'>): string {
    return `homeassistant/device/${this.#device}/${kind}-${topicPart(id)}/config`;
  }

  get serverDiscovery(): string {
    return `homeassistant/device/${this.#device}/server/config`;
  }

  command(tabletId: string, name: string): string {
    return `${this.state({ kind: 'tablet', id: tabletId })}/set/${name}`;
  }

  /** The tablet and the name in a command's topic; undefined for another topic, or where commands are not accepted. */
  commandIn(topic: string, devices: readonly HomeDevice[]): { tablet: HomeDevice; name: string } | undefined {
    const [of = '', name] = topic.split('/set/');
    if (!this.#takesCommands || name === undefined) return undefined;
    const tablet = devices.find((device) => device.kind === 'tablet' && this.state(device) === of);
    return tablet && { tablet, name };
  }

  /** Whether this is a topic that the server itself writes. */
  isOwn(topic: string): boolean {
    return !topic.includes('/set/');
  }

  /** The discovery message that makes a device with its entities appear in Home Assistant. */
  describe(device: HomeDevice): string {
    const { model, components } = KINDS[device.kind];
    const uniqueId = `${this.#device}-${device.kind}-${topicPart(device.id)}`;
    const state = this.state(device);
    const serverIsThere = { topic: this.status };
    const isConnected = {
      topic: state,
      value_template: `{{ '${ONLINE}' if value_json.connected == 'ON' else '${OFFLINE}' }}`,
    };
    const described = Object.entries(components).map(([field, component]) => {
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
    const topicOf = (name: string) => this.command(device.id, name);
    const commands = device.albums && this.#takesCommands ? commandComponents(device.albums, topicOf) : [];
    const commanding = commands.map(({ name, component }) => [
      name,
      {
        ...component,
        unique_id: `${uniqueId}-${name}`,
        availability: [serverIsThere, isConnected],
        availability_mode: 'all',
      },
    ]);
    const all = Object.fromEntries([...described, ...commanding]);
    return this.#description({ uniqueId, name: device.name, model }, all);
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
  return isoTime(Math.floor(milliseconds / MINUTE_MS) * MINUTE_MS);
}

function letterOf(digits: string): string | undefined {
  const code = Number.parseInt(digits, 16);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}

/** Letters, digits and hyphens stay, all else becomes its number: an id may hold slashes and wildcards. */
function topicPart(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9-]/gu, (letter) => `_${(letter.codePointAt(0) ?? 0).toString(16)}_`);
}
