import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyRepository } from '../../../server/auth/keys/keyRepository.ts';
import type { KeyUse } from '../../../server/db/accountTables.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { ApiClient } from '../../../scripts/run/apiClient.ts';
import { Balancer } from '../../../scripts/run/balancer.ts';
import { ServerProcess } from '../../../scripts/run/serverProcess.ts';
import { startOwnPostgres } from '../../../scripts/run/postgresServer.ts';

/** Servers in processes of their own on one PostgreSQL and one folder, behind a balancer. */
export interface Cluster {
  url: string;
  dataDir: string;
  servers: readonly ServerProcess[];
  balancer: Balancer;
  postgres: Awaited<ReturnType<typeof startOwnPostgres>>;
  /** The key that the first start printed. */
  kioskKey: string;
}

export async function onCluster<Result>(count: number, act: (cluster: Cluster) => Promise<Result>): Promise<Result> {
  const postgres = await startOwnPostgres();
  const dataDir = mkdtempSync(join(tmpdir(), 'circuit-tree-cluster-'));
  const servers: ServerProcess[] = [];
  let balancer: Balancer | undefined;
  try {
    const env = { DATABASE_URL: postgres.url, LOG_LEVEL: 'silent', TRUST_PROXY: '127.0.0.1' };
    for (let index = 0; index < count; index += 1) {
      servers.push(await new ServerProcess({ dataDir, env }).start());
    }
    balancer = await new Balancer(servers.map(({ origin }) => origin)).listen();
    const kioskKey = servers[0]?.kioskKey ?? '';
    return await act({ url: postgres.url, dataDir, servers, balancer, postgres, kioskKey });
  } finally {
    balancer?.close();
    for (const server of servers) await server.stop('SIGKILL');
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The same account at each server. */
export async function signInEverywhere(servers: readonly ServerProcess[]): Promise<ApiClient[]> {
  const [first] = servers;
  if (!first) throw new Error('A cluster has a server');
  const { token } = await ApiClient.signedIn(first.origin);
  return servers.map(({ origin }) => new ApiClient(origin, token));
}

export interface Finding {
  figures: Record<string, string | number>;
  /** Each a sentence; empty when all held. */
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

/** The value below which this share of the values is. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}
