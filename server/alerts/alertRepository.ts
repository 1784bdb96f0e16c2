import { createHash, randomUUID } from 'node:crypto';
import type { AlertChannel, AlertMessage, AlertRule, NewChannel } from '#contract/schemas/alerts.ts';
import type { Database } from '../db/open.ts';
import { serverSecret } from '../http/security/secretRepository.ts';
import type { PushTarget } from './sendPush.ts';

const RULE_ID = 1;
const DEFAULT_RULE: AlertRule = { isOn: true, silentMinutes: 5, quietHours: null };

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
  rule(): Promise<AlertRule>;
  saveRule(rule: AlertRule): Promise<void>;
  /** 32 random bytes in hex, made at the first call and never changed. */
  pushSecret(): Promise<string>;
  channels(): Promise<AlertChannel[]>;
  target(channelId: string): Promise<ChannelTarget | undefined>;
  /** A browser that subscribes again takes the place of its former self. */
  addChannel(name: string, target: ChannelTarget): Promise<string>;
  /** False when there is no such channel, or it has another target than the one that is given. */
  removeChannel(channelId: string, target?: ChannelTarget): Promise<boolean>;
  setResult(channelId: string, result: Result): Promise<void>;
  /** Puts a message out for every channel, and notes of whom it tells, both or neither. */
  tell(message: AlertMessage | undefined, told: { nodeIds: readonly string[]; at: number | null }): Promise<void>;
  due(nowMs: number): Promise<Delivery[]>;
  postpone(deliveryId: string, attempts: number, nextAt: number): Promise<void>;
  done(deliveryId: string): Promise<void>;
}

export function alertRepository(db: Database, now: () => number): AlertRepository {
  return {
    rule: async () => {
      const row = await db.selectFrom('alert_rule').select('rule').executeTakeFirst();
      return row ? { ...DEFAULT_RULE, ...JSON.parse(row.rule) } : DEFAULT_RULE;
    },
    saveRule: async (rule) => {
      const text = JSON.stringify(rule);
      await db
        .insertInto('alert_rule')
        .values({ id: RULE_ID, rule: text })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ rule: text }))
        .execute();
    },
    pushSecret: () => serverSecret(db, 'push'),
    channels: async () => {
      const rows = await db.selectFrom('alert_channels').selectAll().orderBy('created_at').execute();
      return rows.map(({ id, kind, name, last_result: result }) => ({
        id,
        kind,
        name,
        lastResult: result === null ? null : JSON.parse(result),
      }));
    },
    target: async (channelId) => {
      const row = await db.selectFrom('alert_channels').select('target').where('id', '=', channelId).executeTakeFirst();
      return row && JSON.parse(row.target);
    },
    addChannel: async (name, target) => {
      const id = target.kind === 'push' ? idOfEndpoint(target.subscription.endpoint) : randomUUID();
      const content = { name, target: JSON.stringify(target), created_at: now(), last_result: null };
      await db
        .insertInto('alert_channels')
        .values({ id, kind: target.kind, ...content })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(content))
        .execute();
      return id;
    },
    // One transaction: an alert that is put out meanwhile tells either before, or knows of this channel no more.
    removeChannel: (channelId, target) =>
      db.transaction().execute(async (transaction) => {
        const ofId = transaction.deleteFrom('alert_channels').where('id', '=', channelId);
        const deletion = target ? ofId.where('target', '=', JSON.stringify(target)) : ofId;
        if ((await deletion.executeTakeFirstOrThrow()).numDeletedRows === 0n) return false;
        await transaction.deleteFrom('alert_outbox').where('channel_id', '=', channelId).execute();
        return true;
      }),
    setResult: async (channelId, result) => {
      const text = JSON.stringify(result);
      await db.updateTable('alert_channels').set({ last_result: text }).where('id', '=', channelId).execute();
    },
    ...outbox(db, now),
  };
}

function idOfEndpoint(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('hex');
}

function outbox(db: Database, now: () => number): Pick<AlertRepository, 'tell' | 'due' | 'postpone' | 'done'> {
  return {
    tell: (message, { nodeIds, at }) =>
      db.transaction().execute(async (transaction) => {
        const told = { told_at: at, ...(at === null && { acknowledged_at: null }) };
        for (const nodeId of nodeIds) {
          await transaction
            .insertInto('node_care')
            .values({ node_id: nodeId, ...told })
            .onConflict((conflict) => conflict.column('node_id').doUpdateSet(told))
            .execute();
        }
        if (!message) return;
        const text = JSON.stringify(message);
        for (const { id } of await transaction.selectFrom('alert_channels').select('id').execute()) {
          const row = { id: randomUUID(), channel_id: id, message: text, created_at: now(), attempts: 0, next_at: 0 };
          await transaction.insertInto('alert_outbox').values(row).execute();
        }
      }),
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
        message: JSON.parse(row.message),
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
