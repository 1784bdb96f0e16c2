import { countOf } from '#domain/curation/counts.ts';
import { moveToFile, moveToPostgres } from './moveDatabase.ts';
import { type MoveCounts, moveLibrary } from './movePhotos.ts';
import { BUCKET, POSTGRES } from './places.ts';
import { UserError } from '#server/core/errors.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import { VariableReader } from '#server/core/settings/variableReader.ts';
import { type Command, type Work, UsageError } from '#server/core/commands/command.ts';

const FILE = 'file';
const FOLDER = 'folder';
const FAILED = 500;

export const MOVE_COMMAND: Command = {
  group: 'Database',
  name: 'move',
  parameters: '--to WHERE',
  does: 'copies it, or the photos, elsewhere',
  words: 0,
  options: { to: { value: 'WHERE', does: "an empty PostgreSQL's address, or file; a bucket's, or folder" } },
  json: true,
  fails: 'there is something already, the server runs, or not all could be copied',
  prepare: ({ flags: { to } }, settings) => {
    const { dataDir, databaseUrl } = settings;
    if (to === FOLDER || (typeof to === 'string' && to.startsWith('s3:'))) return photosTo(to, settings);
    if (to === FILE) {
      if (databaseUrl === undefined)
        throw new UsageError('DATABASE_URL is not set: it names the database to move from');
      return {
        alone: async ({ answer }) => {
          const rows = await moveToFile({ dataDir, url: databaseUrl });
          answer([copied(rows), 'Start the server without DATABASE_URL from now on'], { rows });
        },
      };
    }
    const url = new VariableReader({ '--to': typeof to === 'string' ? to : '' }).address('--to', [POSTGRES]);
    if (url === undefined)
      throw new UsageError(
        'Say where: --to postgres://user:password@host/name, --to file, --to s3://bucket/prefix, or --to folder',
      );
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

function photosTo(to: string, { dataDir, databaseUrl, photosUrl }: Settings): Work {
  const target = to === FOLDER ? undefined : new VariableReader({ '--to': to }).address('--to', [BUCKET]);
  if (target === undefined && photosUrl === undefined)
    throw new UsageError('S3_URL is not set: it names the bucket to move from');
  if (target !== undefined && photosUrl !== undefined)
    throw new UsageError('The photos are in the bucket of S3_URL: bring them to the folder first');
  return {
    alone: async ({ answer }) => {
      const moved = await moveLibrary({ dataDir, databaseUrl, from: photosUrl, to: target });
      answer(
        [
          brought(moved),
          `Start the server ${target !== undefined ? 'with S3_URL set to this address' : 'without S3_URL'} from now on`,
        ],
        moved,
      );
      if (moved.lacking > 0)
        throw new UserError(FAILED, `Files of ${countOf(moved.lacking, 'photo')} are missing or damaged: see verify`);
    },
  };
}

function brought({ copied: count, there }: MoveCounts): string {
  return `${countOf(count, 'photo')} copied and read again, ${there} there already; nothing was removed at the source`;
}
