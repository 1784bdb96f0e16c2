import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AlertChannel, AlertMessage, AlertRules, NewChannel } from '#contract/alerts/schemas.ts';
import type { Database } from '#server/core/db/open.ts';
import { serverSecret } from '#server/core/http/security/secretRepository.ts';
import type { MadeKind } from '#server/core/madeThings.ts';
import type { PushTarget } from './sendPush.ts';

const RULE_ID = 1;
const DEFAULT_RULES: AlertRules = {
  isOn: true,
  silentMinutes: 5,
  quietHours: null,
  tablets: { isOn: true, minutes: 30 },
  server: { isOn: true },
};
/** Defaults for fields that messages of an earlier release in the outbox lack. */
const EARLIER_MESSAGE: Pick<AlertMessage, 'about' | 'tabletIds' | 'troubles'> = {
  about: 'nodes',
  tabletIds: [],
  troubles: [],
};

interface Notified {
  about: string;
  ids: readonly string[];
  /** Null: the reported alert is over. */
  at: number | null;
}

export interface Delivery {
  id: string;
  channelId: string;
  target: ChannelTarget;
  message: AlertMessage;
  attempts: number;
  createdAt: number;
}

type Result = NonNullable<AlertChannel['lastResult']>;

/** The destination of messages, with the fields that the server adds. */
export type ChannelTarget = Exclude<NewChannel, { kind: 'push' }> | PushTarget;

export interface AlertRepository {
  rules(): Promise<AlertRules>;
  saveRules(rules: AlertRules): Promise<void>;
  /** 32 random bytes in hex, made at the first call and never changed. */
  pushSecret(): Promise<string>;
  channels(): Promise<AlertChannel[]>;
  target(channelId: string): Promise<ChannelTarget | undefined>;
  /** A browser that subscribes again replaces its former subscription. `madeBy`: the id of the admin who adds it. */
  addChannel(name: string, target: ChannelTarget, madeBy?: string): Promise<string>;
  /** False when there is no such channel, or it has another target than the one that is given. */
  removeChannel(channelId: string, target?: ChannelTarget): Promise<boolean>;
  setResult(channelId: string, result: Result): Promise<void>;
  /** Stores a message for every channel together with the ids that it reports: both or neither. */
  tell(message: AlertMessage | undefined, notified: Notified): Promise<void>;
  /** The ids that were reported and are not over, by what they are about; those of nodes are in their own table. */
  notified(): Promise<ReadonlyMap<string, readonly string[]>>;
  due(nowMs: number): Promise<Delivery[]>;
  postpone(deliveryId: string, attempts: number, nextAt: number): Promise<void>;
  done(deliveryId: string): Promise<void>;
}

export function alertRepository(db: Database, now: () => number): AlertRepository {
  return {
    rules: async () => {
      const row = await db.selectFrom('alert_rule').select('rule').executeTakeFirst();
      return row ? { ...DEFAULT_RULES, ...JSON.parse(row.rule) } : DEFAULT_RULES;
    },
    saveRules: async (rules) => {
      const text = JSON.stringify(rules);
      await db
        .insertInto('alert_rule')
        .values({ id: RULE_ID, rule: text })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ rule: text }))
        .execute();
    },
    pushSecret: () => serverSecret(db, 'push'),
    channels: async () => {
      const rows = await db.selectFrom('alert_channels').selectAll().orderBy('created_at').execute();
      return rows.map(({ id, kind, name, last_result: result, made_by: madeBy }) => ({
        id,
        kind,
        name,
        madeBy,
        lastResult: result === null ? null : JSON.parse(result),
      }));
    },
    target: async (channelId) => {
      const row = await db.selectFrom('alert_channels').select('target').where('id', '=', channelId).executeTakeFirst();
      return row && JSON.parse(row.target);
    },
    addChannel: async (name, target, madeBy) => {
      const id = target.kind === 'push' ? idOfEndpoint(target.subscription.endpoint) : randomUUID();
      const content = {
        name,
        target: JSON.stringify(target),
        created_at: now(),
        last_result: null,
        made_by: madeBy ?? null,
      };
      await db
        .insertInto('alert_channels')
        .values({ id, kind: target.kind, ...content })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(content))
        .execute();
      return id;
    },
    // In one transaction: an alert that is reported meanwhile is stored either before the removal, or without this
    // channel.
    removeChannel: (channelId, target) =>
      db.transaction().execute((transaction) => removeChannel(transaction, channelId, target)),
    setResult: async (channelId, result) => {
      const text = JSON.stringify(result);
      await db.updateTable('alert_channels').set({ last_result: text }).where('id', '=', channelId).execute();
    },
    ...outbox(db, now),
  };
}

