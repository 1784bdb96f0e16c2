import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { jpeg } from '#support/pictures/images.ts';
import { median } from '../measuring/bench.ts';
import type { GrownLibrary } from './grownLibrary.ts';

export interface FileFigures {
  /** A backup after one photo was added, by the command. */
  backupMs: number;
  /** The speed of `verify`, in bytes, divided by that of sha256sum, both over all files of the library. */
  verifyRatio: number;
}

const ROUNDS = 3;
const ROOT = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** Measures the commands that read the files. The first backup, which copies everything, does not count. */
export async function measureFiles(library: GrownLibrary): Promise<FileFigures> {
  const { dataDir, shortAlbumId } = library;
  const server = new ServerProcess({ dataDir });
  const place = `${dataDir}-backups`;
  const backUp = () => command(dataDir, ['backup', place, '--keep', '2']);
  await backUp();
  const backups: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await server.start();
    const picture = { name: 'new.jpg', bytes: Uint8Array.from(await jpeg({ seed: library.photos + round })) };
    await (await ApiClient.signedIn(server.origin)).upload(shortAlbumId, [picture]);
    backups.push(await backUp());
    await server.stop();
  }
  const verifications: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const sums = await timed('sh', ['-c', 'find "$0" -type f -print0 | xargs -0 sha256sum', join(dataDir, 'photos')]);
    verifications.push(sums / (await command(dataDir, ['verify'])));
  }
  return { backupMs: median(backups), verifyRatio: median(verifications) };
}

function command(dataDir: string, words: readonly string[]): Promise<number> {
  return timed(process.execPath, ['server/cli/main.ts', ...words], { DATA_DIR: dataDir });
}

async function timed(program: string, parameters: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const startedAt = performance.now();
  await run(program, parameters, { cwd: ROOT, env: { ...process.env, ...env }, maxBuffer: 1e9 });
  return performance.now() - startedAt;
}
