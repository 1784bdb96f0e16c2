import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyRepository } from '#server/keys/keyRepository.ts';
import type { KeyUse } from '#server/core/db/accountTables.ts';
import { openDatabase } from '#server/core/db/open.ts';
// Lists the kinds of databases.
import '#server/subjects.ts';
import { ApiClient } from '../../scripts/run/apiClient.ts';
import { Balancer } from '../../scripts/run/balancer.ts';
import { ServerProcess } from '../../scripts/run/serverProcess.ts';
import { startOwnPostgres } from '../../scripts/run/postgresServer.ts';
import { startOwnStore } from '../../scripts/run/storeServer.ts';

/** Servers in processes of their own on one PostgreSQL and one folder or bucket, behind a balancer. */
export interface Cluster {
  url: string;
  /** The folder of all servers, or with a bucket the first one's own. */
  dataDir: string;
  /** The environment of another process on the same library. */
  env: Readonly<Record<string, string>>;
  servers: readonly ServerProcess[];
  balancer: Balancer;
  postgres: Awaited<ReturnType<typeof startOwnPostgres>>;
  /** Undefined: the photos are in the folder. */
  store: Awaited<ReturnType<typeof startOwnStore>> | undefined;
  /** The key that the first start printed. */
  kioskKey: string;
}

interface ClusterOptions {
  withStore?: boolean;
  /** More variables of the server with this number. */
  envOf?: (index: number) => Record<string, string>;
}

export async function onCluster<Result>(
  count: number,
  act: (cluster: Cluster) => Promise<Result>,
  { withStore = false, envOf = () => ({}) }: ClusterOptions = {},
): Promise<Result> {
  const postgres = await startOwnPostgres();
  const store = withStore ? await startOwnStore() : undefined;
  // This process checks the photos too, and Amazon's library finds its keys here.
  Object.assign(process.env, store?.keys);
  const folder = mkdtempSync(join(tmpdir(), 'circuit-tree-cluster-'));
  const dataDirOf = (index: number) => (store ? join(folder, String(index)) : folder);
  const servers: ServerProcess[] = [];
  let balancer: Balancer | undefined;
  try {
    const env = { DATABASE_URL: postgres.url, LOG_LEVEL: 'silent', ...(store && { S3_URL: store.url, ...store.keys }) };
    for (let index = 0; index < count; index += 1) {
      const own = { ...env, TRUST_PROXY: '127.0.0.1', ...envOf(index) };
      servers.push(await new ServerProcess({ dataDir: dataDirOf(index), env: own }).start());
    }
    balancer = await new Balancer(servers.map(({ origin }) => origin)).listen();
    const kioskKey = servers[0]?.kioskKey ?? '';
    const { url } = postgres;
    return await act({ url, dataDir: dataDirOf(0), env, servers, balancer, postgres, store, kioskKey });
  } finally {
    balancer?.close();
    for (const server of servers) await server.stop('SIGKILL');
    await store?.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Signs the same account in at each server. */
export async function signInEverywhere(servers: readonly ServerProcess[]): Promise<ApiClient[]> {
  const [first] = servers;
  if (!first) throw new Error('A cluster has a server');
  const { token } = await ApiClient.signedIn(first.origin);
  return servers.map(({ origin }) => new ApiClient(origin, token));
}

export interface Finding {
  figures: Record<string, string | number>;
  /** A sentence for each failure; empty when everything held. */
  broken: string[];
}

/** Makes a key as the operator does, in another process than the servers'. */
export async function createKey({ dataDir, url }: Cluster, use: KeyUse): Promise<string> {
  const { db } = await openDatabase(dataDir, { url });
  try {
    return await keyRepository(db, Date.now).create(`A ${use} of the trial`, use);
  } finally {
    await db.destroy();
  }
}

/** The value below which the given share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}
