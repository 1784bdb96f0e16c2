import type { NodeMark } from '#contract/nodes/schemas.ts';
import type { NodeStatus } from '#contract/nodes/socketEvents.ts';

export type SortColumn = 'nodeId' | 'lastHeartbeat' | 'status';

export interface SortOrder {
  column: SortColumn;
  descending: boolean;
}

/** The order in which the server sends the nodes. */
export const BY_NODE_ID: SortOrder = { column: 'nodeId', descending: false };

/** The order after a press on a column's heading: the current column is reversed; another one starts ascending. */
export function nextOrder(order: SortOrder, column: SortColumn): SortOrder {
  return { column, descending: order.column === column && !order.descending };
}

/** A heartbeat's age `elapsedMs` after the server sent it. */
export function agedBy({ durationSinceLastMs }: NodeStatus, elapsedMs: number): number | null {
  return durationSinceLastMs === null ? null : Math.max(0, durationSinceLastMs) + Math.max(0, elapsedMs);
}

/** All nodes on time rank alike: their ages change with every refresh, and their rows must not change places. */
function rank(status: NodeStatus, elapsedMs: number): number {
  const age = agedBy(status, elapsedMs);
  if (age === null) return Number.MAX_VALUE;
  return age < LATE_AFTER_MS ? 0 : age;
}

interface View {
  order: SortOrder;
  search: string;
  elapsedMs: number;
}

/** The nodes that match the search, in the chosen order. Both `statuses` and nodes of equal rank are sorted by id. */
export function arrangeNodes(statuses: readonly NodeStatus[], { order, search, elapsedMs }: View): NodeStatus[] {
  const wanted = search.trim().toLowerCase();
  const found = statuses.filter(({ nodeId }) => nodeId.toLowerCase().includes(wanted));
  if (order.column === 'nodeId') {
    // oxlint-disable-next-line unicorn/no-array-reverse -- a copy; toReversed is missing in the oldest browsers.
    return order.descending ? found.reverse() : found;
  }
  // The earliest heartbeat has the greatest age, so sorting by heartbeat reverses the order by age.
  const sign = (order.column === 'status') === order.descending ? -1 : 1;
  return found.sort((one, other) => sign * (rank(one, elapsedMs) - rank(other, elapsedMs)));
}

export function countNodes(statuses: readonly NodeStatus[], elapsedMs: number): Record<Punctuality, number> {
  const counts = { onTime: 0, late: 0, silent: 0, never: 0 };
  for (const status of statuses) counts[punctuality(agedBy(status, elapsedMs))] += 1;
  return counts;
}

/** Returns the words beside the status of a node; undefined for none. */
export function markText(mark: NodeMark | undefined): string | undefined {
  if (mark?.isMuted) return 'muted';
  return mark?.isTold && mark.isAcknowledged ? 'acknowledged' : undefined;
}

/** 'All 4 nodes are on time, 1 reports trouble'. */
export function nodesText({ total, late, failing = 0 }: { total: number; late: number; failing?: number }): string {
  const text = lateNodesText(late, total);
  return failing === 0 ? text : `${text}, ${failing} ${failing === 1 ? 'reports' : 'report'} trouble`;
}

/** 'All 4 nodes are on time', '1 of 4 nodes is late'. */
function lateNodesText(late: number, total: number): string {
  if (total === 1) return late === 0 ? 'The node is on time' : 'The node is late';
  if (late === 0) return `${total === 2 ? 'Both' : `All ${total}`} nodes are on time`;
  return `${late === 2 && total === 2 ? 'Both' : `${late} of ${total}`} nodes ${late === 1 ? 'is' : 'are'} late`;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A node that has been silent for this long is late. From then on its age is shown in minutes instead of seconds. */
export const LATE_AFTER_MS = MINUTE_MS;

export type Punctuality = 'onTime' | 'late' | 'silent' | 'never';

/** Late means that the last heartbeat is a minute old or more; silent means a day or more. */
export function punctuality(ageMs: number | null): Punctuality {
  if (ageMs === null) return 'never';
  if (ageMs < LATE_AFTER_MS) return 'onTime';
  return ageMs < DAY_MS ? 'late' : 'silent';
}
