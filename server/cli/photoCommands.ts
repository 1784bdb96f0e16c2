import { backUp } from '../photos/maintenance/backup.ts';
import { isSound, verifyLibrary } from '../photos/maintenance/verify.ts';
import type { Command } from './command.ts';

const FAILED = 1;

export const PHOTO_COMMANDS: Command[] = [
  {
    name: 'verify',
    parameters: '',
    does: 'compares every photo with its files; exit code 1 unless all are there, unchanged, and nothing else',
    words: 0,
    run: async (_call, { dependencies, print }) => {
      const report = await verifyLibrary(dependencies.photos);
      const findings = { missing: report.missing, orphaned: report.orphaned, mismatching: report.mismatching };
      const figures = Object.entries(findings).map(([name, files]) => `${name} ${files.length}`);
      print(`photos ${report.photos}, ${figures.join(', ')}`);
      for (const [name, files] of Object.entries(findings)) for (const file of files) print(`${name}  ${file}`);
      return isSound(report) ? 0 : FAILED;
    },
  },
  {
    name: 'backup',
    parameters: 'FOLDER',
    does: 'copies the database and all photos into a new folder, consistent while the server runs',
    words: 1,
    run: async ({ words }, { dependencies, print }) => {
      const folder = words[0] ?? '';
      const { photos, backupDatabase } = dependencies;
      const report = await backUp({ store: photos.store, backupDatabase }, folder);
      print(`${report.photos} photos and the database are in ${folder}`);
      if (report.missing === 0) return 0;
      print(`${report.missing} photos could not be copied, because their files are missing here: see verify`);
      return FAILED;
    },
  },
];
