import { io } from 'socket.io-client';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { TabletWithKey } from '#contract/tablets/schemas.ts';
import { EventReader } from '../../tests/support/server/eventReader.ts';
import { type Finding, onCluster, signInEverywhere } from './cluster.ts';
import { waitUntil } from './sockets.ts';

const GOAL_MS = 1_000;

/** Revokes a key at one server, and measures when its sockets and event streams on all servers are closed. */
export function revocation(rounds: number): Promise<Finding> {
  return onCluster(3, async ({ servers }) => {
    const [client] = await signInEverywhere(servers);
    if (!client) throw new Error('There are three servers');
    const headers = { Authorization: `Bearer ${client.token}`, 'Content-Type': 'application/json' };
    let slowestMs = 0;
    for (let round = 0; round < rounds; round += 1) {
      const body = JSON.stringify({ name: `Tablet ${round}` });
      const made = await fetch(client.origin + ADMIN_PATHS.tablets, { method: 'POST', headers, body });
      const { id, key }: TabletWithKey = JSON.parse(await made.text());
      const streams = await Promise.all(servers.map(({ origin }) => EventReader.open(origin, key)));
      const query = { token: key };
      const sockets = servers.map(({ origin }) =>
        io(`${origin}/nodes`, { query, forceNew: true, reconnection: false }),
      );
      await waitUntil(() => sockets.every(({ connected }) => connected));
      const begunAt = performance.now();
      const init = { method: 'DELETE', headers: { Authorization: headers.Authorization } };
      const revoked = await fetch(client.origin + ADMIN_PATHS.tablet(id), init);
      if (!revoked.ok) throw new Error(String(revoked.status));
      await waitUntil(() => streams.every(({ isOver }) => isOver) && sockets.every(({ connected }) => !connected));
      slowestMs = Math.max(slowestMs, Math.round(performance.now() - begunAt));
    }
    const broken = slowestMs <= GOAL_MS ? [] : [`the slowest took ${slowestMs} ms`];
    return { figures: { rounds, servers: servers.length, 'slowest ms': slowestMs }, broken };
  });
}
