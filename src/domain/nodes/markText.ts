import type { NodeMark } from '../../contract/admin/alerts.ts';

/** What is said beside the status of a node; undefined: nothing. */
export function markText({ isMuted, isTold, isAcknowledged }: NodeMark): string | undefined {
  if (isMuted) return 'muted';
  return isTold && isAcknowledged ? 'acknowledged' : undefined;
}
