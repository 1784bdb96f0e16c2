import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { jpeg } from '#support/pictures/images.ts';
import { TinyDisk } from '#support/server/tinyDisk.ts';
import { type Acknowledged, brokenBy, type Fault, type Finding, FULL, soundnessOf, onServer } from '../fault.ts';

const DISK_MB = 24;
const ROOM_MB = 15;
const MOST_PHOTOS = 200;

/** A file system of a few megabytes fills up with uploads, and gets space again. */
export const fullDisk: Fault = {
  id: 'fullDisk',
  name: 'a full disk',
  run: async () => {
    const disk = TinyDisk.mount(DISK_MB);
    try {
      return disk ? await fillUp(disk) : inNamespace();
    } finally {
      disk?.dispose();
    }
  },
};

/** A user other than root may mount inside a user namespace of their own. */
function inNamespace(): Finding {
  try {
    const output = execFileSync('unshare', ['-rm', process.execPath, fileURLToPath(import.meta.url)]);
    const finding: Finding = JSON.parse(output.toString().split('\n').at(-2) ?? '');
    return finding;
  } catch {
    return { figures: { skipped: 'this machine lets nobody but root mount a file system' }, broken: [] };
  }
}

async function fillUp(disk: TinyDisk): Promise<Finding> {
  const dataDir = join(disk.folder, 'data');
  mkdirSync(dataDir);
  disk.leaveRoom(ROOM_MB);
  return onServer(
    async (server) => {
      const client = await ApiClient.signedIn(server.origin);
      const album = await client.createAlbum('Full', 'full');
      const acknowledged: Acknowledged[] = [];
      const upload = async (seed: number) => {
        const bytes = new Uint8Array(await jpeg({ width: 1600, height: 1200, seed }));
        const { photos } = await client.upload(album.id, [{ name: `${seed}.jpg`, bytes }]);
        for (const { filename } of photos) acknowledged.push({ albumId: album.id, filename });
      };
      const refusal = await untilRefused(upload);
      const full = await soundnessOf(dataDir, acknowledged);
      const before = acknowledged.length;
      disk.makeRoom();
      await upload(1_000);
      const again = await soundnessOf(dataDir, acknowledged);
      const figures = { 'photos until full': before, refusal, ...again };
      const broken = [...brokenBy(full), ...brokenBy(again)];
      return { figures, broken: refusal.startsWith('507 ') ? broken : [...broken, `refused with ${refusal}`] };
    },
    { dataDir },
  );
}

async function untilRefused(upload: (seed: number) => Promise<void>): Promise<string> {
  for (let seed = 0; seed < MOST_PHOTOS; seed += 1) {
    try {
      await upload(seed);
    } catch (error) {
      return error instanceof Error ? error.message.replace(/ from \S+:/, '') : String(error);
    }
  }
  return 'never';
}

if (import.meta.main) console.log(JSON.stringify(await fullDisk.run(FULL)));
