import type { NodeMark } from '#contract/schemas/nodes.ts';

/** Returns the words beside the status of a node; undefined for none. */
export function markText({ isMuted, isTold, isAcknowledged }: NodeMark): string | undefined {
  if (isMuted) return 'muted';
  return isTold && isAcknowledged ? 'acknowledged' : undefined;
}
