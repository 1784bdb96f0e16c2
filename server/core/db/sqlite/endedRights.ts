import Sqlite from 'better-sqlite3';
import { COMMAND_LINE_NAME } from '#domain/audit/auditSentence.ts';
import type { Count, EndedRights } from '#domain/library/endedRights.ts';
import { isoTime } from '#domain/clock/isoTime.ts';
import { isRecord } from '#domain/records.ts';
import { codeOf } from '#server/core/errors.ts';

/**
 * An older database that is put in the place of a newer one gives no right back: what ended in the newer one is ended in
 * the older one too. The two may be of different versions, so each rule is applied as far as both have its columns.
 */

interface Rule {
  /** The names for people of one and of several; without them it is not counted. */
  what?: [string, string];
  table: string;
  /** The columns that tell rows apart. */
  key: readonly string[];
}

/** A rule for rows that end when a time is written into a column. The time is never removed again. */
interface Marked extends Rule {
  column: string;
  /** Columns that are emptied with it. */
  emptied?: readonly string[];
}

const MARKED: Marked[] = [
  { what: ['revoked key', 'revoked keys'], table: 'api_keys', key: ['id'], column: 'revoked_at' },
  { what: ['blocked account', 'blocked accounts'], table: 'users', key: ['id'], column: 'blocked_at' },
  {
    what: ['shared link', 'shared links'],
    table: 'shares',
    key: ['id'],
    column: 'revoked_at',
    emptied: ['sealed_key'],
  },
  { what: ['invitation', 'invitations'], table: 'invitations', key: ['id'], column: 'revoked_at' },
  { what: ['used invitation', 'used invitations'], table: 'invitations', key: ['id'], column: 'used_at' },
  { table: 'set_up_links', key: ['token_hash'], column: 'used_at' },
  { table: 'pairings', key: ['code', 'secret_hash'], column: 'collected_at' },
];

/** A rule for rows that end when they are deleted, along with the rows that belong to them. */
interface Deleted extends Rule {
  /** The rows of another table that are deleted too, although no foreign key connects them. */
  with?: { table: string; column: string };
  /**
   * Applies the rule only where this column refers to an existing row of this table: what goes with an account is not
   * counted again.
   */
  of?: { table: string; column: string };
  /** A secret that is used once, or belongs to one browser: it is deleted even where it may be newer. */
  isShortLived?: true;
}

const DELETED: Deleted[] = [
  { what: ['account', 'accounts'], table: 'users', key: ['id'] },
  {
    what: ['permission', 'permissions'],
    table: 'user_permissions',
    key: ['user_id', 'permission'],
    of: { table: 'users', column: 'user_id' },
  },
  { what: ['passkey', 'passkeys'], table: 'passkeys', key: ['id'], of: { table: 'users', column: 'user_id' } },
  { what: ['shared link', 'shared links'], table: 'shares', key: ['id'] },
  {
    what: ['alert channel', 'alert channels'],
    table: 'alert_channels',
    key: ['id'],
    with: { table: 'alert_outbox', column: 'channel_id' },
  },
  { what: ['source', 'sources'], table: 'sources', key: ['id'] },
  { what: ['session', 'sessions'], table: 'sessions', key: ['id', 'token_hash'], isShortLived: true },
  { what: ['sign-in link', 'sign-in links'], table: 'sign_in_links', key: ['token_hash'], isShortLived: true },
  { table: 'set_up_links', key: ['token_hash'], isShortLived: true },
  { table: 'passkey_challenges', key: ['challenge'], isShortLived: true },
  { table: 'pairings', key: ['code', 'secret_hash'], isShortLived: true },
];

/** Tables whose rows list the only albums that may be seen; null: all albums. */
const LISTS: Rule[] = [
  { what: ['tablet’s list of albums', 'tablets’ lists of albums'], table: 'tablets', key: ['id'] },
  { what: ['person’s list of albums', 'people’s lists of albums'], table: 'users', key: ['id'] },
];
const LIST = 'album_ids';

/** Rows of the older database that give a right, where the newer one cannot be read. */
const RIGHTS: { what: [string, string]; rows: string }[] = [
  { what: ['key', 'keys'], rows: 'api_keys where revoked_at is null' },
  { what: ['account', 'accounts'], rows: 'users where blocked_at is null' },
  { what: ['shared link', 'shared links'], rows: 'shares where revoked_at is null' },
];

