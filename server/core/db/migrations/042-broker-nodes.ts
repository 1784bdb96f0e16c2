import { type Kysely, sql } from 'kysely';

/**
 * Marks the nodes that messages of an MQTT broker have made. Until now they were not told from others: marked are those
 * that belong to no key and were pinged, which without a key only a broker could do. A node that an admin has just
 * released is among them until its key reports it again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('nodes')
    .addColumn('by_broker', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update nodes set by_broker = 1 where key_id is null and ok is not null`.execute(db);
}
