import type { Overview, ServerStatus } from '#contract/schemas/server.ts';
import { isBackupMissing } from './troubleSentence.ts';

interface Seen {
  status: ServerStatus;
  overview: Overview;
  now: number;
}

/** Whether an admin may be told that all is well: nothing is wrong, late or off the wall, and there is a new backup. */
export function isAllWell({ status: { ready, backup }, overview: { nodes, tablets }, now }: Seen): boolean {
  return ready && isBackedUp(backup, now) && nodes.late === 0 && (tablets?.offline ?? 0) === 0;
}

/** Whether there is a backup, the last attempt made it, and that is not too long ago. */
export function isBackedUp({ newest, failure }: ServerStatus['backup'], now: number): boolean {
  return newest !== null && failure === null && !isBackupMissing(Date.parse(newest.madeAt), now);
}
