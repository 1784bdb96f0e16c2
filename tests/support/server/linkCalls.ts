import { randomUUID } from 'node:crypto';
import { CSRF_HEADER } from '#contract/paths.ts';
import { COOKIES } from '#contract/storageKeys.ts';
import { isRecord, textOf } from '#domain/records.ts';
import { TabletClient } from '#support/server/tabletClient.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

export const OWN = 'photos.home:8443';
const CSRF = 'a'.repeat(48);

export interface Ready {
  server: TestServer;
  /** Calls whose responses hold a link. */
  calls: () => { url: string; payload: object }[];
  token: string;
}

export async function readyServer(settings: Parameters<typeof startTestServer>[0]): Promise<Ready> {
  const server = await startTestServer(settings);
  const { token, user } = await server.signIn({ permissions: ['admin', 'photos:write'] });
  const client = await TabletClient.on(server);
  const albumId = await client.albumIdOf({ name: 'summer', slug: 'summer' });
  const calls = () => [
    { url: '/invitations', payload: { name: 'Tom', permissions: [], term: 'day' } },
    { url: `/users/${user.id}/sign-in-link`, payload: {} },
    { url: '/tablets', payload: { name: `hall ${randomUUID()}` } },
    { url: '/shares', payload: { albumId, term: 'day' } },
  ];
  return { server, calls, token };
}

/** Where the four links lead that a request with these headers makes; a number is a refusal's status. */
export async function linksWith({ server, calls, token }: Ready, headers: Record<string, string>) {
  const origins: (string | number)[] = [];
  for (const call of calls()) {
    const { statusCode, body } = await server.app.inject({
      method: 'POST',
      ...call,
      headers: { authorization: `Bearer ${token}`, host: OWN, ...headers },
    });
    const made: unknown = statusCode < 300 ? JSON.parse(body) : undefined;
    origins.push(isRecord(made) ? new URL(textOf(made, 'url')).origin : statusCode);
  }
  return [...new Set(origins)];
}

export const asPage = (origin: string) => ({
  origin,
  cookie: `${COOKIES.csrf}=${CSRF}`,
  [CSRF_HEADER.toLowerCase()]: CSRF,
});
