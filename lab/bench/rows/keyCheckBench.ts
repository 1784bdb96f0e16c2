import { API_PATHS } from '#contract/paths.ts';
import { startTestServer } from '#support/server/testServer.ts';
import { type Bench, inTurns } from '../measuring/bench.ts';
import { answersPerProcessorSecond } from '../measuring/load.ts';
import { makeRows } from '../measuring/manyRows.ts';

const ROUNDS = 3;
/** The size of a home's list, which is sent without compression. */
const ALBUMS = 5;

/** The cost of a key in a request. */
export const keyCheckBench: Bench = {
  id: 'keyCheck',
  run: async () => {
    const server = await startTestServer();
    try {
      await makeRows(server.dependencies.settings.dataDir, { albums: ALBUMS, photosPerAlbum: 1 });
      const headers = { 'X-API-Key': await server.createKey('bench') };
      const rate = (path: string) =>
        answersPerProcessorSecond({ origin: server.origin, paths: [path], headers, pid: process.pid });
      const { list, health } = await inTurns(ROUNDS, {
        list: () => rate(API_PATHS.albums),
        health: () => rate('/health'),
      });
      return [
        {
          name: 'list of albums with a key, cached',
          against: '/health of the same server, which asks for none',
          ratio: list / health,
          goal: { kind: 'at least', value: 0.6, unit: '×' },
          figures: {
            ours: `${Math.round(list)} per processor second`,
            '/health': `${Math.round(health)} per processor second`,
          },
        },
      ];
    } finally {
      await server.close();
    }
  },
};
