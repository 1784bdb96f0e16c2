import { countedSince } from '../db/sqlite/databaseCopies.ts';
import { UserError } from '../errors.ts';
import { readUpdates, writeStep } from './updateFile.ts';

const UNFIT = 409;

/** Tells what goes with the way back to the version before: everything that was stored since. */
export function lostByGoingBack(dataDir: string): { to: string; at: number; lost: string[] } {
  const { before } = readUpdates(dataDir);
  if (!before) throw new UserError(UNFIT, 'There is no update to go back from');
  const counted = countedSince(dataDir, before.copy).filter((one) => one.now > one.before);
  const lost = counted.map((one) => `${one.now - one.before} ${one.what}`);
  return { to: before.version.version, at: before.at, lost };
}

export async function goBack(dataDir: string): Promise<void> {
  const { before, current } = readUpdates(dataDir);
  if (!before || !current) throw new UserError(UNFIT, 'There is no update to go back from');
  await writeStep(dataDir, { name: 'returning', to: current, copy: before.copy, why: 'somebody went back' });
}
