import { readFileSync } from 'node:fs';
import { API_PATHS } from '#contract/paths.ts';
import { type Finding, onCluster } from './cluster.ts';

const GOAL = 1.1;
const CLIENTS_OF_A_SERVER = 8;
const WARM_UP = 2_000;
/** Linux's name for a tick of the processor's time. */
const TICKS_PER_SECOND = 100;

/**
 * The processor time of one list of albums, with 1, 2 and 4 servers that are equally busy. For comparison, four servers
 * that share the clients of one: simultaneous requests share one query to PostgreSQL, and then fewer are simultaneous.
 */
export async function cost(requests: number): Promise<Finding> {
  const one = await perRequest({ servers: 1, clients: CLIENTS_OF_A_SERVER, requests });
  const ratioOf = async (servers: number, clients: number) => (await perRequest({ servers, clients, requests })) / one;
  const two = await ratioOf(2, 2 * CLIENTS_OF_A_SERVER);
  const four = await ratioOf(4, 4 * CLIENTS_OF_A_SERVER);
  const shared = await ratioOf(4, CLIENTS_OF_A_SERVER);
  const figures = {
    requests,
    'ms of one': one.toFixed(3),
    'of two': `${two.toFixed(2)}×`,
    'of four': `${four.toFixed(2)}×`,
    'of four with as few clients as one': `${shared.toFixed(2)}×`,
  };
  const broken = Math.max(two, four) <= GOAL ? [] : [`more than ${GOAL}× of one server's`];
  return { figures, broken };
}

interface Load {
  servers: number;
  clients: number;
  requests: number;
}

function perRequest({ servers: count, clients, requests }: Load): Promise<number> {
  return onCluster(count, async ({ servers, kioskKey }) => {
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
      await Promise.all(Array.from({ length: clients }, client));
    };
    // Each server has to have compiled its code, however many share the requests.
    await all(WARM_UP * count);
    const before = servers.map(({ pid }) => processorMs(pid));
    await all(requests);
    const spent = servers.reduce((sum, { pid }, index) => sum + processorMs(pid) - (before[index] ?? 0), 0);
    return spent / requests;
  });
}

function processorMs(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
}
