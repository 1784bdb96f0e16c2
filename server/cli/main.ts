// `npm run --silent cli -- COMMAND`: runs one command for the operator, in the version that serves the library. Stdout
// contains only its result; the exit code says whether it worked.
import { dataFolderOf } from '#server/core/settings/dataFolderOf.ts';
import { becomeVersion } from '../update/runVersion.ts';
import { foundStart } from '../update/updateFile.ts';

const dataDir = dataFolderOf(process.env);
const start = foundStart(dataDir);
if (start.act === 'follow') becomeVersion(dataDir, start.folder, 'server/cli/main.ts');
const { runForOperator } = await import('./commandLine.ts');
await runForOperator();
