import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { startTestServer } from '#support/server/testServer.ts';
import { type Bench, inTurns } from '../measuring/bench.ts';
import { answersPerProcessorSecond } from '../measuring/load.ts';

const ROUNDS = 3;
const NODES = 5_000;

/** The cost of a heartbeat with a value by one call, while 5,000 nodes send them. */
export const pingBench: Bench = {
  id: 'ping',
  run: async () => {
    const server = await startTestServer();
    try {
      const key = await server.createKey('bench', 'node');
      const pings = Array.from({ length: NODES }, (_, node) => `/ping/${key}/node-${node}?value=${node % 40}&unit=C`);
      const rate = (paths: string[]) => answersPerProcessorSecond({ origin: server.origin, paths, pid: process.pid });
      // All nodes are known before it is measured.
      await rate(pings);
      const { ping, health } = await inTurns(ROUNDS, { ping: () => rate(pings), health: () => rate(['/health']) });
      const { status } = await server.call(ADMIN_PATHS.node(`node-${NODES - 1}`), await server.signIn());
      if (status !== 200) throw new Error('The last node was not heard');
      return [
        {
          name: 'pings of 5,000 nodes, with a value each: CPU',
          against: '/health of the same server',
          ratio: health / ping,
          goal: { kind: 'at most', value: 1.5, unit: '×' },
          figures: {
            ours: `${Math.round(ping)} per processor second`,
            '/health': `${Math.round(health)} per processor second`,
          },
        },
      ];
    } finally {
      await server.close();
    }
  },
};
