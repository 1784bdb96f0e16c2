import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SoftAuthenticator } from '../../support/server/softAuthenticator.ts';
import { fieldOf, startTestServer, type TestServer } from '../../support/server/testServer.ts';

// A person is blocked, or a passkey removed, while a call about it is on its way.

const ORIGIN = 'https://tree.example';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ corsOrigins: [ORIGIN], publicUrl: undefined });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

const post = (path: string, body: unknown, token?: string) =>
  server.call(path, {
    method: 'POST',
    ...(body === undefined ? {} : { body }),
    ...(token === undefined ? {} : { token }),
    headers: { Origin: ORIGIN },
  });

async function make(token: string, authenticator = new SoftAuthenticator()) {
  const challenge = fieldOf(await post('/auth/passkeys/new', undefined, token), 'challenge');
  return post('/auth/passkeys', authenticator.make({ challenge, origin: ORIGIN }), token);
}

test('a passkey that its owner removes meanwhile is told as removed, not as copied', async () => {
  const { token } = await server.signIn();
  const authenticator = new SoftAuthenticator();
  const id = fieldOf(await make(token, authenticator), 'id');
  const { passkeys } = server.dependencies;
  const noteUse = passkeys.noteUse.bind(passkeys);
  vi.spyOn(passkeys, 'noteUse').mockImplementationOnce(async (passkey, counter) => {
    expect((await server.call(`/auth/passkeys/${id}`, { method: 'DELETE', token })).status).toBe(204);
    return noteUse(passkey, counter);
  });
  const challenge = fieldOf(await post('/auth/passkeys/challenge', undefined), 'challenge');
  const response = await post('/auth/passkeys/sign-in', authenticator.sign({ challenge, origin: ORIGIN }));
  expect(response).toMatchObject({ status: 401, body: { message: expect.stringContaining('does not know') } });
});
