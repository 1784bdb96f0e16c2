/** @module-tag full */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { imagePath } from '#contract/paths.ts';
import { FIRST_RELEASE, unpackFirstRelease } from '#support/firstRelease/firstRelease.ts';
import { jpeg } from '#support/pictures/images.ts';
import { runCli, runServer } from '#support/server/launch.ts';
import { TinyDisk } from '#support/server/tinyDisk.ts';

// The start of the real process on a disk that can only be read.

const NO_MOUNTS = 'this process may not mount a disk, so there is none to be made read-only';
const READ_ONLY = 'its disk is read-only (one that has turned so by itself usually has errors)';

let disk: TinyDisk | undefined;
let dataDir: string;
let server: ServerProcess | undefined;
beforeEach(() => {
  disk = TinyDisk.mount(64);
  dataDir = join(disk?.folder ?? '/nowhere', 'data');
  if (!disk) return;
  const library = unpackFirstRelease('data');
  cpSync(library, dataDir, { recursive: true });
  rmSync(library, { recursive: true });
});
afterEach(async () => {
  await server?.stop('SIGKILL');
  server = undefined;
  disk?.dispose();
});

/** Once: a server has run on the library before, and ended. */
async function useOnce(): Promise<void> {
  server = await new ServerProcess({ dataDir }).start();
  await server.stop();
}

test('a start on a read-only disk ends with one clear line, and works again when the disk does', async ({ skip }) => {
  if (!disk) return skip(NO_MOUNTS);
  await useOnce();
  disk.setReadOnly(true);
  const line = `DATA_DIR: cannot write to ${dataDir}: ${READ_ONLY}\n`;
  expect(await runServer({ DATA_DIR: dataDir })).toEqual({ code: 1, stdout: '', stderr: line });
  const below = await runServer({ DATA_DIR: join(disk.folder, 'new') });
  expect(below).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^DATA_DIR: cannot make the folder .+EROFS.+\n$/),
  });
  const file = join(dataDir, 'circuit-tree.sqlite');
  expect(await runCli(['key', 'list'], { DATA_DIR: dataDir })).toEqual({
    code: 1,
    stdout: '',
    stderr: `DATA_DIR: the database ${file} cannot be opened: ${READ_ONLY}\n`,
  });
  // Not that it is damaged: nobody shall restore a backup because of this.
  expect(await runCli(['verify'], { DATA_DIR: dataDir })).toEqual({
    code: 1,
    stdout: '',
    stderr: `The database ${file} could not be checked: ${READ_ONLY}\n`,
  });
  disk.setReadOnly(false);
  await useOnce();
});

test('photos on a read-only disk of their own are shown; uploads are refused until it can be written', async ({
  skip,
}) => {
  if (!disk) return skip(NO_MOUNTS);
  const photos = join(dataDir, 'photos');
  // The leftover of a killed upload: the start would remove it.
  mkdirSync(join(photos, 'incoming', 'killed'), { recursive: true });
  spawnSync('mount', ['--bind', photos, photos]);
  expect(spawnSync('mount', ['-o', 'remount,bind,ro', photos]).status).toBe(0);
  try {
    server = await new ServerProcess({ dataDir }).start();
    expect(server.output.join('')).not.toMatch(/\\n\s+at |\n\s+at /);
    const { origin } = server;
    const [photo] = FIRST_RELEASE.photos;
    expect((await fetch(origin + imagePath({ ...photo }, 'medium'))).status).toBe(200);
    const client = await ApiClient.signedIn(origin);
    const { id } = await client.createAlbum('New', 'new');
    const files = [{ name: 'a.jpg', bytes: new Uint8Array(await jpeg({ seed: 1 })) }];
    await expect(client.upload(id, files)).rejects.toThrow(/^503 .*The server cannot use its disk at the moment/);
    spawnSync('mount', ['-o', 'remount,bind,rw', photos]);
    expect((await client.upload(id, files)).photos).toHaveLength(1);
    await server.stop();
  } finally {
    await server?.stop('SIGKILL');
    spawnSync('umount', [photos]);
  }
});
