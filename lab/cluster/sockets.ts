import { io, type Socket } from 'socket.io-client';
import { createKey, type Finding, onCluster, percentile } from './cluster.ts';

const GOAL_MS = 3_000;

/** Devices behind the balancer; one of three servers is killed, and its devices connect anew to the others. */
export function sockets(devices: number): Promise<Finding> {
  return onCluster(3, async (cluster) => {
    const key = await createKey(cluster, 'node');
    const lost = new Map<Socket, number>();
    const tookMs: number[] = [];
    const open = (number: number) => {
      const socket = io(`${cluster.balancer.origin}/nodes`, {
        // Only for the balancer, which distinguishes clients by this header.
        extraHeaders: { 'user-agent': `device ${number}` },
        query: { token: key },
        forceNew: true,
        transports: ['websocket'],
        randomizationFactor: 0.5,
        reconnectionDelay: 500,
        reconnectionDelayMax: 2_000,
      });
      socket.on('disconnect', () => lost.set(socket, performance.now()));
      socket.on('connect', () => {
        const since = lost.get(socket);
        lost.delete(socket);
        if (since !== undefined) tookMs.push(performance.now() - since);
      });
      return socket;
    };
    const all = Array.from({ length: devices }, (_, number) => open(number));
    try {
      await waitUntil(() => all.every(({ connected }) => connected));
      await cluster.servers[1]?.stop('SIGKILL');
      await waitUntil(() => tookMs.length > 0);
      await waitUntil(() => lost.size === 0 && all.every(({ connected }) => connected));
    } finally {
      for (const socket of all) socket.disconnect();
    }
    const p99 = percentile(tookMs, 0.99);
    const figures = { devices, 'of the killed server': tookMs.length, 'back p99 ms': p99 };
    return { figures, broken: p99 <= GOAL_MS ? [] : [`p99 is ${p99} ms`] };
  });
}

export async function waitUntil(isSo: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('It did not come about in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
