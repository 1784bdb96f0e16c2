import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRecord } from '#domain/records.ts';
import { jpeg } from '#support/pictures/images.ts';
import { at, callsOf, type DescribedCall, entriesOf, listOf, requestOf } from '#support/server/describedCalls.ts';
import { distFolder } from '#support/server/distFolder.ts';
import { ExampleWorld } from '#support/server/exampleWorld.ts';
import { schemaChecks } from '../support/schemaChecks.ts';
import { type Call, startTestServer, type TestResponse, type TestServer } from '#support/server/testServer.ts';

// Each call is made just as the document's example has it, and what comes back is held to the document.

/** Calls that need something that no test has. */
const OTHERWISE: Record<string, string> = {
  // Its folder is none of this machine, and no Immich listens: tests/sources/server.
  'POST /sources': '400',
  'POST /sources/immich/albums': '400',
  // A source that photos have left: tests/sources/server/immich.test.ts.
  'POST /sources/:id/left': '409',
  'POST /auth/apple': '401',
  // A host name and an authenticator; tests/passkeys/server/passkeys.test.ts has both.
  'POST /auth/passkeys/challenge': '400',
  'POST /auth/passkeys/sign-in': '400',
  'POST /auth/passkeys/new': '400',
  'POST /auth/passkeys': '400',
  'PATCH /auth/passkeys/:id': '404',
  'DELETE /auth/passkeys/:id': '404',
  // The link of a new server; tests/setUp/server/setUp.test.ts has it.
  'POST /auth/set-up/state': '404',
  'POST /auth/set-up': '404',
  // A disk for backups; tests/backups/server/backupFolder.test.ts has a folder in its place.
  'PUT /backups': '400',
  'POST /backups/now': '409',
  'POST /installation/update': '409',
  // A photo that moves; tests/clips/server/clips.test.ts has one.
  'GET /photos/:albumSlug/clip/:filename': '404',
  // A link that allows downloads; tests/shares/server/sharedImages.test.ts has it.
  'GET /shares/mine/photos/:filename/original': '403',
};

const server: TestServer = await startTestServer({
  distDir: distFolder(),
  securityContact: 'mailto:ada@example.org',
  backups: { dir: undefined, everyMs: 86_400_000, keep: 7, roots: ['/nowhere'] },
});
server.dependencies.core.addresses.namedOrigin = () => 'https://photos.home';
const { body: document } = await server.call('/openapi.json');
if (!isRecord(document)) throw new Error('no document');
const calls = new Map(callsOf(document).map((call) => [call.name, call]));
const checks = schemaChecks(document);
const NAMES = [...calls.keys()];
let world: ExampleWorld;

beforeAll(async () => {
  world = await ExampleWorld.on(server);
});
afterAll(async () => {
  world.close();
  await server.close();
});

function callNamed(name: string): DescribedCall {
  const call = calls.get(name);
  if (!call) throw new Error(`The document has no ${name}`);
  return call;
}

function needs({ operation }: DescribedCall, scheme: string): boolean {
  return listOf(operation.security).some((one) => scheme in one);
}

/** An admin's session, or the key of a tablet where only a tablet may. */
async function credentialFor(call: DescribedCall): Promise<Call> {
  if (needs(call, 'person')) return { token: (await server.signIn({ permissions: ['admin'] })).token };
  if (needs(call, 'share') && !needs(call, 'key')) return { headers: await world.visitor() };
  if (!needs(call, 'key')) return {};
  return { key: (await world.listeningTablet()).key };
}

function sendForm(path: string, { token = '' }: Call): Promise<Response> {
  return jpeg({ seed: 99 }).then((bytes) => {
    const form = new FormData();
    form.append('photos', new Blob([new Uint8Array(bytes)]), 'a.jpg');
    const headers = { Authorization: `Bearer ${token}` };
    return fetch(server.origin + path, { method: 'POST', headers, body: form });
  });
}

async function asDescribed(call: DescribedCall): Promise<Pick<TestResponse, 'status' | 'body' | 'headers'>> {
  const credential = await credentialFor(call);
  const text = JSON.stringify(requestOf(call));
  const { method, path, body }: ReturnType<typeof requestOf> = JSON.parse(
    await world.inPlaceOfExamples(text, credential.token ?? ''),
  );
  const isForm = at(call.operation, ['requestBody', 'content', 'multipart/form-data']) !== undefined;
  if (!isForm) return server.call(path, { method, body, ...credential });
  const { status, headers, ...response } = await sendForm(path, credential).then(async (sent) => ({
    status: sent.status,
    headers: sent.headers,
    body: await sent.json(),
  }));
  return { status, headers, body: response.body };
}

function expectDescribed(
  call: DescribedCall,
  { status, headers, body }: Pick<TestResponse, 'status' | 'body' | 'headers'>,
) {
  const response = at(call.operation, ['responses', String(status)]);
  expect(response, `${status} is not described: ${JSON.stringify(body)}`).toBeDefined();
  const content = at(response, ['content']);
  if (content === undefined) return expect(body).toBe('');
  const [[mediaType, described] = ['', undefined]] = entriesOf(content);
  expect(headers.get('Content-Type')).toContain(mediaType);
  if (mediaType === 'application/json') expect(checks.errorsOf(at(described, ['schema']), body)).toEqual([]);
}

test.each(NAMES)('%s', async (name) => {
  const call = callNamed(name);
  const response = await asDescribed(call);
  const [good] = Object.keys(isRecord(call.operation.responses) ? call.operation.responses : {}).sort();
  expect(String(response.status), JSON.stringify(response.body)).toBe(OTHERWISE[name] ?? good);
  expectDescribed(call, response);
});
