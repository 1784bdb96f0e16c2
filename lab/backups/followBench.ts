import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { openSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { datedName } from '#domain/clock/when.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { DATABASE_FILE } from '#server/core/db/dataFolder.ts';
import { writeSnapshot } from '#server/core/db/sqlite/snapshot.ts';
import { followedIn } from '#server/backups/follow.ts';
import { jpeg } from '#support/pictures/images.ts';
import { growLibrary } from '../bench/growth/grownLibrary.ts';
import { type Bench, median, type Row } from '../bench/measuring/bench.ts';
import { processorSeconds } from '../bench/measuring/processorSeconds.ts';

const ROUNDS = 5;
const LIBRARIES = [
  { photos: 10_000, atMost: 1 },
  { photos: 1_000_000, atMost: 3 },
];
const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** The cost of a copy of one new photo between two whole backups, in the process that the server starts for it. */
export const followBench: Bench = {
  id: 'follow',
  isLong: true,
  run: async () => {
    const rows: Row[] = [];
    for (const library of LIBRARIES) rows.push(await measure(library));
    return rows;
  },
};

async function measure({ photos, atMost }: (typeof LIBRARIES)[number]): Promise<Row> {
  const folder = await mkdtemp(join(tmpdir(), 'circuit-tree-bench-'));
  const { dataDir, shortAlbumId } = await growLibrary(join(folder, 'data'), photos);
  const place = join(folder, 'backups');
  await makeBase(dataDir, place);
  const server = await new ServerProcess({ dataDir }).start();
  try {
    const api = await ApiClient.signedIn(server.origin);
    const seconds: number[] = [];
    while (seconds.length < ROUNDS) {
      const picture = { name: 'new.jpg', bytes: Uint8Array.from(await jpeg({ seed: randomInt(1e9) })) };
      await api.upload(shortAlbumId, [picture]);
      const askedAt = Date.now();
      seconds.push(await follow(dataDir, place));
      if (((await followedIn(place))?.madeAt ?? 0) < askedAt) throw new Error('Nothing was copied');
    }
    return {
      name: `${photos.toLocaleString('en')} photos: copying one more, CPU`,
      against: 'the goal',
      goal: { kind: 'at most', value: atMost, unit: 's', measured: median(seconds) },
      figures: { slowest: `${Math.max(...seconds).toFixed(2)} s`, first: `${seconds[0]!.toFixed(2)} s` },
    };
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const open = (file: string) => openSync(file, 'wx+', 0o600);

/** A whole backup without files, of which a library of rows alone has none. */
async function makeBase(dataDir: string, place: string): Promise<void> {
  const base = join(place, datedName(Date.now()));
  await mkdir(base, { recursive: true });
  await writeSnapshot(join(dataDir, DATABASE_FILE), { to: join(base, DATABASE_FILE), open });
  await writeFile(join(base, 'SHA256SUMS'), '');
}

/** The processor time of one copy, as the server starts it. */
async function follow(dataDir: string, place: string): Promise<number> {
  const before = processorSeconds(process.pid, 'children');
  const program = 'server/backups/backupProcess.ts';
  await run(process.execPath, [program, dataDir, place, 'follow'], { cwd: ROOT });
  return processorSeconds(process.pid, 'children') - before;
}