interface Options {
  /** The file of the database that is replaced. */
  newer: string;
  /** The file that takes its place, and is changed. */
  older: string;
  /** The time up to which the older one has everything; undefined: that of its last entry in the audit log. */
  asOf?: number | undefined;
  /** Nothing is changed, and no entry is written. */
  isTrial?: boolean;
  /** Whether the audit log is to say that the older database was put back. */
  isNoted?: boolean;
}

/** Ends in the older database what ended in the newer one, and moves the newer one's audit log there. */
export function carryEndedRights({ newer, older, isTrial = false, ...noting }: Options): EndedRights {
  const sqlite = new Sqlite(older, { fileMustExist: true });
  try {
    // An attached file that is missing would be made.
    new Sqlite(newer, { readonly: true, fileMustExist: true }).close();
    sqlite.prepare('attach ? as newer').run(newer);
    sqlite.exec('begin immediate');
    const both = new BothDatabases(sqlite);
    const found = both.isOneLibrary() ? both.carry(noting) : { ended: [], returning: [] };
    sqlite.exec(isTrial ? 'rollback' : 'commit');
    return found;
  } finally {
    sqlite.close();
  }
}

/** The same where the newer database may be damaged, which is a usual reason for putting an older one back. */
export function carryReadableRights(options: Options): EndedRights {
  const carried = unlessDamaged(() => carryEndedRights(options));
  return carried ?? { ended: [], returning: [], unread: rightsIn(options.older) };
}

/** Errors that say nothing about the file: what failed can be tried again. */
const TRY_AGAIN = /^SQLITE_(?:BUSY|LOCKED|FULL|READONLY)/;

/** Undefined where a database cannot be read. */
export function unlessDamaged<Found>(read: () => Found): Found | undefined {
  try {
    return read();
  } catch (error) {
    if (TRY_AGAIN.test(codeOf(error) ?? '')) throw error;
    return undefined;
  }
}

/** The rights in a database: all of them are valid again where nobody can say which ended since. */
export function rightsIn(file: string): Count[] {
  const sqlite = new Sqlite(file, { readonly: true, fileMustExist: true });
  try {
    return RIGHTS.flatMap(({ what, rows }) => {
      const [table = '', column = ''] = rows.split(/ where | is /);
      const known = sqlite.prepare('select 1 from pragma_table_info(?) where name = ?').get(table, column);
      return known === undefined ? [] : counted(what, sqlite.prepare(`select count(*) from ${rows}`).pluck().get());
    });
  } finally {
    sqlite.close();
  }
}

function counted([one, several]: [string, string], found: unknown): Count[] {
  const count = Number(found);
  return count === 0 ? [] : [{ what: count === 1 ? one : several, count }];
}

type Tally = Map<string, { what: [string, string]; count: number }>;

function countsOf(tally: Tally): Count[] {
  return [...tally.values()].flatMap(({ what, count }) => counted(what, count));
}

const AS_OF = 'the library as of ';

class BothDatabases {
  readonly #sqlite: Sqlite.Database;
  readonly #ended: Tally = new Map();
  readonly #returning: Tally = new Map();

  constructor(sqlite: Sqlite.Database) {
    this.#sqlite = sqlite;
  }

  /** Ids of another library say nothing about rows of this one. The first release gave a library no id. */
  isOneLibrary(): boolean {
    const [before, now] = ['main', 'newer'].map((of) =>
      this.#columns(of, 'installation').includes('id')
        ? this.#sqlite.prepare(`select id from ${of}.installation`).pluck().get()
        : undefined,
    );
    return before === undefined || now === undefined || before === now;
  }

  carry({ asOf, isNoted = false }: Pick<Options, 'asOf' | 'isNoted'>): EndedRights {
    const last = this.#lastEntry();
    const isDescended = this.#isDescended(last);
    for (const rule of MARKED) this.#mark(rule);
    for (const rule of DELETED) this.#delete(rule, isDescended);
    for (const rule of LISTS) this.#narrow(rule);
    this.#endTablets();
    this.#pauseSources();
    this.#replaceAuthority();
    this.#addAll('used_nonces', ['nonce']);
    this.#addEntries();
    if (isNoted) this.#noteReturn(asOf ?? last.at);
    return { ended: countsOf(this.#ended), returning: countsOf(this.#returning) };
  }

  #columns(of: string, table: string): string[] {
    return this.#sqlite.prepare<string[], string>('select name from pragma_table_info(?, ?)').pluck().all(table, of);
  }

  #have(table: string, ...columns: string[]): boolean {
    return ['main', 'newer'].every((of) => {
      const known = this.#columns(of, table);
      return columns.every((column) => known.includes(column));
    });
  }

