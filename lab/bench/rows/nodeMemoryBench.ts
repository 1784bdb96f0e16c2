import type { Bench } from '../measuring/bench.ts';
import { ourServer, SCREENS } from './nodesBench.ts';
import { startTraffic } from '../measuring/nodeTraffic.ts';
import { residentMegabytes } from '../measuring/processMemory.ts';

const NODES = 5_000;
const MINUTES = 10;

/** Whether a fleet that reports each second, and screens that show it, make the server grow. */
export const nodeMemoryBench: Bench = {
  id: 'nodeMemory',
  run: async () => {
    const server = await ourServer();
    const traffic = await startTraffic({ ...server, nodes: NODES, screens: SCREENS });
    const megabytes: number[] = [];
    try {
      for (let minute = 0; minute < MINUTES; minute += 1) {
        await traffic.measure(60);
        megabytes.push(residentMegabytes(server.pid));
      }
    } finally {
      traffic.stop();
      await server.stop();
    }
    const [first = Number.NaN, last = Number.NaN] = [megabytes[0], megabytes.at(-1)];
    return [
      {
        name: `${NODES.toLocaleString('en')} nodes a second, ${SCREENS} screens: memory after ${MINUTES} minutes`,
        against: 'after the first minute',
        ratio: last / first,
        goal: { kind: 'at most', value: 1.2, unit: '×' },
        figures: { 'minute by minute': megabytes.map((size) => `${size.toFixed(0)} MB`).join(' ') },
      },
    ];
  },
};
