import { hostname } from 'node:os';
import type { Database } from '../db/open.ts';

export interface ServedPorts {
  https: number;
  /** Undefined: http was answered nowhere. */
  http: number | undefined;
}

export interface PortsRepository {
  load(): Promise<ServedPorts | undefined>;
  save(ports: ServedPorts): Promise<void>;
}

/** The machine's name does not count: a library that moves to another machine keeps its ports. */
const LIBRARY = 'library';

/**
 * The ports lie in the database, so that a restored backup is served where the tablets look for it. Servers that share
 * a database on PostgreSQL have ports of their own each, by the name of their machine.
 */
export function portsRepository(db: Database, { isShared }: { isShared: boolean }): PortsRepository {
  const server = isShared ? hostname() : LIBRARY;
  return {
    load: async () => {
      const rows = await db.selectFrom('served_ports').selectAll().where('server', 'in', [server, LIBRARY]).execute();
      const row = rows.find((one) => one.server === server) ?? rows[0];
      return row && { https: row.https_port, http: row.http_port ?? undefined };
    },
    save: async ({ https, http }) => {
      const ports = { https_port: https, http_port: http ?? null };
      await db
        .insertInto('served_ports')
        .values({ server, ...ports })
        .onConflict((conflict) => conflict.column('server').doUpdateSet(ports))
        .execute();
    },
  };
}
