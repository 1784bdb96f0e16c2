import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { jpeg } from '#support/pictures/images.ts';
import { CutDisk } from '#support/server/cutDisk.ts';
import { type Acknowledged, brokenBy, type Fault, type Finding, soundnessOf } from '../fault.ts';
import { uploadUntilGone } from './uploadUntilGone.ts';

const DISK_MB = 2_000;
const UPLOADERS = 3;
const LONGEST_MS = 2_000;

/** The power goes at a random moment of many uploads, again and again on the same library. */
export const powerCut: Fault = {
  id: 'powerCut',
  slow: true,
  name: 'a power cut at a random moment of uploads',
  run: async ({ powerCuts }) => {
    const disk = CutDisk.make(DISK_MB);
    if (!disk) return { figures: { skipped: 'this process may not mount a disk' }, broken: [] };
    try {
      const broken = (await forgets(disk)) ? [] : ['the disk forgets nothing, so nothing was tried'];
      const server = await new ServerProcess({ dataDir: join(disk.folder, 'data') }).start();
      try {
        const found = await cutAgainAndAgain(server, { disk, powerCuts });
        return { ...found, broken: [...broken, ...found.broken] };
      } finally {
        await server.stop('SIGKILL');
      }
    } finally {
      disk.dispose();
    }
  },
};

/** Tests the trial itself: a file that was not synced must be gone, a synced one must be there. */
async function forgets(disk: CutDisk): Promise<boolean> {
  const [synced, unsynced] = [join(disk.folder, 'synced'), join(disk.folder, 'unsynced')];
  mkdirSync(join(disk.folder, 'data'));
  writeFileSync(synced, 'kept');
  for (const path of [synced, disk.folder]) {
    const handle = openSync(path, 'r');
    fsyncSync(handle);
    closeSync(handle);
  }
  writeFileSync(unsynced, 'forgotten');
  disk.cut();
  await disk.powerOn();
  return existsSync(synced) && !existsSync(unsynced);
}

async function cutAgainAndAgain(
  server: ServerProcess,
  { disk, powerCuts }: { disk: CutDisk; powerCuts: number },
): Promise<Finding> {
  const acknowledged: Acknowledged[] = [];
  const broken: string[] = [];
  // All are read again at the end.
  const seen = new Set<string>();
  const client = await ApiClient.signedIn(server.origin);
  const { id: albumId } = await client.createAlbum('Cut', 'cut');
  const pictures = await Promise.all([1, 2, 3].map((seed) => jpeg({ width: 300, height: 200, seed })));
  for (let round = 0; round < powerCuts; round += 1) {
    const answered = Promise.withResolvers<void>();
    const uploading = Array.from({ length: UPLOADERS }, () =>
      uploadUntilGone({ client, albumId, pictures, acknowledged, onAnswer: answered.resolve }),
    );
    if (round % 2 === 1) await Promise.race([answered.promise, Promise.all(uploading)]);
    await wait(Math.random() * LONGEST_MS);
    disk.cut();
    await Promise.all(uploading);
    await server.stop('SIGKILL');
    await disk.powerOn();
    await server.start();
    const found = await soundnessOf(server.dataDir, acknowledged, seen);
    broken.push(...brokenBy(found).map((sentence) => `after cut ${round + 1}: ${sentence}`));
  }
  const { integrity, ...counts } = await soundnessOf(server.dataDir, acknowledged);
  broken.push(...brokenBy({ integrity, ...counts }));
  if (acknowledged.length === 0) broken.push('nothing was acknowledged, so nothing was tried');
  const figures = { 'power cuts': powerCuts, 'photos acknowledged': acknowledged.length, ...counts, integrity };
  return { figures, broken };
}
