import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bucketUrl } from '#support/server/testBucket.ts';
import { CareLibrary, command } from '#support/server/careLibrary.ts';

const url = bucketUrl();
let library: CareLibrary;
let dataDir: string;

beforeAll(async () => {
  library = await CareLibrary.make();
  dataDir = await library.copy();
});
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
  await library.remove();
});

test('photos are moved to a bucket, where they are whole; again, nothing is copied; and back into a folder', async () => {
  const env = { DATA_DIR: dataDir };
  const moved = await command(['move', '--to', url], env);
  expect(moved).toMatchObject({ code: 0, stdout: expect.stringContaining('2 photos copied and read again, 0') });
  const again = await command(['move', '--to', url], env);
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('0 photos copied and read again, 2') });
  const forgotten = await command(['verify'], env);
  expect(forgotten).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('S3_URL: it is not set, and the photos'),
  });
  await rm(join(dataDir, 'photos', 'library'), { recursive: true });
  const sound = 'photos 2, missing 0, orphaned 0, mismatching 0\n';
  expect(await command(['verify'], { ...env, S3_URL: url })).toMatchObject({ code: 0, stdout: sound });
  const backup = await mkdtemp(`${dataDir}-backup-`);
  expect(await command(['backup', backup], { ...env, S3_URL: url })).toMatchObject({ code: 0 });
  expect(await command(['verify'], { DATA_DIR: backup })).toMatchObject({ code: 0, stdout: sound });
  await rm(backup, { recursive: true, force: true });
  const refused = await command(['restore', backup], { ...env, S3_URL: url });
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('leave DATABASE_URL and S3_URL out') });
  const back = await command(['move', '--to', 'folder'], { ...env, S3_URL: url });
  expect(back).toMatchObject({ code: 0, stdout: expect.stringContaining('2 photos copied') });
  expect(await command(['verify'], env)).toMatchObject({ code: 0, stdout: sound });
});

test('a photo that lacks a file is counted, and the others are moved', async () => {
  await rm(join(library.photoFolder(dataDir), 'medium.jpg'));
  const moved = await command(['move', '--to', bucketUrl()], { DATA_DIR: dataDir });
  expect(moved).toMatchObject({ code: 1, stdout: expect.stringContaining('1 photo copied') });
  expect(moved.stderr).toContain('Files of 1 photo are missing or damaged');
});
