import { dataFolderOf } from '#server/core/settings/dataFolderOf.ts';
import type { Program } from '#server/core/takeOver.ts';
import { becomeVersion } from './runVersion.ts';
import { foundStart } from './updateFile.ts';

/** Becomes the current version named in the data folder, which without updates is this one, or supervises it. */
export async function takeOver(program: Program): Promise<boolean> {
  const isServer = program === 'server/main.ts';
  // A supervised version always serves, whatever the folder says.
  if (isServer && process.env.UPDATE_STAGE !== undefined) return false;
  const dataDir = dataFolderOf(process.env);
  const start = foundStart(dataDir);
  if (start.act === 'follow') becomeVersion(dataDir, start.folder, program);
  if (start.act === 'serve' || !isServer) return false;
  const { supervise } = await import('./supervise.ts');
  await supervise(dataDir, start);
  return true;
}
