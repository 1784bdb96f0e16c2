import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '../run/apiClient.ts';
import { Balancer } from '../run/balancer.ts';
import { startOwnPostgres } from '../run/postgresServer.ts';
import { hasSwift, startOwnStore, SWIFT_PACKAGES } from '../run/storeServer.ts';
import { ServerProcess } from '../run/serverProcess.ts';
import type { Demo } from './startDemo.ts';
import { fillLibrary } from './library.ts';

interface ClusterDemo extends Demo {
  /** Each server's own address and process, to kill one and watch. */
  servers: readonly { origin: string; pid: number | undefined }[];
  /** The place of the photos. */
  photos: string;
}

/**
 * Starts several servers on one PostgreSQL and one object store, with painted albums, and a balancer before them. Without an
 * OpenStack Swift on this machine they share a folder.
 */
export async function startCluster(port: number, count: number): Promise<ClusterDemo> {
  const postgres = await startOwnPostgres();
  const store = hasSwift() ? await startOwnStore() : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'circuit-tree-cluster-'));
  const ofStore = store && { S3_URL: store.url, ...store.keys };
  const env = { DATABASE_URL: postgres.url, TRUST_PROXY: '127.0.0.1', ...ofStore };
  const dataDirOf = (index: number) => (store ? join(folder, String(index)) : folder);
  const servers = Array.from({ length: count }, (_, index) => new ServerProcess({ dataDir: dataDirOf(index), env }));
  // One after the other: the first one makes the tables.
  for (const server of servers) await server.start();
  const [first] = servers;
  if (!first) throw new Error('At least one server');
  const filled = ApiClient.signedIn(first.origin).then(fillLibrary);
  const balancer = await new Balancer(servers.map(({ origin }) => origin)).listen(port);
  const stop = async () => {
    balancer.close();
    await Promise.all(servers.map((server) => server.stop('SIGKILL')));
    await store?.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const photos = store?.url ?? `${folder} (apt-get install ${SWIFT_PACKAGES}: then they are in an object store)`;
  return { origin: balancer.origin, kioskKey: first.kioskKey, filled, servers, photos, stop };
}
