import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkHandshake, mayRead, mayReport } from '#server/nodes/socket/handshake.ts';
import type { NodesServer } from '#server/nodes/socket/nodeServices.ts';
import type { KeyPrincipal, UserPrincipal } from '#server/core/access/access.ts';

const ADA: UserPrincipal = { kind: 'user', userId: 'ada', sessionId: 's1', permissions: [], albumIds: null };
const KIOSK: KeyPrincipal = { kind: 'key', keyId: '1', use: 'kiosk', tabletId: 't1', albumIds: null };
const LAMP: KeyPrincipal = { kind: 'key', keyId: '2', use: 'node', tabletId: null, albumIds: null };
const GUESTS: KeyPrincipal = { kind: 'key', keyId: '3', use: 'kiosk', tabletId: 't2', albumIds: ['summer'] };
const KEYS: Record<string, KeyPrincipal> = { kiosk: KIOSK, lamp: LAMP, guests: GUESTS };

let server: NodesServer;
let client: Socket | undefined;
let origin: string;
let attempts: (string | undefined)[];
let lookedUp: string[];
let tooMany: boolean;
let logged: unknown[];

beforeEach(async () => {
  [attempts, lookedUp, logged, tooMany] = [[], [], [], false];
  const http = createServer();
  server = new Server(http);
  const look = <Found>(token: string, found: Found): Found => {
    lookedUp.push(token);
    if (token === 'broken') throw new Error('The database is busy');
    return found;
  };
  const check = checkHandshake(
    {
      credentials: {
        ofToken: async (token) => look(token, token === 'ada' ? ADA : undefined),
        ofKey: async (key) => look(key, KEYS[key]),
        codeOfKey: async (key) => look(key, key === 'revoked' ? 'credential-refused' : 'credential-unknown'),
      },
      failedAttemptLimit: {
        count: (address) => {
          attempts.push(address);
          return tooMany;
        },
      },
      trustsProxy: (address) => address?.endsWith('127.0.0.1') ?? false,
      log: { error: (...said: unknown[]) => void logged.push(said) },
    },
    () => 7,
  );
  server.of('/nodes').use(check);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/nodes`;
});
afterEach(async () => {
  client?.disconnect();
  await server.close();
});

interface Attempt {
  token?: string;
  forwardedFor?: string;
}

/** The outcome of a connection: 'in', or the error that it ended with. */
function attempt({ token, forwardedFor }: Attempt): Promise<'in' | { message: string; data: unknown }> {
  const socket = io(origin, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    ...(token === undefined ? {} : { query: { token } }),
    ...(forwardedFor === undefined ? {} : { extraHeaders: { 'X-Forwarded-For': forwardedFor } }),
  });
  client = socket;
  return new Promise((resolve) => {
    socket.on('connect', () => resolve('in'));
    socket.on('connect_error', (error) =>
      resolve({ message: error.message, data: 'data' in error ? error.data : undefined }),
    );
  });
}

const INVALID = { message: 'This token or API key is not valid', data: { code: 'credential-unknown' } };

describe('a handshake', () => {
  test.each([
    ['ada', ADA],
    ['kiosk', KIOSK],
    ['lamp', LAMP],
  ])('with the token of %s gets in, as who it is', async (token, principal) => {
    expect(await attempt({ token })).toBe('in');
    const [socket] = await server.of('/nodes').fetchSockets();
    expect(socket?.data).toEqual({ principal, changesSeen: 7, unsent: 0 });
    expect(attempts).toEqual([]);
  });

  test('looks no further for a key once a person is found', async () => {
    await attempt({ token: 'ada' });
    expect(lookedUp).toEqual(['ada']);
  });

  test('with a wrong token is rejected, and counted', async () => {
    expect(await attempt({ token: 'wrong' })).toEqual(INVALID);
    expect(lookedUp).toEqual(['wrong', 'wrong', 'wrong']);
    expect(attempts).toHaveLength(1);
  });

  test.each([
    ['none', {}],
    ['an empty one', { token: '' }],
    ['one longer than any of ours', { token: 'x'.repeat(513) }],
  ])('with %s is rejected and counted without a look into the database', async (_name, asked) => {
    expect(await attempt(asked)).toEqual(INVALID);
    expect(lookedUp).toEqual([]);
    expect(attempts).toHaveLength(1);
  });

  test('with one as long as may be is looked up', async () => {
    await attempt({ token: 'x'.repeat(512) });
    expect(lookedUp).toHaveLength(3);
  });

  test('counts for the visitor whom a trusted proxy names', async () => {
    await attempt({ token: 'wrong', forwardedFor: '198.51.100.1' });
    expect(attempts).toEqual(['198.51.100.1']);
  });

  test('after too many wrong ones is told to wait, which says nothing of the token', async () => {
    tooMany = true;
    expect(await attempt({ token: 'wrong' })).toEqual({
      message: 'Too many wrong keys or tokens from your address: please wait a minute',
      data: { code: 'too-many-guesses' },
    });
  });

  test('with a revoked key is told so, however many wrong ones there were', async () => {
    tooMany = true;
    expect(await attempt({ token: 'revoked' })).toEqual({ ...INVALID, data: { code: 'credential-refused' } });
    expect(attempts).toEqual([]);
  });

  test('of a tablet that may see some albums is refused with the reason, and is no guess', async () => {
    expect(await attempt({ token: 'guests' })).toEqual({
      message: 'This tablet may see some albums only, and nothing of nodes',
      data: { code: 'not-allowed' },
    });
    expect(attempts).toEqual([]);
  });

  test('that cannot be checked is told to try again; what went wrong is logged and not told', async () => {
    expect(await attempt({ token: 'broken' })).toEqual({
      message: 'The server could not check the token',
      data: { code: 'try-again' },
    });
    expect(logged).toEqual([[{ err: new Error('The database is busy') }, 'A token could not be checked']]);
    expect(attempts).toEqual([]);
  });
});

test('people and kiosks read about nodes, and only a device reports', () => {
  expect([ADA, KIOSK, LAMP, GUESTS].map(mayRead)).toEqual([true, true, false, false]);
  expect([ADA, KIOSK, LAMP, GUESTS].map(mayReport)).toEqual([false, false, true, false]);
});
