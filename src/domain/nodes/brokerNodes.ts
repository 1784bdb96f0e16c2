import { BROKER_NODES, type BrokerDrop, PINGS } from '#contract/admin/limits.ts';
import type { BrokerNodes } from '#contract/nodes/schemas.ts';
import { countOf } from '../curation/counts.ts';

const RULES: Record<BrokerDrop, string> = {
  full: `MQTT may make ${BROKER_NODES.most} nodes that belong to no key`,
  'new-names': `MQTT may make ${BROKER_NODES.newPerMinute} new nodes a minute`,
  'too-often': `MQTT may ping one node ${PINGS.perSecond} times a second, and all of them ${BROKER_NODES.pingsPerSecond} times`,
};

/** '3 pings by MQTT were dropped: MQTT may make 10 new nodes a minute', for the log and the page of nodes. */
export function droppedText({ count, why }: Pick<NonNullable<BrokerNodes['dropped']>, 'count' | 'why'>): string {
  return `${countOf(count, 'ping')} by MQTT ${count === 1 ? 'was' : 'were'} dropped: ${RULES[why]}`;
}
