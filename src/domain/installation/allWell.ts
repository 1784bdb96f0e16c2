import type { Overview, ServerStatus } from '#contract/schemas/server.ts';

/** Whether an admin may be told that all is well: nothing is wrong, late or off the wall, and there is a backup. */
export function isAllWell({ ready, backup }: ServerStatus, { nodes, tablets }: Overview): boolean {
  const isBackedUp = backup.newest !== null && backup.failure === null;
  return ready && isBackedUp && nodes.late === 0 && (tablets?.offline ?? 0) === 0;
}
