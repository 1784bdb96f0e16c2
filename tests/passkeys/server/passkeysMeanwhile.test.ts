import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MESSAGES } from '#domain/messages.ts';
import { passkeys as passkeysSubject } from '#server/passkeys/index.ts';
import { SoftAuthenticator } from '#support/server/softAuthenticator.ts';
import { fieldOf, startTestServer, type TestServer } from '#support/server/testServer.ts';

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

const block = async (userId: string, blocked: boolean) => {
  const { token } = await server.signIn({ permissions: ['admin'] });
  expect((await server.call(`/users/${userId}/block`, { method: 'PUT', token, body: { blocked } })).status).toBe(200);
};

test('a passkey that its owner removes meanwhile is told as removed, not as copied', async () => {
  const { token } = await server.signIn();
  const authenticator = new SoftAuthenticator();
  const id = fieldOf(await make(token, authenticator), 'id');
  const { passkeys } = passkeysSubject.of(server.dependencies.core);
  const noteUse = passkeys.noteUse.bind(passkeys);
  vi.spyOn(passkeys, 'noteUse').mockImplementationOnce(async (passkey, counter) => {
    expect((await server.call(`/auth/passkeys/${id}`, { method: 'DELETE', token })).status).toBe(204);
    return noteUse(passkey, counter);
  });
  const challenge = fieldOf(await post('/auth/passkeys/challenge', undefined), 'challenge');
  const response = await post('/auth/passkeys/sign-in', authenticator.sign({ challenge, origin: ORIGIN }));
  expect(response).toMatchObject({ status: 401, body: { message: expect.stringContaining('does not know') } });
});

test('an account that is blocked meanwhile gets no passkey', async () => {
  const { user, token } = await server.signIn();
  const { passkeys } = passkeysSubject.of(server.dependencies.core);
  const add = passkeys.add.bind(passkeys);
  vi.spyOn(passkeys, 'add').mockImplementationOnce(async (passkey) => {
    await block(user.id, true);
    return add(passkey);
  });
  expect(await make(token)).toMatchObject({ status: 403, body: { message: MESSAGES.accountBlocked } });
  await block(user.id, false);
  expect(await passkeys.listOf(user.id)).toEqual([]);
});

test('one too many, made from another page meanwhile, is refused as such', async () => {
  const { user, token } = await server.signIn();
  const { passkeys } = passkeysSubject.of(server.dependencies.core);
  const challenge = fieldOf(await post('/auth/passkeys/new', undefined, token), 'challenge');
  for (let count = 0; count < 20; count += 1) {
    const publicKey = new Uint8Array([1]);
    const others = { counter: 0, transports: [], host: 'tree.example', name: `No. ${count}` };
    await passkeys.add({ credentialId: `other-${count}`, userId: user.id, publicKey, ...others });
  }
  const body = new SoftAuthenticator().make({ challenge, origin: ORIGIN });
  expect(await post('/auth/passkeys', body, token)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('the most there can be') },
  });
});