function channelsWithMaker(db: Database) {
  return db.selectFrom('alert_channels').where('made_by', 'is not', null);
}

/** The channels that a person added. */
export function madeChannels(db: Database): MadeKind {
  return {
    kind: 'channels',
    needs: 'admin',
    makers: async () => {
      const rows = await channelsWithMaker(db).select('made_by').execute();
      return rows.map((row) => row.made_by);
    },
    endOf: async (userId, within) => {
      const made = await channelsWithMaker(within).select(['id', 'name']).where('made_by', '=', userId).execute();
      for (const { id } of made) await removeChannel(within, id);
      return {
        events: made.map(({ name }) => ({ action: 'alerts-changed', what: `${name} gets no alerts any more` })),
      };
    },
  };
}

/** `db` is a transaction. */
async function removeChannel(db: Database, channelId: string, target?: ChannelTarget): Promise<boolean> {
  const ofId = db.deleteFrom('alert_channels').where('id', '=', channelId);
  const deletion = target ? ofId.where('target', '=', JSON.stringify(target)) : ofId;
  if ((await deletion.executeTakeFirstOrThrow()).numDeletedRows === 0n) return false;
  await db.deleteFrom('alert_outbox').where('channel_id', '=', channelId).execute();
  return true;
}

function idOfEndpoint(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('hex');
}

function outbox(
  db: Database,
  now: () => number,
): Pick<AlertRepository, 'tell' | 'notified' | 'due' | 'postpone' | 'done'> {
  return {
    tell: (message, notified) =>
      db.transaction().execute(async (transaction) => {
        for (const id of notified.ids)
          await (notified.about === 'nodes' ? noteNode : note)(transaction, { ...notified, id });
        if (!message) return;
        const text = JSON.stringify(message);
        for (const { id } of await transaction.selectFrom('alert_channels').select('id').execute()) {
          const row = { id: randomUUID(), channel_id: id, message: text, created_at: now(), attempts: 0, next_at: 0 };
          await transaction.insertInto('alert_outbox').values(row).execute();
        }
      }),
    notified: async () => {
      const nodes = db
        .selectFrom('node_care')
        .select([sql.lit('nodes').as('about'), 'node_id as id'])
        .where('told_at', 'is not', null);
      const rows = await db.selectFrom('alerts_told').select(['about', 'id']).unionAll(nodes).execute();
      const groups = Map.groupBy(rows, ({ about }) => about);
      return new Map(Array.from(groups, ([about, group]) => [about, group.map(({ id }) => id)]));
    },
    due: async (nowMs) => {
      const rows = await db
        .selectFrom('alert_outbox')
        .innerJoin('alert_channels', 'alert_channels.id', 'alert_outbox.channel_id')
        .select(['alert_outbox.id', 'channel_id', 'message', 'attempts', 'alert_outbox.created_at', 'target'])
        .where('next_at', '<=', nowMs)
        .orderBy('alert_outbox.created_at')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        channelId: row.channel_id,
        target: JSON.parse(row.target),
        message: { ...EARLIER_MESSAGE, ...JSON.parse(row.message) },
        attempts: row.attempts,
        createdAt: row.created_at,
      }));
    },
    postpone: async (deliveryId, attempts, nextAt) => {
      await db.updateTable('alert_outbox').set({ attempts, next_at: nextAt }).where('id', '=', deliveryId).execute();
    },
    done: async (deliveryId) => {
      await db.deleteFrom('alert_outbox').where('id', '=', deliveryId).execute();
    },
  };
}

interface NotifiedThing extends Pick<Notified, 'about' | 'at'> {
  id: string;
}

async function noteNode(db: Database, { id, at }: NotifiedThing): Promise<void> {
  if (at === null) {
    // Updates only: a node that somebody forgot meanwhile is not added again.
    const over = { told_at: null, acknowledged_at: null };
    await db.updateTable('node_care').set(over).where('node_id', '=', id).execute();
    return;
  }
  await db
    .insertInto('node_care')
    .values({ node_id: id, told_at: at })
    .onConflict((conflict) => conflict.column('node_id').doUpdateSet({ told_at: at }))
    .execute();
}

async function note(db: Database, { about, id, at }: NotifiedThing): Promise<void> {
  await db.deleteFrom('alerts_told').where('about', '=', about).where('id', '=', id).execute();
  if (at !== null) await db.insertInto('alerts_told').values({ about, id, told_at: at }).execute();
}
