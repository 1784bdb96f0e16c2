import { readFileSync } from 'node:fs';
import { API_PATHS } from '../../../src/contract/paths.ts';
import { type Finding, onCluster } from './cluster.ts';

const GOAL = 1.1;
const CLIENTS = 8;
const WARM_UP = 4_000;
/** What Linux calls a tick of the processor's time. */
const TICKS_PER_SECOND = 100;

/** The time of the processor that one list of albums costs, with 1, 2 and 4 servers that share the requests. */
export async function cost(requests: number): Promise<Finding> {
  const perRequest: Record<number, number> = {};
  for (const count of [1, 2, 4]) {
    perRequest[count] = await onCluster(count, async ({ servers, kioskKey }) => {
      const ask = async (number: number) => {
        const { origin } = servers[number % count] ?? { origin: '' };
        const response = await fetch(origin + API_PATHS.albums, { headers: { 'X-API-Key': kioskKey } });
        await response.arrayBuffer();
        if (!response.ok) throw new Error(String(response.status));
      };
      const all = async (total: number) => {
        let next = 0;
        const client = async () => {
          while (next < total) await ask((next += 1));
        };
        await Promise.all(Array.from({ length: CLIENTS }, client));
      };
      // Each server has to have compiled its code, however many share the requests.
      await all(WARM_UP * count);
      const before = servers.map(({ pid }) => processorMs(pid));
      await all(requests);
      const spent = servers.reduce((sum, { pid }, index) => sum + processorMs(pid) - (before[index] ?? 0), 0);
      return spent / requests;
    });
  }
  const [one = 1, two = 1, four = 1] = [perRequest[1], perRequest[2], perRequest[4]];
  const ratio = { two: two / one, four: four / one };
  const figures = {
    requests,
    'ms of one': one.toFixed(3),
    'of two': `${ratio.two.toFixed(2)}×`,
    'of four': `${ratio.four.toFixed(2)}×`,
  };
  const broken = Object.values(ratio).every((each) => each <= GOAL) ? [] : [`more than ${GOAL}× of one server's`];
  return { figures, broken };
}

function processorMs(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
}
