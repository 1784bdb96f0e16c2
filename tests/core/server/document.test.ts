import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGES } from '#contract/pages.ts';
import { OLD_TABLET_PAGE } from '#contract/paths.ts';
import { isRecord } from '#domain/records.ts';
import { at, callsOf, entriesOf, listOf } from '#support/server/describedCalls.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';
import { schemaChecks } from '../support/schemaChecks.ts';

let server: TestServer;
let document: Record<string, unknown>;
beforeAll(async () => {
  server = await startTestServer();
  const { status, body } = await server.call('/openapi.json');
  expect(status).toBe(200);
  if (!isRecord(body)) throw new Error('no document');
  document = body;
});
afterAll(() => server.close());

const SHELL = [...Object.keys(PAGES), OLD_TABLET_PAGE].flatMap((path) => [path, `${path}/`]);

/** Pages and the files of the app are no calls. */
function isPage(route: string): boolean {
  const [method = '', path = ''] = route.split(' ');
  return method === 'HEAD' || path.endsWith('/*') || SHELL.includes(path);
}

test('every call of the server is described (by the schema of its route), and nothing that is not there', () => {
  const there = server.routes.filter((route) => !isPage(route));
  expect(
    callsOf(document)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...new Set(there)].sort());
});

test('it is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(document));
  expect(result).toEqual({ valid: true });
});

test('each call has a summary, who may make it, and a schema for every response with a body', () => {
  for (const { name, operation } of callsOf(document)) {
    expect(operation, name).toMatchObject({
      summary: expect.stringMatching(/^[A-Z]/),
      description: expect.stringContaining('Needs: '),
      security: expect.any(Array),
    });
    for (const [status, response] of entriesOf(operation.responses)) {
      const isJson = at(response, ['content', 'application/json']) !== undefined;
      expect(isJson ? at(response, ['content', 'application/json', 'schema']) : {}, `${name} ${status}`).toBeDefined();
    }
  }
});

test('who may make a call is said as the route has it', () => {
  const said = Object.fromEntries(
    callsOf(document).map(({ name, operation }) => [name, String(operation.description).split('Needs: ')[1]]),
  );
  expect(said).toMatchObject({
    'GET /health': 'nothing.',
    'GET /overview': 'to be signed in.',
    'GET /users': 'the permission admin.',
    'GET /kiosk/settings': "a kiosk's key.",
    'GET /photos/albums':
      "a kiosk's key, or a visitor's link, or the permission photos:read or photos:write (or admin).",
  });
});

test('each call that needs a credential says what comes without one, and with a wrong one', async () => {
  const schema = { $ref: '#/components/schemas/Error' };
  const secured = callsOf(document).filter(({ operation }) => listOf(operation.security).length > 0);
  expect(secured).not.toEqual([]);
  for (const { name, operation } of secured) {
    expect(at(operation, ['responses', '401', 'content', 'application/json', 'schema']), name).toEqual(schema);
  }
  for (const credential of [{}, { token: 'unknown' }]) {
    const { status, body } = await server.call('/overview', credential);
    expect(status).toBe(401);
    expect(schemaChecks(document).errorsOf(schema, body)).toEqual([]);
  }
});

test('parameters and bodies have examples, which fit their schemas', () => {
  const checks = schemaChecks(document);
  for (const { name, operation } of callsOf(document)) {
    const content = at(operation, ['requestBody', 'content', 'application/json']);
    if (content === undefined) continue;
    const { example, schema } = isRecord(content) ? content : {};
    expect(example, `${name} has an example of its body`).toBeDefined();
    expect(checks.errorsOf(schema, example), name).toEqual([]);
  }
});

test('the examples of responses fit their schemas', () => {
  const checks = schemaChecks(document);
  for (const { name, operation } of callsOf(document)) {
    for (const [status, response] of entriesOf(operation.responses)) {
      const content = at(response, ['content', 'application/json']);
      if (!isRecord(content) || content.example === undefined) continue;
      expect(checks.errorsOf(content.schema, content.example), `${name} ${status}`).toEqual([]);
    }
  }
});

test('in production the development sign-ins are not described, since they are not there', async () => {
  const production = await startTestServer({ production: true });
  const { body } = await production.call('/openapi.json');
  await production.close();
  const names = callsOf(isRecord(body) ? body : {}).map(({ name }) => name);
  expect(names).toContain('GET /photos/albums');
  expect(names.filter((name) => name.includes('/dev/'))).toEqual([]);
});

test('the document is made once, compressed, and not sent again to who has it', async () => {
  const first = await server.call('/openapi.json', { headers: { 'Accept-Encoding': 'br' } });
  const tag = first.headers.get('ETag') ?? '';
  expect([first.status, first.headers.get('Content-Encoding')]).toEqual([200, 'br']);
  const again = await server.call('/openapi.json', { headers: { 'If-None-Match': tag } });
  expect([again.status, again.body]).toEqual([304, '']);
});

test('a body of another type, and an address that is too long, are responded to as described', async () => {
  const headers = { 'Content-Type': 'application/xml' };
  const { token } = await server.signIn({ permissions: ['admin'] });
  expect((await server.call('/alerts', { method: 'PUT', token, body: 'a', headers })).status).toBe(415);
  // A page's address leads to the app; that of a call that writes is looked at whole.
  const long = `/alerts/channels/${'a'.repeat(2_000)}/test`;
  expect((await server.call(long, { method: 'POST', token })).status).toBe(414);
  const text = JSON.stringify(document);
  expect(text).toContain('The Content-Type is not that of the body that is described');
  expect(text).toContain('the address is too long (414)');
});
