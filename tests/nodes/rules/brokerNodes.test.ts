import { expect, test } from 'vitest';
import { droppedText } from '#domain/nodes/brokerNodes.ts';

test.each([
  [1, 'full', '1 ping by MQTT was dropped: MQTT may make 500 nodes that belong to no key'],
  [59_990, 'new-names', '59,990 pings by MQTT were dropped: MQTT may make 10 new nodes a minute'],
  [
    3,
    'too-often',
    '3 pings by MQTT were dropped: MQTT may ping one node 50 times a second, and all of them 1000 times',
  ],
] as const)('%d dropped pings (%s) are told with the reason', (count, why, text) => {
  expect(droppedText({ count, why })).toBe(text);
});
