import type { AlertMessage } from '#contract/schemas/alerts.ts';

const NAMED = 10;

function list(nodeIds: readonly string[]): string {
  const named = nodeIds.slice(0, NAMED).join(', ');
  const more = nodeIds.length - NAMED;
  return more > 0 ? `${named} and ${more} more` : named;
}

export interface SilentNode {
  nodeId: string;
  /** The time since its last heartbeat. */
  ageMs: number;
}

function minutesText(ageMs: number): string {
  const minutes = Math.max(1, Math.floor(ageMs / 60_000));
  if (minutes < 120) return `${minutes} minute${minutes === 1 ? '' : 's'}`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}

type Words = Pick<AlertMessage, 'title' | 'body'>;

/** One message for all that fell silent together; `total` is how many nodes there are. */
export function silentWords(nodes: readonly SilentNode[], total: number): Words {
  const age = minutesText(Math.min(...nodes.map(({ ageMs }) => ageMs)));
  const [first] = nodes;
  if (first && nodes.length === 1) {
    return { title: `${first.nodeId} is silent`, body: `No heartbeat for ${age}.` };
  }
  const who = nodes.length === total ? `All ${total} nodes` : `${nodes.length} nodes`;
  return {
    title: `${who} are silent`,
    body: `No heartbeat for ${age} or more: ${list(nodes.map(({ nodeId }) => nodeId))}.`,
  };
}

export function backWords(nodeIds: readonly string[]): Words {
  const [first] = nodeIds;
  if (first !== undefined && nodeIds.length === 1) return { title: `${first} is back`, body: 'It reports again.' };
  return { title: `${nodeIds.length} nodes are back`, body: `They report again: ${list(nodeIds)}.` };
}

export const TEST_WORDS: Words = {
  title: 'A test from Circuit Tree',
  body: 'This channel works: alerts about silent nodes arrive here.',
};
