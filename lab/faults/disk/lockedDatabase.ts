import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { DATABASE_FILE } from '#server/core/db/dataFolder.ts';
import { API_PATHS } from '#contract/paths.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { jpeg } from '#support/pictures/images.ts';
import { type Acknowledged, brokenBy, type Fault, soundnessOf, onServer } from '../fault.ts';

const UPLOADS = 5;
const ASK_EVERY_MS = 100;

/** Another process holds the database's write lock while uploads and readers come. */
export const lockedDatabase: Fault = {
  id: 'lockedDatabase',
  name: 'the database locked by another process',
  run: ({ lockSeconds, longestAnswerMs }) =>
    onServer(async (server) => {
      const client = await ApiClient.signedIn(server.origin);
      const album = await client.createAlbum('Locked', 'locked');
      const acknowledged: Acknowledged[] = [];
      const locker = fork(fileURLToPath(import.meta.url), [server.dataDir, String(lockSeconds)]);
      await once(locker, 'message');
      const started = performance.now();
      const uploads = Array.from({ length: UPLOADS }, async (_, seed) => {
        const bytes = new Uint8Array(await jpeg({ seed }));
        try {
          const { photos } = await client.upload(album.id, [{ name: 'locked.jpg', bytes }]);
          for (const { filename } of photos) acknowledged.push({ albumId: album.id, filename });
          return performance.now() - started;
        } catch (error) {
          return error instanceof Error ? error.message : String(error);
        }
      });
      const reads = await readUntil(server, once(locker, 'exit'));
      const outcomes = await Promise.all(uploads);
      const found = await soundnessOf(server.dataDir, acknowledged);
      const figures = {
        'locked for': `${lockSeconds} s`,
        'uploads that waited and were stored': acknowledged.length,
        'uploads refused': outcomes.filter((outcome) => typeof outcome === 'string').length,
        'reads meanwhile': reads.count,
        'slowest read': `${Math.round(reads.slowestMs)} ms`,
        'acknowledged and lost': found.lost,
      };
      const slow = reads.slowestMs > longestAnswerMs ? ['other requests had to wait'] : [];
      return { figures, broken: [...brokenBy(found), ...slow, ...reads.failed] };
    }),
};

async function readUntil(server: { origin: string; kioskKey: string }, end: Promise<unknown>) {
  const reads = { count: 0, slowestMs: 0, failed: [] as string[] };
  const over = new AbortController();
  void end.then(() => over.abort());
  while (!over.signal.aborted) {
    const started = performance.now();
    const answer = await fetch(server.origin + API_PATHS.albums, { headers: { 'X-API-Key': server.kioskKey } });
    await answer.arrayBuffer();
    if (!answer.ok) reads.failed.push(`a read was answered ${answer.status}`);
    reads.slowestMs = Math.max(reads.slowestMs, performance.now() - started);
    reads.count += 1;
    await wait(ASK_EVERY_MS);
  }
  return reads;
}

if (import.meta.main) {
  const [dataDir = '', seconds] = process.argv.slice(2);
  const sqlite = new Sqlite(join(dataDir, DATABASE_FILE));
  sqlite.exec('BEGIN IMMEDIATE');
  process.send?.('locked');
  await wait(Number(seconds) * 1_000);
  sqlite.exec('ROLLBACK');
  process.exit(0);
}
