import { NODES } from '../../limits.ts';
import type { Claim } from './nodeOwners.ts';

/** Sent to a device whose report is refused, by whichever way it came. */
export const REFUSED_REPORTS: Record<Exclude<Claim, 'granted'>, string> = {
  'of-another-key':
    'This node belongs to another key, which reported it first: an admin can release it on the node’s page',
  'no-room': `No more than ${NODES.max} nodes can be kept, and ${NODES.maxPerKey} of one key`,
};
