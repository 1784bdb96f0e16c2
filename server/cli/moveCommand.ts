import { moveToFile, moveToPostgres } from '../photos/maintenance/moveDatabase.ts';
import { VariableReader } from '../settings/variableReader.ts';
import { type Command, UsageError } from './command.ts';

const FILE = 'file';

export const MOVE_COMMAND: Command = {
  name: 'move',
  parameters: '--to ADDRESS | --to file',
  does: 'copies the database to an empty PostgreSQL, or from DATABASE_URL back into a file; stop the server first',
  words: 0,
  options: { to: 'value' },
  runWithSettings: async ({ flags: { to } }, { settings: { dataDir, databaseUrl }, print }) => {
    if (to === FILE) {
      if (databaseUrl === undefined) throw new UsageError('DATABASE_URL says from where: it is not set');
      print(copied(await moveToFile({ dataDir, url: databaseUrl })));
      print('Start the server without DATABASE_URL from now on');
      return;
    }
    const url = new VariableReader({ '--to': typeof to === 'string' ? to : '' }).postgresUrl('--to');
    if (url === undefined) throw new UsageError('Say where: --to postgres://user:password@host/name, or --to file');
    print(copied(await moveToPostgres({ dataDir, url })));
    print('Start the server with DATABASE_URL set to this address from now on');
  },
};

function copied(rows: number): string {
  return `${rows} rows were copied and counted; nothing was removed where they came from`;
}
