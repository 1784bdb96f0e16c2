import { type Kysely, sql } from 'kysely';

/** Adds the yearly history of each node, people's notes about it, and the alerts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addFirstSeen(db);
  await addSamples(db);
  await addCare(db);
  await addAlerts(db);
}

async function addFirstSeen(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('nodes').addColumn('first_seen', 'bigint').execute();
  // The first heartbeat of the existing nodes is unknown.
  await sql`update nodes set first_seen = 0 where last_heartbeat is not null`.execute(db);
  await sql`create index nodes_not_seen on nodes (node_id) where first_seen is null`.execute(db);
}

async function addSamples(db: Kysely<unknown>): Promise<void> {
  for (const table of ['node_fives', 'node_hours']) {
    await db.schema
      .createTable(table)
      .addColumn('stretch', 'bigint', (column) => column.notNull())
      .addColumn('node_id', 'text', (column) => column.notNull())
      .addColumn('heartbeats', 'integer', (column) => column.notNull())
      .addColumn('readings', 'integer', (column) => column.notNull())
      .addColumn('mean', 'real')
      .addColumn('low', 'real')
      .addColumn('high', 'real')
      // Time comes first, so that new rows are written to the end of the table, and old ones are deleted from its
      // beginning: with the node first, each write would touch a different page for each node.
      .addPrimaryKeyConstraint(`${table}_key`, ['stretch', 'node_id'])
      .modifyEnd(sql`without rowid`)
      .execute();
  }
}

async function addCare(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('node_care')
    .addColumn('node_id', 'text', (column) => column.primaryKey())
    .addColumn('notes', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('alert_after_minutes', 'integer')
    .addColumn('muted_until', 'bigint')
    .addColumn('told_at', 'bigint')
    .addColumn('acknowledged_at', 'bigint')
    .execute();
}

async function addAlerts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alert_rule')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('rule', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('alert_channels')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_result', 'text')
    .execute();
  await db.schema
    .createTable('alert_outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('push_identity')
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('private_key', 'text', (column) => column.notNull())
    .execute();
}
