import { expect, test } from 'vitest';
import { type HomeDevice, HomeTopics, toTheMinute } from '#domain/mqtt/homeAssistant.ts';
import { isRecord } from '#domain/records.ts';

// Fields and values as Home Assistant's own documents have them: source/_integrations/*.mqtt.markdown of
// home-assistant.io, and the schemas of device discovery in homeassistant/components/mqtt/schemas.py. A field that is
// none of these makes Home Assistant refuse the whole device.
const OF_ALL = 'platform name unique_id icon device_class availability availability_mode value_template'.split(' ');
const OF_PLATFORM: Record<string, { fields: string; needs: string; classes: string }> = {
  sensor: {
    fields: 'state_topic unit_of_measurement state_class',
    needs: 'state_topic',
    classes: 'battery timestamp',
  },
  binary_sensor: { fields: 'state_topic payload_on payload_off', needs: 'state_topic', classes: 'connectivity' },
  button: { fields: 'command_topic payload_press', needs: 'command_topic', classes: 'identify restart update' },
  switch: { fields: 'command_topic payload_on payload_off', needs: 'command_topic', classes: 'outlet switch' },
  select: { fields: 'command_topic options', needs: 'command_topic options', classes: '' },
  text: { fields: 'command_topic min max mode pattern', needs: 'command_topic', classes: '' },
};
const OF_DEVICE =
  'identifiers connections manufacturer model name hw_version serial_number sw_version via_device'.split(' ');
const OF_AVAILABILITY = 'topic payload_available payload_not_available value_template'.split(' ');

interface DescribedComponent {
  [field: string]: unknown;
  availability?: Record<string, string>[];
}

const topics = new HomeTopics('0123456789abcdef');
const node: HomeDevice = {
  kind: 'node',
  id: 'hall',
  name: 'hall',
  state: { connected: 'ON', lastHeard: null, brightness: 40 },
};

function componentsOf(device: HomeDevice): Record<string, unknown> {
  const described: unknown = JSON.parse(topics.describe(device));
  return isRecord(described) && isRecord(described.components) ? described.components : {};
}

test('an id with slashes and wildcards stays within its level, and no two ids share a topic', () => {
  const ids = ['a/b', 'a+b', 'a#b', 'a_b', 'a_2f_b', 'ä', '灯', 'a b', '$SYS'];
  const all = ids.map((id) => topics.state({ kind: 'node', id }));
  for (const topic of all) expect(topic).toMatch(/^circuit-tree\/01234567\/node\/[\w-]+$/);
  expect(new Set(all).size).toBe(ids.length);
});

test('a node appears with connection, last heartbeat and brightness, a tablet with its battery', () => {
  expect(Object.keys(componentsOf(node))).toEqual(['connected', 'lastHeard', 'brightness']);
  const tablet: HomeDevice = {
    kind: 'tablet',
    id: 't1',
    name: 'Kitchen',
    state: { connected: 'ON', lastHeard: null, battery: 80, shown: null },
  };
  expect(Object.keys(componentsOf(tablet))).toEqual(['connected', 'lastHeard', 'battery', 'shown']);
});

test('brightness is unavailable while the node is silent, its connection only while the server is away', () => {
  const { brightness, connected } = componentsOf(node);
  const server = { topic: 'circuit-tree/01234567/status' };
  expect(connected).toMatchObject({ availability: [server], availability_mode: 'all' });
  expect(brightness).toMatchObject({
    availability: [server, { topic: 'circuit-tree/01234567/node/hall' }],
    unique_id: 'circuit-tree-01234567-node-hall-brightness',
  });
});

const wall: HomeDevice = {
  kind: 'tablet',
  id: 't1',
  name: 'Kitchen',
  state: { connected: 'ON', lastHeard: null, battery: 80, shown: null },
  albums: [{ id: 'a', name: 'Lake' }],
};

