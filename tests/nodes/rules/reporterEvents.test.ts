import { expect, test } from 'vitest';
import {
  brightnessReport,
  heartbeatReport,
  historiesRequest,
  nodeReference,
} from '#server/nodes/socket/reporterEvents.ts';
import { NODE_ID_MAX_CHARACTERS } from '#contract/limits.ts';
import { HISTORIES_MAX_NODES } from '#contract/nodes/sockets.ts';

const LONGEST = 'x'.repeat(NODE_ID_MAX_CHARACTERS);
const LAMP = { nodeId: 'lamp' };
const MALFORMED: [what: string, payload: unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['a text', 'lamp'],
  ['a list', ['lamp']],
  ['no id', {}],
  ['an empty id', { nodeId: '' }],
  ['a blank id', { nodeId: '   ' }],
  ['a number as id', { nodeId: 7 }],
  ['an object as id', { nodeId: { toString: 'x' } }],
  ['bytes as id', { nodeId: Buffer.from('lamp') }],
  ['an id that is too long', { nodeId: `${LONGEST}x` }],
  ['a line break in the id', { nodeId: 'a\nb' }],
  ['half a character', { nodeId: '\uD800' }],
];

test.each(MALFORMED)('%s is no report', (_what, payload) => {
  for (const read of [nodeReference, brightnessReport, heartbeatReport, historiesRequest]) {
    expect(read(payload)).toBeUndefined();
  }
});

test('an id is enough for a heartbeat, and a brightness is a finite number; other fields are dropped', () => {
  const bright = { ...LAMP, brightness: 0.4 };
  expect(nodeReference({ nodeId: LONGEST })).toEqual({ nodeId: LONGEST });
  expect(heartbeatReport({ ...LAMP, colour: 'red' })).toEqual(LAMP);
  expect(heartbeatReport(bright)).toEqual(bright);
  expect(brightnessReport({ ...bright, colour: 'red' })).toEqual(bright);
  expect(brightnessReport(LAMP)).toBeUndefined();
  for (const brightness of ['0.4', null, Number.NaN, Infinity]) {
    expect(heartbeatReport({ ...LAMP, brightness })).toBeUndefined();
    expect(brightnessReport({ ...LAMP, brightness })).toBeUndefined();
  }
});

test('a request for histories names a bounded number of nodes', () => {
  const most = Array.from({ length: HISTORIES_MAX_NODES }, String);
  expect(historiesRequest({ nodeIds: [] })).toEqual({ nodeIds: [] });
  expect(historiesRequest({ nodeIds: most })).toEqual({ nodeIds: most });
  expect(historiesRequest({ nodeIds: [...most, 'more'] })).toBeUndefined();
  expect(historiesRequest({ nodeIds: ['lamp', ''] })).toBeUndefined();
});
