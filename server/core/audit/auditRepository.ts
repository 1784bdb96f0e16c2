import { isoTime } from '#domain/clock/isoTime.ts';
import { createHash, createHmac } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { AuditAction, AuditEntry, AuditFilter } from '#contract/audit/schemas.ts';
import { ACTIONS_ON_PHOTOS, actionsOf, COMMAND_LINE, COMMAND_LINE_NAME } from '#domain/audit/auditSentence.ts';
import type { AuditTables } from '#server/core/db/schema.ts';
import type { Database } from '#server/core/db/open.ts';
import { serverSecret } from '#server/core/http/security/secretRepository.ts';
import { AUDIT } from '#server/core/limits.ts';

/** Actors that are not signed in, with the name that the log shows. */
const OTHER_ACTORS = {
  commandLine: COMMAND_LINE_NAME,
  server: 'The server',
  adminEmails: 'The setting ADMIN_EMAILS',
} as const;

type Actor = { userId: string } | keyof typeof OTHER_ACTORS;

/** Something that the audit log records. Names of accounts are looked up when it is written. */
export interface AuditEvent {
  action: AuditAction;
  by: Actor;
  /** The id of the account that it was done to. */
  on?: string;
  /** The name of that account, in case it is deleted before this is written. */
  called?: string;
  /** The permission, key, device or whatever else it was about, in words. */
  what?: string;
  /** The address that the request came from; a proxy's word counts only with the setting TRUST_PROXY. */
  address?: string | undefined;
}

export interface TimedEvent extends AuditEvent {
  at: number;
}

interface AuditSearch extends AuditFilter {
  /** Only entries older than the one with this id. */
  before?: number;
  limit: number;
}

export interface AuditRepository {
  add(events: readonly TimedEvent[]): Promise<void>;
  /** Newest first. */
  list(search: AuditSearch): Promise<AuditEntry[]>;
  /** Deletes some of the entries that are too old, or too many, for the log to keep; false when there were none. */
  sweep(): Promise<boolean>;
}

type Row = Insertable<AuditTables['audit_events']>;

/** The time and the ids up to which entries are deleted. */
interface Due {
  at: number;
  onPhotos: number;
  others: number;
}

export function auditRepository(db: Database, now: () => number): AuditRepository {
  // The entries that are due for deletion. They are counted again only after all of them are deleted, since counting
  // takes long.
  let due: Due | undefined;
  return {
    add: async (events) => {
      const names = await namesOf(db, events);
      const rows = events.map((event) => rowOf(event, names));
      await db.insertInto('audit_events').values(rows).execute();
    },

    list: async ({ before, limit, person, topic }) => {
      let query = db.selectFrom('audit_events').selectAll();
      query = query.where('at', '>', now() - AUDIT.storedMs);
      if (before !== undefined) query = query.where('id', '<', before);
      if (topic !== undefined) query = query.where('action', 'in', actionsOf(topic));
      if (person === COMMAND_LINE) query = query.where('actor', '=', OTHER_ACTORS.commandLine);
      else if (person !== undefined) {
        query = query.where((is) => is.or([is('actor_id', '=', person), is('subject_id', '=', person)]));
      }
      const rows = await query.orderBy('id', 'desc').limit(limit).execute();
      return rows.map(entryOf);
    },

    sweep: async () => {
      due ??= await dueNow(db, now());
      const { numDeletedRows } = await db
        .deleteFrom('audit_events')
        .where('id', 'in', someOf(db, due))
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) due = undefined;
      return numDeletedRows > 0n;
    },
  };
}

async function dueNow(db: Database, now: number): Promise<Due> {
  const lastOver = async (kind: 'in' | 'not in'): Promise<number> => {
    const newest = db.selectFrom('audit_events').select('id').where('action', kind, ACTIONS_ON_PHOTOS);
    return (await newest.orderBy('id', 'desc').offset(AUDIT.entries).limit(1).executeTakeFirst())?.id ?? 0;
  };
  return { at: now - AUDIT.storedMs, onPhotos: await lastOver('in'), others: await lastOver('not in') };
}

function someOf(db: Database, { at, onPhotos, others }: Due) {
  return db
    .selectFrom('audit_events')
    .select('id')
    .where((is) =>
      is.or([
        is('at', '<=', at),
        is.and([is('id', '<=', onPhotos), is('action', 'in', ACTIONS_ON_PHOTOS)]),
        is.and([is('id', '<=', others), is('action', 'not in', ACTIONS_ON_PHOTOS)]),
      ]),
    )
    .limit(AUDIT.sweptAtOnce);
}

function entryOf({
  id,
  at,
  action,
  actor,
  subject,
  what,
  address,
}: Selectable<AuditTables['audit_events']>): AuditEntry {
  return {
    id,
    at: isoTime(at),
    action,
    who: actor,
    ...(subject !== null && { whom: subject }),
    ...(what !== null && { what }),
    ...(address !== null && { address }),
  };
}

async function namesOf(db: Database, events: readonly AuditEvent[]): Promise<Map<string, string>> {
  const ids = events.flatMap(({ by, on }) => [typeof by === 'string' ? [] : by.userId, on ?? []].flat());
  if (ids.length === 0) return new Map();
  const people = db.selectFrom('users').select(['id', 'email', 'first_name', 'last_name']);
  const rows = await people.where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`.trim() || row.email]));
}

function rowOf(
  { at, action, by, on, called = 'somebody', what, address }: TimedEvent,
  names: ReadonlyMap<string, string>,
): Row {
  const actorId = typeof by === 'string' ? null : by.userId;
  return {
    at,
    action,
    actor_id: actorId,
    actor: typeof by === 'string' ? OTHER_ACTORS[by] : (names.get(by.userId) ?? 'Somebody'),
    subject_id: on ?? null,
    subject: on === undefined ? null : (names.get(on) ?? called),
    what: what?.slice(0, AUDIT.textLength) ?? null,
    address: address ?? null,
  };
}

interface SettingsRepository {
  /** The names of the variables whose values differ from those of the last call; none at the first call. */
  changedSince(variables: Readonly<Record<string, string>>): Promise<string[]>;
}

export function settingsRepository(db: Database): SettingsRepository {
  return {
    changedSince: (variables) =>
      db.transaction().execute(async (transaction) => {
        const secret = await serverSecret(transaction, 'settings');
        const hash = (name: string, value: string) => hashOf(secret, name, value);
        const rows = Object.entries(variables).map(([name, value]) => ({ name, value_hash: hash(name, value) }));
        const seen = await transaction.selectFrom('settings_seen').selectAll().execute();
        const before = new Map(seen.map((row) => [row.name, row.value_hash]));
        const differs = rows.filter((row) => (before.get(row.name) ?? hash(row.name, '')) !== row.value_hash);
        if (seen.length > 0 && differs.length === 0) return [];
        await transaction.deleteFrom('settings_seen').execute();
        await transaction.insertInto('settings_seen').values(rows).execute();
        const changed = differs.filter(({ name }) => before.get(name) !== formerHashOf(name, variables[name] ?? ''));
        return seen.length > 0 ? changed.map(({ name }) => name) : [];
      }),
  };
}

/** Hashed with a secret, since short passwords could be guessed from plain hashes. */
function hashOf(secret: string, name: string, value: string): string {
  return createHmac('sha256', Buffer.from(secret, 'hex')).update(`${name}=${value}`).digest('base64url');
}

/** The hash as earlier releases stored it: replaced at the first start, which notes no change because of that. */
function formerHashOf(name: string, value: string): string {
  return createHash('sha256').update(`${name}=${value}`).digest('base64url');
}
