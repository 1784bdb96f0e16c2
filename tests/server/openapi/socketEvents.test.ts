import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  brightnessReport,
  heartbeatReport,
  historiesRequest,
  nodeReference,
} from '#server/nodes/socket/reporterEvents.ts';
import { NODE_ID_MAX_CHARACTERS } from '#contract/limits.ts';
import { HISTORIES_MAX_NODES } from '#contract/sockets.ts';
import { isRecord } from '#domain/records.ts';
import { at, entriesOf, listOf } from '../../support/server/describedCalls.ts';
import { schemaChecks } from '../../support/server/schemaChecks.ts';
import { startTestServer, type TestServer } from '../../support/server/testServer.ts';

let server: TestServer;
let document: Record<string, unknown>;
beforeAll(async () => {
  server = await startTestServer();
  const { body } = await server.call('/asyncapi.json');
  if (!isRecord(body)) throw new Error('no document');
  document = body;
});
afterAll(() => server.close());

test('what refers to a channel or a message leads to one', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
  expect(references.length).toBeGreaterThan(20);
  for (const path of references) expect(at(document, path.split('/')), path).toBeDefined();
});

test('every message has an example where it has a payload, which fits its schema', () => {
  const checks = schemaChecks({ components: {} });
  for (const [id, message] of entriesOf(at(document, ['components', 'messages']))) {
    const payload = at(message, ['payload']);
    const examples = listOf(at(message, ['examples']));
    expect(examples.length, id).toBe(at(payload, ['type']) === 'null' ? 0 : 1);
    for (const { payload: example } of examples) expect(checks.errorsOf(payload, example), id).toEqual([]);
  }
});

const LONG = 'x'.repeat(NODE_ID_MAX_CHARACTERS);
const PAYLOADS = [
  {},
  { nodeId: '' },
  { nodeId: 7 },
  { nodeId: 'lamp' },
  { nodeId: LONG },
  { nodeId: `${LONG}x` },
  { nodeId: 'lamp', brightness: 0.4 },
  { nodeId: 'lamp', brightness: '0.4' },
  { nodeId: 'lamp', brightness: null },
  { nodeIds: [] },
  { nodeIds: ['lamp', ''] },
  { nodeIds: Array.from({ length: HISTORIES_MAX_NODES }, String) },
  { nodeIds: Array.from({ length: HISTORIES_MAX_NODES + 1 }, String) },
  'lamp',
  null,
];

test.each([
  ['reader-getBrightness', nodeReference],
  ['reporter-announce', nodeReference],
  ['reporter-brightness', brightnessReport],
  ['reporter-heartbeat', heartbeatReport],
  ['reader-getNodeHistories', historiesRequest],
])('%s is described as the server takes it', (id, read: (payload: unknown) => unknown) => {
  const { properties, ...schema } = Object(at(document, ['components', 'messages', id, 'payload']));
  const checks = schemaChecks({ components: {} });
  for (const payload of PAYLOADS) {
    // The server drops fields that it does not know.
    const isTaken = checks.errorsOf({ ...schema, properties, additionalProperties: true }, payload).length === 0;
    expect(isTaken, JSON.stringify(payload).slice(0, 60)).toBe(read(payload) !== undefined);
  }
});
