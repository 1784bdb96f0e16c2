import { setTimeout as wait } from 'node:timers/promises';
import { API_PATHS, imagePath, UPLOAD_FIELD } from '#contract/paths.ts';
import { jpeg } from '../../tests/support/pictures/images.ts';
import { type Cluster, type Finding, onCluster, signInEverywhere } from './cluster.ts';
import { waitUntil } from './sockets.ts';

const BACK_WITHIN_MS = 2_000;
const ON = '200';
/** Rejected with a sentence for people. */
const SAID = '503 with a sentence';

/** Requested by nobody before, so that no server has them in memory. */
const OTHER_IMAGES = 'other images';

type Part = 'postgres' | 'store';

/** The outcome of each request while a part is away. */
const EXPECTED: Record<Part, Record<string, string>> = {
  postgres: { writes: SAID, lists: ON, 'images in memory': ON },
  store: { uploads: SAID, lists: ON, 'images in memory': ON, [OTHER_IMAGES]: SAID },
};

type Requests = Record<string, (origin: string) => Promise<Response>>;

/** PostgreSQL, or the object store, goes away and comes back, while the servers keep running. */
export function away(part: Part, seconds: number): Promise<Finding> {
  return onCluster(2, (cluster) => during(cluster, part, seconds), { withStore: part === 'store' });
}

async function during(cluster: Cluster, part: Part, seconds: number): Promise<Finding> {
  const { servers } = cluster;
  const missing = cluster[part];
  if (!missing) throw new Error(`There is a ${part}`);
  const requests = await requestsOf(cluster);
  const expected = EXPECTED[part];
  const tried = Object.keys(expected).map((what) => [what, requests[what] ?? never] as const);
  const seen: Record<string, Set<string>> = Object.fromEntries(tried.map(([what]) => [what, new Set()]));
  // Writes first: they empty the caches of the other servers.
  const before = tried.filter(([what]) => what !== OTHER_IMAGES);
  for (const [, request] of before) for (const { origin } of servers) await endOf(await request(origin));

  await missing.halt();
  const until = Date.now() + seconds * 1_000;
  while (Date.now() < until) {
    for (const { origin } of servers) {
      for (const [what, request] of tried) seen[what]?.add(await endOf(await request(origin)));
    }
    await wait(500);
  }
  await missing.resume();
  const backAt = performance.now();
  const isWell = async (origin: string) => {
    for (const [, request] of tried) if (!(await request(origin)).ok) return false;
    return true;
  };
  for (const { origin } of servers) await waitUntil(() => isWell(origin));
  const backMs = Math.round(performance.now() - backAt);

  const found = tried.map(([what]) => [what, [...(seen[what] ?? [])].toSorted().join(' and ')] as const);
  const broken = found
    .filter(([what, ends]) => ends !== expected[what])
    .map(([what, ends]) => `${what} ended with ${ends}, not ${expected[what]}`);
  if (backMs > BACK_WITHIN_MS) broken.push(`all well only ${backMs} ms after its return`);
  const figures = { seconds, ...Object.fromEntries(found), 'well again after ms': backMs };
  return { figures, broken };
}

async function requestsOf({ servers, kioskKey }: Cluster): Promise<Requests> {
  const [client] = await signInEverywhere(servers);
  if (!client) throw new Error('There are two servers');
  const { id } = await client.createAlbum('Away', 'away');
  const files = [1, 2].map(async (seed) => ({ name: `${seed}.jpg`, bytes: new Uint8Array(await jpeg({ seed })) }));
  const { photos } = await client.upload(id, await Promise.all(files));
  const [photo, other] = photos;
  if (!photo || !other) throw new Error('The photos were not taken');
  const as = { Authorization: `Bearer ${client.token}` };
  let turn = photos.length;
  return {
    lists: (origin) => fetch(origin + API_PATHS.albums, { headers: { 'X-API-Key': kioskKey } }),
    'images in memory': (origin) => fetch(origin + imagePath(photo, 'thumbnail')),
    [OTHER_IMAGES]: (origin) => fetch(origin + imagePath(other, 'medium')),
    writes: (origin) => {
      turn += 1;
      const headers = { ...as, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ name: `Away ${turn}`, slug: `away-${turn}` });
      return fetch(origin + API_PATHS.albums, { method: 'POST', headers, body });
    },
    uploads: async (origin) => {
      turn += 1;
      const body = new FormData();
      body.append(UPLOAD_FIELD, new Blob([new Uint8Array(await jpeg({ seed: turn }))]), `${turn}.jpg`);
      return fetch(origin + API_PATHS.albumPhotos(id), { method: 'POST', headers: as, body });
    },
  };
}

async function endOf(response: Response): Promise<string> {
  const { status } = response;
  const text = await response.text();
  if (status < 300) return ON;
  return /"message":"[^"]{20,}/.test(text) ? `${status} with a sentence` : String(status);
}

function never(): Promise<Response> {
  throw new Error('Each of these is among the requests');
}