  #run(statement: string): number {
    return this.#sqlite.prepare(statement).run().changes;
  }

  #count(select: string): unknown {
    return this.#sqlite.prepare(`select count(*) from ${select}`).pluck().get();
  }

  /** Rules with the same name for people are counted together. */
  #add(to: Tally, what: Rule['what'], count: unknown): void {
    if (what) to.set(what[0], { what, count: (to.get(what[0])?.count ?? 0) + Number(count) });
  }

  #mark({ what, table, key, column, emptied = [] }: Marked): void {
    if (!this.#have(table, ...key)) return;
    const same = sameRow(table, key);
    if (!this.#have(table, column)) {
      if (!this.#columns('newer', table).includes(column)) return;
      const back = `newer.${table} as newer where ${column} is not null and exists (select 1 from main.${table} where ${same})`;
      return this.#add(this.#returning, what, this.#count(back));
    }
    const empty = emptied.filter((one) => this.#columns('main', table).includes(one)).map((one) => `, ${one} = null`);
    const ended = `(select newer.${column} from newer.${table} as newer where ${same})`;
    const changes = this.#run(
      `update main.${table} set ${column} = ${ended}${empty.join('')} where ${column} is null and ${ended} is not null`,
    );
    this.#add(this.#ended, what, changes);
  }

  #delete({ what, table, key, of, isShortLived, ...rule }: Deleted, isDescended: boolean): void {
    if (!this.#have(table, ...key)) return;
    const gone = `not exists (select 1 from newer.${table} as newer where ${sameRow(table, key)})`;
    const there = of ? ` and exists (select 1 from newer.${of.table} where id = main.${table}.${of.column})` : '';
    if (!isShortLived && !isDescended) {
      return this.#add(this.#returning, what, this.#count(`main.${table} where ${gone}${there}`));
    }
    if (rule.with && this.#columns('main', rule.with.table).length > 0) {
      const hanging = `select id from main.${table} where ${gone}${there}`;
      this.#run(`delete from main.${rule.with.table} where ${rule.with.column} in (${hanging})`);
    }
    this.#add(this.#ended, what, this.#run(`delete from main.${table} where ${gone}${there}`));
  }

  /** Narrows the list of albums of each row to the albums that are in both databases' lists. */
  #narrow({ what, table, key }: Rule): void {
    if (!this.#have(table, ...key) || !this.#columns('newer', table).includes(LIST)) return;
    const same = sameRow(table, key);
    if (!this.#have(table, LIST)) {
      const back = `newer.${table} as newer where ${LIST} is not null and exists (select 1 from main.${table} where ${same})`;
      return this.#add(this.#returning, what, this.#count(back));
    }
    const list = `(select newer.${LIST} from newer.${table} as newer where ${same})`;
    const both = `(select json_group_array(value) from json_each(main.${table}.${LIST}) where value in (select value from json_each(${list})))`;
    const isWider = `exists (select 1 from json_each(main.${table}.${LIST}) where value not in (select value from json_each(${list})))`;
    const changes = this.#run(
      `update main.${table} set ${LIST} = case when ${LIST} is null then ${list} else ${both} end where ${list} is not null and (${LIST} is null or ${isWider})`,
    );
    this.#add(this.#ended, what, changes);
  }

  #endTablets(): void {
    if (!this.#have('tablets', 'id', 'expires_at')) return;
    const end = `(select newer.expires_at from newer.tablets as newer where ${sameRow('tablets', ['id'])})`;
    const changes = this.#run(
      `update main.tablets set expires_at = ${end} where ${end} is not null and (expires_at is null or expires_at > ${end})`,
    );
    this.#add(this.#ended, ['tablet’s end', 'tablets’ ends'], changes);
  }

  #pauseSources(): void {
    if (!this.#have('sources', 'id', 'paused')) return;
    const isPaused = `id in (select id from newer.sources where paused = 1)`;
    const changes = this.#run(`update main.sources set paused = 1 where paused = 0 and ${isPaused}`);
    this.#add(this.#ended, ['paused source', 'paused sources'], changes);
  }

  /** An authority that was replaced vouches for nothing any more, and devices trust the one that replaced it. */
  #replaceAuthority(): void {
    const columns = ['certificate', 'private_key', 'names', 'created_at'];
    if (!this.#have('home_authority', ...columns)) return;
    const isSame =
      'exists (select 1 from newer.home_authority as newer where newer.certificate = main.home_authority.certificate)';
    const changes = this.#run(`delete from main.home_authority where not ${isSame}`);
    if (changes === 0) return;
    const named = columns.join(', ');
    this.#run(`insert into main.home_authority (${named}) select ${named} from newer.home_authority`);
    this.#addAll('former_authorities', ['fingerprint']);
    this.#add(this.#ended, ['authority of the house', 'authorities of the house'], changes);
  }

  /** Copies the rows that the older database lacks. */
  #addAll(table: string, key: readonly string[]): void {
    const common = this.#columns('main', table).filter((column) => this.#columns('newer', table).includes(column));
    if (!key.every((column) => common.includes(column))) return;
    const names = common.map((name) => `"${name}"`).join(', ');
    this.#run(`insert or ignore into main.${table} (${names}) select ${names} from newer.${table}`);
  }

  /** The last entry of the older database's log. */
  #lastEntry(): { id: number; at: number; action: string } {
    const none = { id: 0, at: 0, action: '' };
    if (!this.#have('audit_events', 'id', 'at', 'action')) return none;
    const found = this.#sqlite.prepare('select id, at, action from main.audit_events order by id desc limit 1').get();
    return isRecord(found) ? { id: Number(found.id), at: Number(found.at), action: String(found.action) } : none;
  }

  /**
   * Whether the newer database has come from the older one, so that a row that it lacks was deleted. Otherwise the
   * older one was in use in the meantime, as when somebody restores what a restore has replaced.
   */
  #isDescended({ id, at, action }: { id: number; at: number; action: string }): boolean {
    if (!this.#have('audit_events', 'id', 'at', 'action', 'what', 'actor')) return false;
    const known = this.#sqlite
      .prepare('select 1 from newer.audit_events where id = ? and at = ? and action = ?')
      .get(id, at, action);
    const isSwept = Number(this.#count(`newer.audit_events where id <= ${id}`)) === 0;
    if (known === undefined && !isSwept) return false;
    const jump = `newer.audit_events where id > ${id} and action = 'restored' and actor = ? and what like ? and what < ?`;
    return (
      this.#sqlite.prepare(`select 1 from ${jump}`).get(COMMAND_LINE_NAME, `${AS_OF}%`, AS_OF + isoTime(at)) ===
      undefined
    );
  }

  /** Entries have no id that both databases share, so they are compared as a whole. */
  #addEntries(): void {
    const common = this.#columns('main', 'audit_events').filter((column) =>
      this.#columns('newer', 'audit_events').includes(column),
    );
    const names = common.filter((name) => name !== 'id');
    if (names.length === 0) return;
    const isSame = names.map((name) => `old."${name}" is newer."${name}"`).join(' and ');
    const listed = names.map((name) => `"${name}"`).join(', ');
    this.#run(
      `insert into main.audit_events (${listed}) select ${listed} from newer.audit_events as newer
       where not exists (select 1 from main.audit_events as old where ${isSame}) order by newer.id`,
    );
  }

  #noteReturn(asOf: number): void {
    if (!this.#columns('main', 'audit_events').includes('what')) return;
    const entry = { at: Date.now(), actor: COMMAND_LINE_NAME, what: AS_OF + isoTime(asOf) };
    this.#sqlite
      .prepare(
        `insert into main.audit_events (at, action, actor, what) select @at, 'restored', @actor, @what
         where not exists (select 1 from main.audit_events where action = 'restored' and what = @what
           and id > (select coalesce(max(id), 0) - 1 from main.audit_events))`,
      )
      .run(entry);
  }
}

/** Names of tables and columns are this file's own, never a caller's. */
function sameRow(table: string, key: readonly string[]): string {
  return key.map((column) => `newer.${column} = main.${table}.${column}`).join(' and ');
}
