import { moveToFile, moveToPostgres } from '../photos/maintenance/moveDatabase.ts';
import { VariableReader } from '../settings/variableReader.ts';
import { type Command, UsageError } from './command.ts';

const FILE = 'file';

export const MOVE_COMMAND: Command = {
  group: 'Database',
  name: 'move',
  parameters: '--to WHERE',
  does: 'copies it to PostgreSQL, or back',
  words: 0,
  options: { to: { value: 'WHERE', does: "an empty PostgreSQL's address, or the word file; stop the server first" } },
  json: true,
  fails: 'there is something already, the server runs, or not all could be copied',
  prepare: ({ flags: { to } }, { dataDir, databaseUrl }) => {
    if (to === FILE) {
      if (databaseUrl === undefined) throw new UsageError('DATABASE_URL says from where: it is not set');
      return {
        alone: async ({ answer }) => {
          const rows = await moveToFile({ dataDir, url: databaseUrl });
          answer([copied(rows), 'Start the server without DATABASE_URL from now on'], { rows });
        },
      };
    }
    const url = new VariableReader({ '--to': typeof to === 'string' ? to : '' }).postgresUrl('--to');
    if (url === undefined) throw new UsageError('Say where: --to postgres://user:password@host/name, or --to file');
    return {
      alone: async ({ answer }) => {
        const rows = await moveToPostgres({ dataDir, url });
        answer([copied(rows), 'Start the server with DATABASE_URL set to this address from now on'], { rows });
      },
    };
  },
};

function copied(rows: number): string {
  return `${rows} rows were copied and counted; nothing was removed where they came from`;
}
