import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '../run/apiClient.ts';
import { Balancer } from '../run/balancer.ts';
import { startOwnPostgres } from '../run/postgresServer.ts';
import { ServerProcess } from '../run/serverProcess.ts';
import type { Demo } from './startDemo.ts';
import { fillLibrary } from './library.ts';

interface ClusterDemo extends Demo {
  /** Each server's own address and process, to kill one and watch. */
  servers: readonly { origin: string; pid: number | undefined }[];
}

/** Starts several servers on one PostgreSQL and one folder, with painted albums, and a balancer before them. */
export async function startCluster(port: number, count: number): Promise<ClusterDemo> {
  const postgres = await startOwnPostgres();
  const dataDir = mkdtempSync(join(tmpdir(), 'circuit-tree-cluster-'));
  const env = { DATABASE_URL: postgres.url, TRUST_PROXY: '127.0.0.1' };
  const servers = Array.from({ length: count }, () => new ServerProcess({ dataDir, env }));
  // One after the other: the first one makes the tables.
  for (const server of servers) await server.start();
  const [first] = servers;
  if (!first) throw new Error('At least one server');
  await fillLibrary(await ApiClient.signedIn(first.origin), (text) => console.log(`→ ${text}`));
  const balancer = await new Balancer(servers.map(({ origin }) => origin)).listen(port);
  const stop = async () => {
    balancer.close();
    await Promise.all(servers.map((server) => server.stop('SIGKILL')));
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { origin: balancer.origin, kioskKey: first.kioskKey, servers, stop };
}
