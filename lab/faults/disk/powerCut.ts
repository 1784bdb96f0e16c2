import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { CutDisk } from './cutDisk.ts';
import type { Fault, Finding } from '../fault.ts';
import { interruptUploads } from './interruptions.ts';

const DISK_MB = 2_000;

/** The power goes at a random moment of many uploads, again and again on the same library. */
export const powerCut: Fault = {
  id: 'powerCut',
  slow: true,
  name: 'a power cut at a random moment of uploads',
  run: async ({ powerCuts }): Promise<Finding> => {
    const disk = CutDisk.make(DISK_MB);
    if (!disk) return { figures: { skipped: 'this process may not mount a disk' }, broken: [] };
    try {
      const broken = (await forgets(disk)) ? [] : ['the disk forgets nothing, so nothing was tried'];
      const server = await new ServerProcess({ dataDir: join(disk.folder, 'data') }).start();
      try {
        const found = await interruptUploads(server, {
          name: 'cut',
          times: powerCuts,
          interrupt: () => disk.cut(),
          restart: async () => {
            await server.stop('SIGKILL');
            await disk.powerOn();
            await server.start();
          },
        });
        return { figures: { 'power cuts': powerCuts, ...found.figures }, broken: [...broken, ...found.broken] };
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
