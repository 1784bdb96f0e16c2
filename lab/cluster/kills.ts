import { setTimeout as wait } from 'node:timers/promises';
import { openDependencies } from '#support/server/library.ts';
import { verifyLibrary } from '#server/library/verify.ts';
import { readSettings } from '#server/core/settings/settings.ts';
import type { ApiClient } from '../../scripts/run/apiClient.ts';
import { ServerProcess } from '../../scripts/run/serverProcess.ts';
import { jpeg } from '../../tests/support/pictures/images.ts';
import { type Cluster, type Finding, onCluster, signInEverywhere } from './cluster.ts';

const UPLOADERS = 3;
const REST_MS = 2_000;

/** Kills one server after another at random, by SIGKILL, while photos are uploaded to all of them. */
export function kills(minutes: number, { withStore = false } = {}): Promise<Finding> {
  return onCluster(3, (cluster) => killing(cluster, minutes), { withStore });
}

async function killing(cluster: Cluster, minutes: number): Promise<Finding> {
  const clients = await signInEverywhere(cluster.servers);
  const [first] = clients;
  if (!first) throw new Error('There are three servers');
  const { id: albumId } = await first.createAlbum('Kills', 'kills');
  const acknowledged = new Set<string>();
  const until = Date.now() + minutes * 60_000;
  let cut = 0;
  const upload = async (number: number) => {
    for (let turn = 0; Date.now() < until; turn += 1) {
      const client = clients[(number + turn) % clients.length];
      const bytes = new Uint8Array(await jpeg({ width: 300, height: 200, seed: number * 1_000_000 + turn }));
      const photos = await send(client, albumId, { name: `${number}-${turn}.jpg`, bytes });
      if (!photos) cut += 1;
      for (const filename of photos ?? []) acknowledged.add(filename);
    }
  };
  const kill = async () => {
    let count = 0;
    while (Date.now() < until) {
      await wait(Math.random() * REST_MS);
      const victim = cluster.servers[Math.floor(Math.random() * cluster.servers.length)];
      await victim?.stop('SIGKILL');
      await victim?.start();
      count += 1;
    }
    return count;
  };
  const [count] = await Promise.all([kill(), ...Array.from({ length: UPLOADERS }, (_, number) => upload(number))]);
  const found = await lookAfterwards(cluster, { albumId, acknowledged });
  const figures = { minutes, kills: count, 'photos acknowledged': acknowledged.size, 'requests cut': cut, ...found };
  const broken = Object.entries(found).flatMap(([what, number]) => (number === 0 ? [] : [`${number} ${what}`]));
  return { figures, broken };
}

async function send(
  client: ApiClient | undefined,
  albumId: string,
  file: { name: string; bytes: Uint8Array<ArrayBuffer> },
): Promise<string[] | undefined> {
  try {
    return (await client?.upload(albumId, [file]))?.photos.map(({ filename }) => filename);
  } catch {
    return undefined;
  }
}

/** Checks the stores directly, once a server that starts alone has swept. */
async function lookAfterwards(
  { servers, dataDir, env }: Cluster,
  { albumId, acknowledged }: { albumId: string; acknowledged: ReadonlySet<string> },
): Promise<{ lost: number; missing: number; orphaned: number; mismatching: number }> {
  for (const server of servers) await server.stop();
  const alone = await new ServerProcess({ dataDir, env: { ...env } }).start();
  await alone.stop();
  const dependencies = await openDependencies(readSettings({ DATA_DIR: dataDir, ...env }));
  try {
    const { missing, orphaned, mismatching } = await verifyLibrary(dependencies.photos);
    let lost = 0;
    for (const filename of acknowledged) {
      if (!(await dependencies.photos.photos.has({ albumId, filename }))) lost += 1;
    }
    return { lost, missing: missing.length, orphaned: orphaned.length, mismatching: mismatching.length };
  } finally {
    await dependencies.close();
  }
}
