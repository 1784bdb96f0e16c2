import { expect, test } from 'vitest';
import { type HomeDevice, HomeTopics, toTheMinute } from '#domain/homeAutomation/homeAssistant.ts';
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
