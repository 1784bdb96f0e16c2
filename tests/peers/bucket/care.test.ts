import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bucketAt } from '#server/peers/bucket/openBucket.ts';
import { jpeg } from '#support/pictures/images.ts';
import { CareLibrary, command } from '#support/server/careLibrary.ts';
import { bucketUrl } from '#support/server/testBucket.ts';

// The operator's commands on a library whose photos are in a bucket.

const url = bucketUrl();
const bucket = bucketAt(url);
let library: CareLibrary;
let env: { DATA_DIR: string; S3_URL: string };
/** A photo's objects begin with this. */
let place: string;

beforeAll(async () => {
  library = await CareLibrary.make();
  env = { DATA_DIR: await library.copy(), S3_URL: url };
  expect(await command(['move', '--to', url], { DATA_DIR: env.DATA_DIR })).toMatchObject({ code: 0 });
  const [photo] = library.photos;
  place = `photos/library/${library.album.id}/${photo?.filename.replace('.jpg', '')}/`;
});
afterAll(async () => {
  await rm(env.DATA_DIR, { recursive: true, force: true });
  await library.remove();
});

async function keys(prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const key of bucket.keys(prefix)) found.push(key);
  return found;
}

test('what is altered, missing and left over is named, and mended where that is possible', async () => {
  await bucket.putText(`${place}medium.jpg`, 'no picture');
  await bucket.delete(`${place}thumbnail.jpg`);
  await bucket.putText(`photos/library/${library.album.id}/nobody/original.jpg`, 'left over');
  expect(await command(['verify'], env)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /^photos 2, missing 1, orphaned 1, mismatching 1\nmissing {2}\S+ \(thumbnail\)\norphaned {2}\S+\/nobody\nmismatching {2}\S+ \(medium\)\n$/,
    ),
    stderr: expect.stringContaining('1 missing, 1 orphaned, 1 altered'),
  });
  const repaired = await command(['verify', '--repair'], env);
  expect(repaired).toMatchObject({ code: 0, stdout: expect.stringContaining('made again  ') });
  expect(await keys('photos/quarantine/')).toEqual([expect.stringMatching(/\/nobody\/original\.jpg$/)]);
  expect(await command(['verify'], env)).toMatchObject({
    code: 0,
    stdout: 'photos 2, missing 0, orphaned 0, mismatching 0\n',
  });
});

test('a bucket without any photo is named, not a folder', async () => {
  const empty = bucketUrl();
  const { pathname, host } = new URL(empty);
  expect(await command(['verify'], { ...env, S3_URL: empty })).toMatchObject({
    code: 1,
    stdout: 'photos 2, missing 6, orphaned 0, mismatching 0\n',
    stderr: expect.stringContaining(`s3://${host}${pathname}/ has no photo at all: is it the right one?`),
  });
});

test("nothing is read, mended or written in another library's bucket", async () => {
  const other = await CareLibrary.make();
  const strange = { DATA_DIR: other.folder, S3_URL: url };
  const pictures = await mkdtemp(join(tmpdir(), 'circuit-tree-pictures-'));
  await writeFile(join(pictures, 'a.jpg'), await jpeg({ seed: 9 }));
  const before = await keys('photos/');
  for (const words of [
    ['verify', '--repair'],
    ['import', pictures],
    ['backup', join(pictures, 'backup')],
  ]) {
    const refused = await command(words, strange);
    expect(refused, words[0]).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('holds the pictures of another library'),
    });
  }
  expect(await keys('photos/')).toEqual(before);
  await rm(pictures, { recursive: true, force: true });
  await other.remove();
});
