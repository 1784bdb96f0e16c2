import { expect, test } from 'vitest';
import { type HomeDevice, HomeTopics, toTheMinute } from '#domain/homeAutomation/homeAssistant.ts';
import { isRecord } from '#domain/records.ts';

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

test('a time is told to the minute', () => {
  expect(toTheMinute(90_000)).toBe('1970-01-01T00:01:00.000Z');
  expect(toTheMinute(null)).toBeNull();
});
