import { existsSync } from 'node:fs';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import { isRecord, textOf } from '#domain/records.ts';
import { connected, openSocket, report, statuses } from '../../tests/support/server/nodeSockets.ts';
import { SoftAuthenticator } from '../../tests/support/server/softAuthenticator.ts';
import { type Cluster, createKey, type Finding, onCluster, signInEverywhere } from './cluster.ts';
import { waitUntil } from './sockets.ts';

/** From Debian's package libfaketime. */
const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
const MINUTES_OFF = [0, 6, -6];
const PAGE = 'http://tree.localhost';
const TOLD_WITHIN_MS = 3_000;

/**
 * Three servers, of which one has a clock that is ahead and one that is behind: each accepts the others' challenges and
 * links.
 */
export function clocks(): Promise<Finding> {
  if (!existsSync(LIBRARY)) throw new Error('There is no libfaketime on this machine: apt-get install libfaketime');
  const envOf = (index: number) => ({
    LD_PRELOAD: LIBRARY,
    FAKETIME: `${(MINUTES_OFF[index] ?? 0) * 60}s`.replace(/^(?=\d)/, '+'),
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    CORS_ORIGINS: PAGE,
  });
  return onCluster(MINUTES_OFF.length, across, { envOf });
}

async function across(cluster: Cluster): Promise<Finding> {
  const { servers } = cluster;
  const tokens = (await signInEverywhere(servers)).map(({ token }) => token);
  const [token = ''] = tokens;
  const nodeKey = await createKey(cluster, 'node');
  const origins = servers.map(({ origin }) => origin);
  const authenticator = await makePasskey(origins[0] ?? '', token);
  const tried: Record<string, number> = { sessions: 0, passkeys: 0, pairings: 0, nodes: 0 };
  const broken: string[] = [];
  const note = (what: string, isSo: boolean, pair: string) => {
    tried[what] = (tried[what] ?? 0) + 1;
    if (!isSo) broken.push(`${what} ${pair}`);
  };
  for (const [one, from] of origins.entries()) {
    const device = await connected(openSocket(from, nodeKey));
    const node = `node-${one}`;
    for (const [other, to] of origins.entries()) {
      const pair = `from ${MINUTES_OFF[one]} to ${MINUTES_OFF[other]} minutes`;
      const session = await ask(from, API_PATHS.devAdminSignIn, { method: 'GET' });
      note(
        'sessions',
        (await ask(to, ADMIN_PATHS.users, { method: 'GET', token: textOf(session ?? {}, 'token') })) !== undefined,
        pair,
      );
      note('passkeys', await signsIn(authenticator, from, to), pair);
      note('pairings', await pairs(from, to, token), pair);
      await report(device, node);
      const screen = await connected(openSocket(to, cluster.kioskKey));
      await waitUntil(async () => (await statuses(screen)).some(({ nodeId }) => nodeId === node));
      const found = (await statuses(screen)).find(({ nodeId }) => nodeId === node);
      note('nodes', (found?.durationSinceLastMs ?? Infinity) < TOLD_WITHIN_MS, pair);
      screen.disconnect();
    }
    device.disconnect();
  }
  return { figures: { 'minutes off': MINUTES_OFF.join(' '), ...tried, failed: broken.length }, broken };
}

interface Asked {
  method?: string;
  token?: string;
  body?: unknown;
}

/** The response's JSON; undefined when the request was rejected. */
async function ask(
  origin: string,
  path: string,
  { method = 'POST', token, body }: Asked = {},
): Promise<Record<string, unknown> | undefined> {
  const response = await fetch(origin + path, {
    method,
    headers: {
      Origin: PAGE,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const said: unknown = JSON.parse((await response.text()) || '{}');
  if (!response.ok) return undefined;
  return isRecord(said) ? said : {};
}

async function makePasskey(origin: string, token: string): Promise<SoftAuthenticator> {
  const authenticator = new SoftAuthenticator();
  const options = await ask(origin, '/auth/passkeys/new', { token });
  const challenge = textOf(options ?? {}, 'challenge');
  const made = await ask(origin, '/auth/passkeys', { token, body: authenticator.make({ challenge, origin: PAGE }) });
  if (!made) throw new Error('The passkey was not made');
  return authenticator;
}

async function signsIn(authenticator: SoftAuthenticator, from: string, to: string): Promise<boolean> {
  const options = await ask(from, '/auth/passkeys/challenge');
  const challenge = textOf(options ?? {}, 'challenge');
  const body = authenticator.sign({ challenge, origin: PAGE });
  return (await ask(to, '/auth/passkeys/sign-in', { body })) !== undefined;
}

/**
 * A screen gets its code from one server, an admin types it at another, and the screen collects its key at the first.
 */
async function pairs(from: string, to: string, token: string): Promise<boolean> {
  const offer = await ask(from, API_PATHS.pairing);
  if (!offer) return false;
  const accept = ADMIN_PATHS.acceptPairing(textOf(offer, 'code'));
  const name = `Screen ${textOf(offer, 'code')}`;
  if ((await ask(to, accept, { token, body: { name } })) === undefined) return false;
  const state = await ask(from, API_PATHS.pairingState(textOf(offer, 'secret')), { method: 'GET' });
  return textOf(state ?? {}, 'state') === 'paired';
}
