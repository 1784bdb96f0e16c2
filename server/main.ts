// `npm start`: becomes the current version named in the data folder, which without updates is this one. Loads the
// server only to serve: a process that starts or supervises another version stays small.
import { dataFolderOf } from './core/settings/dataFolderOf.ts';
import { becomeVersion } from './update/runVersion.ts';
import { foundStart } from './update/updateFile.ts';

const dataDir = dataFolderOf(process.env);
/** A supervised version always serves, whatever the folder says. */
const start = process.env.UPDATE_STAGE === undefined ? foundStart(dataDir) : ({ act: 'serve' } as const);
if (start.act === 'serve') await import('./serve.ts');
else if (start.act === 'follow') becomeVersion(dataDir, start.folder);
else {
  const { supervise } = await import('./update/supervise.ts');
  await supervise(dataDir, start);
}