test.each([
  ['a node', topics.describe(node), 3],
  ['a tablet', topics.describe(wall), 10],
  ['the server', topics.describeServer(), 1],
])('%s is described in the fields that Home Assistant knows, and in no other', (_name, message, count) => {
  const described = JSON.parse(message);
  expect(Object.keys(described).sort()).toEqual(['components', 'device', 'origin']);
  expect(described.origin.name).toBe('Circuit Tree');
  expect(OF_DEVICE).toEqual(expect.arrayContaining(Object.keys(described.device)));
  expect(described.device.identifiers).toHaveLength(1);
  const components: DescribedComponent[] = Object.values(described.components);
  expect(components).toHaveLength(count);
  expect(new Set(components.map(({ unique_id }) => unique_id)).size).toBe(count);
  for (const component of components) {
    const { fields, needs, classes } = OF_PLATFORM[String(component.platform)]!;
    const keys = Object.keys(component);
    expect([...OF_ALL, ...fields.split(' ')]).toEqual(expect.arrayContaining(keys));
    expect(keys).toEqual(expect.arrayContaining(['name', 'unique_id', ...needs.split(' ')]));
    if ('device_class' in component) expect(classes.split(' ')).toContain(component.device_class);
    if ('state_class' in component) expect(component.state_class).toBe('measurement');
    if ('availability' in component) expect(component.availability_mode).toBe('all');
    for (const one of component.availability ?? []) {
      expect(OF_AVAILABILITY).toEqual(expect.arrayContaining(Object.keys(one)));
      expect(one.topic).not.toMatch(/[+#]/);
    }
  }
  // A longer text is refused as a whole.
  expect(described.components.message?.max ?? 0).toBeLessThanOrEqual(255);
});

test('a time is told to the minute', () => {
  expect(toTheMinute(90_000)).toBe('1970-01-01T00:01:00.000Z');
  expect(toTheMinute(null)).toBeNull();
});

const SERVER_IS_THERE = { topic: 'circuit-tree/01234567/status' };

/** The fields of an entity of a device as the discovery message has them. */
function entity(device: string, field: string, { whileSilent = false } = {}) {
  const state_topic = `circuit-tree/01234567/${device}`;
  const value_template = "{{ 'online' if value_json.connected == 'ON' else 'offline' }}";
  return {
    unique_id: `circuit-tree-01234567-${device.replace('/', '-')}-${field}`,
    state_topic,
    value_template: `{{ value_json.${field} }}`,
    availability: whileSilent ? [SERVER_IS_THERE] : [SERVER_IS_THERE, { topic: state_topic, value_template }],
    availability_mode: 'all',
  };
}

test('a node is described to the letter', () => {
  expect(JSON.parse(topics.describe(node))).toEqual({
    device: {
      identifiers: ['circuit-tree-01234567-node-hall'],
      name: 'hall',
      manufacturer: 'Circuit Tree',
      model: 'Node',
      via_device: 'circuit-tree-01234567',
    },
    origin: { name: 'Circuit Tree' },
    components: {
      connected: {
        platform: 'binary_sensor',
        name: 'Connected',
        device_class: 'connectivity',
        ...entity('node/hall', 'connected', { whileSilent: true }),
      },
      lastHeard: {
        platform: 'sensor',
        name: 'Last heard',
        device_class: 'timestamp',
        ...entity('node/hall', 'lastHeard', { whileSilent: true }),
      },
      brightness: {
        platform: 'sensor',
        name: 'Brightness',
        state_class: 'measurement',
        icon: 'mdi:brightness-6',
        ...entity('node/hall', 'brightness'),
      },
    },
  });
});

test('a tablet is described with its battery, its photo and its commands', () => {
  const state = { connected: 'ON', lastHeard: null, battery: 80, shown: null } as const;
  const tablet: HomeDevice = { kind: 'tablet', id: 'k1', name: 'Kitchen', state };
  const described = JSON.parse(topics.describe(tablet));
  expect(described.device).toMatchObject({ name: 'Kitchen', model: 'Tablet' });
  expect(described.components).toMatchObject({
    battery: {
      platform: 'sensor',
      name: 'Battery',
      device_class: 'battery',
      unit_of_measurement: '%',
      ...entity('tablet/k1', 'battery'),
    },
    shown: { platform: 'sensor', name: 'Shown', icon: 'mdi:image', ...entity('tablet/k1', 'shown') },
  });
  expect(Object.keys(described.components)).toEqual(['connected', 'lastHeard', 'battery', 'shown']);
  const commanded = JSON.parse(topics.describe({ ...tablet, albums: [] }));
  const { state_topic, value_template, ...fields } = entity('tablet/k1', 'next');
  expect(commanded.components.next).toEqual({
    ...fields,
    platform: 'button',
    name: 'Next photo',
    icon: 'mdi:skip-next',
    command_topic: `${state_topic}/set/next`,
  });
  expect(value_template).toContain('next');
  const silent = new HomeTopics('0123456789abcdef', { takesCommands: false });
  expect(JSON.parse(silent.describe({ ...tablet, albums: [] }))).toEqual(described);
});

test('the server is described by its status, and all its topics are known', () => {
  expect(JSON.parse(topics.describeServer())).toEqual({
    device: {
      identifiers: ['circuit-tree-01234567'],
      name: 'Circuit Tree',
      manufacturer: 'Circuit Tree',
      model: 'Server',
    },
    origin: { name: 'Circuit Tree' },
    components: {
      connected: {
        platform: 'binary_sensor',
        name: 'Connected',
        device_class: 'connectivity',
        unique_id: 'circuit-tree-01234567-server-connected',
        state_topic: 'circuit-tree/01234567/status',
        payload_on: 'online',
        payload_off: 'offline',
      },
    },
  });
  expect(topics.serverDiscovery).toBe('homeassistant/device/circuit-tree-01234567/server/config');
  expect(topics.discovery(node)).toBe('homeassistant/device/circuit-tree-01234567/node-hall/config');
  expect(topics.all).toEqual(['circuit-tree/01234567/#', 'homeassistant/device/circuit-tree-01234567/+/config']);
});

test('a command is one for a tablet of the list, where commands are accepted', () => {
  const state = { connected: 'OFF', lastHeard: null, battery: null, shown: null } as const;
  const devices: HomeDevice[] = [node, { kind: 'tablet', id: 'k 1', name: 'Kitchen', state }];
  const topic = topics.command('k 1', 'next');
  expect(topic).toBe('circuit-tree/01234567/tablet/k_20_1/set/next');
  expect(topics.commandIn(topic, devices)).toEqual({ tablet: devices[1], name: 'next' });
  expect([topics.isOwn(topic), topics.isOwn(topics.state(node))]).toEqual([false, true]);
  expect(topics.commandIn(topics.state(node), devices)).toBeUndefined();
  expect(topics.commandIn(`${topics.state(node)}/set/next`, devices), 'a node').toBeUndefined();
  expect(topics.commandIn(topics.command('other', 'next'), devices)).toBeUndefined();
  const silent = new HomeTopics('0123456789abcdef', { takesCommands: false });
  expect(silent.commandIn(topic, devices)).toBeUndefined();
});

test.each([
  ['circuit-tree/01234567/node/hall/ping', 'hall'],
  ['circuit-tree/01234567/node/a_2f_b/ping', 'a/b'],
  ['circuit-tree/01234567/node/_1f600_/ping', '😀'],
  ['circuit-tree/01234567/node/my_lamp/ping', 'my_lamp'],
  ['circuit-tree/01234567/node/_110000_/ping', '_110000_'],
  ['circuit-tree/01234567/node/_10ffff_/ping', '\u{10ffff}'],
  ['circuit-tree/01234567/node/hall/state', undefined],
  ['circuit-tree/01234567/tablet/hall/ping', undefined],
  ['circuit-tree/01234567/node/hall/ping/more', undefined],
  ['circuit-tree/01234567/node/ping', undefined],
  ['circuit-tree/76543210/node/hall/ping', undefined],
])('a message to %s is a ping of %j', (topic, id) => {
  expect(topics.pingedNode(topic)).toBe(id);
});

test('a time is told to the minute, so that a heartbeat a second is one message a minute', () => {
  expect(toTheMinute(null)).toBeNull();
  expect(toTheMinute(Date.UTC(2026, 0, 1, 12, 30, 59, 999))).toBe('2026-01-01T12:30:00.000Z');
});
