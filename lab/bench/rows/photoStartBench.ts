import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { type Bench, inTurns } from '../measuring/bench.ts';
import { makeRows } from '../measuring/manyRows.ts';

const ALBUMS = 100;
const PHOTOS_PER_ALBUM = 1_000;
const ROUNDS = 5;

export const photoStartBench: Bench = {
  id: 'start',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'circuit-tree-bench-'));
    try {
      await fill(join(folder, 'full'));
      const start = (name: string) => async () => {
        const server = new ServerProcess({ dataDir: join(folder, name) });
        const started = performance.now();
        await server.start();
        const ms = performance.now() - started;
        await server.stop();
        return ms;
      };
      // Once before, so that neither measurement includes migrations and first keys.
      for (const name of ['full', 'empty']) await start(name)();
      const { full, empty } = await inTurns(ROUNDS, { full: start('full'), empty: start('empty') });
      return [
        {
          name: 'start of the server with 100,000 photos',
          against: 'the start with none',
          ratio: full / empty,
          goal: { kind: 'at most', value: 1.5, unit: '×' },
          figures: { full: `${full.toFixed(0)} ms`, empty: `${empty.toFixed(0)} ms` },
        },
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Rows and folders as 100,000 uploads leave them; only the pictures in them are empty. */
async function fill(dataDir: string): Promise<void> {
  for (const { id, filenames } of await makeRows(dataDir, { albums: ALBUMS, photosPerAlbum: PHOTOS_PER_ALBUM })) {
    await Promise.all(
      filenames.map(async (filename) => {
        const photo = join(dataDir, 'photos', 'library', id, filename.replace('.jpg', ''));
        await mkdir(photo, { recursive: true });
        for (const part of ['original', 'medium', 'thumbnail']) await writeFile(join(photo, `${part}.jpg`), '');
      }),
    );
  }
}
