import { X509Certificate } from 'node:crypto';
import { hostname } from 'node:os';
import type { Transaction } from 'kysely';
import type { Database, OpenDatabase } from '#server/core/db/open.ts';
import type { Schema } from '#server/core/db/schema.ts';

/** The home's own certificate authority. */
export interface Authority {
  /** The certificate as PEM. */
  certificate: string;
  /**
   * The private key as PEM: with it anybody could make certificates that the devices of this home trust. It leaves this
   * machine only within a backup.
   */
  key: string;
  /** The names that it may certify in addition to those of every home. */
  names: string[];
}

export interface AuthorityRepository {
  load(): Promise<Authority | undefined>;
  /** Replaces the authority before. */
  save(authority: Authority, now: number): Promise<void>;
  /** Deletes the authority, and leaves nothing of its key in the database's file. */
  remove(): Promise<void>;
  /** The fingerprints of replaced authorities whose certificates are still valid: devices may trust them. */
  former(now: number): Promise<string[]>;
}

/**
 * The authority is stored in the database, so that it is as protected and in every backup: after a restore the devices
 * still trust the server.
 */
export function authorityRepository(db: Database, eraseDeleted: OpenDatabase['eraseDeleted']): AuthorityRepository {
  return {
    load: async () => {
      const row = await db.selectFrom('home_authority').selectAll().executeTakeFirst();
      return row && { certificate: row.certificate, key: row.private_key, names: row.names.split(' ').filter(Boolean) };
    },
    save: ({ certificate, key, names }, now) =>
      db.transaction().execute(async (transaction) => {
        await replaceOld(transaction);
        const row = { certificate, private_key: key, names: names.join(' '), created_at: now };
        await transaction.insertInto('home_authority').values(row).execute();
      }),
    remove: async () => {
      await db.transaction().execute(replaceOld);
      // On a full disk the key is deleted all the same; only its bytes may stay in the file.
      await eraseDeleted().catch(() => undefined);
    },
    former: async (now) => {
      const rows = await db
        .selectFrom('former_authorities')
        .select('fingerprint')
        .where('ends_at', '>', now)
        .orderBy('ends_at', 'desc')
        .execute();
      return rows.map(({ fingerprint }) => fingerprint);
    },
  };
}

/** The key is deleted; the certificate's fingerprint is stored, so that devices can be told to stop trusting it. */
async function replaceOld(transaction: Transaction<Schema>): Promise<void> {
  const old = await transaction.selectFrom('home_authority').select('certificate').executeTakeFirst();
  if (!old) return;
  const { fingerprint256: fingerprint, validTo } = new X509Certificate(old.certificate);
  await transaction
    .insertInto('former_authorities')
    .values({ fingerprint, ends_at: new Date(validTo).getTime() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await transaction.deleteFrom('home_authority').execute();
}

export interface ServedPorts {
  https: number;
  /** Undefined: the server did not listen for http. */
  http: number | undefined;
}

export interface PortsRepository {
  load(): Promise<ServedPorts | undefined>;
  save(ports: ServedPorts): Promise<void>;
}

/** The machine's name does not matter: a library that moves to another machine keeps its ports. */
const LIBRARY = 'library';

/**
 * The ports are stored in the database, so that a restored backup is served where the tablets look for it. Servers that
 * share a database on PostgreSQL have ports of their own, stored by the name of their machine.
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
