/** @module-tag full */
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FIRST_RELEASE, unpackFirstRelease } from '#support/firstRelease/firstRelease.ts';
import { moveMark } from '#server/core/settings/movedAway.ts';
import { Launch, type Outcome, runCli, runServer } from '#support/server/launch.ts';

// A household's data folder after a mishap: a disk that is not mounted, a file that was not copied.

const DATABASE = 'circuit-tree.sqlite';

let dataDir: string;
beforeEach(() => {
  dataDir = unpackFirstRelease('data');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function photosOnDisk(): string[] {
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('original.jpg'));
}

/** Starts the server, and stops it again once it has said its addresses. */
async function startedWith(...options: string[]): Promise<Outcome> {
  const launch = new Launch(['server/main.ts', ...options], { PORT: '0', DATA_DIR: dataDir });
  await Promise.race([once(launch.child.stdout!, 'data'), launch.ended()]);
  launch.child.kill('SIGTERM');
  return launch.ended();
}

const stopped = (sentence: RegExp) => ({ code: 1, stdout: '', stderr: expect.stringMatching(sentence) });

describe('a data folder of which a part is missing', { timeout: 60_000 }, () => {
  test('photos without their database stop the start, and nothing is made', async () => {
    rmSync(join(dataDir, DATABASE));
    const before = photosOnDisk();
    const sentence = /^DATA_DIR: \S+ holds photos and no database \(circuit-tree\.sqlite\): .+--accept-new.+\n$/;
    expect(await runServer({ DATA_DIR: dataDir })).toEqual(stopped(sentence));
    expect(existsSync(join(dataDir, DATABASE))).toBe(false);

    const accepted = await startedWith('--accept-new');
    expect(accepted).toMatchObject({ code: 0, stdout: expect.stringMatching(/\n {2}New {6}\S+ held no library/) });
    expect(photosOnDisk()).toEqual(before);
    expect(await startedWith()).toMatchObject({ code: 0 });
  });

  test.each(['missing', 'empty'])('a database whose folder of photos is %s stops the start', async (how) => {
    rmSync(join(dataDir, 'photos'), { recursive: true });
    if (how === 'empty') mkdirSync(join(dataDir, 'photos'));
    const sentence = /^DATA_DIR: the folder of photos is missing or empty in \S+, .+--accept-new.+\n$/;
    expect(await runServer({ DATA_DIR: dataDir })).toEqual(stopped(sentence));

    const accepted = await startedWith('--accept-new');
    expect(accepted).toMatchObject({ code: 0, stdout: expect.not.stringContaining('New') });
    // The operator is not asked at each start.
    expect(await startedWith()).toMatchObject({ code: 0 });
  });

  test('a server without the address of moved photos neither serves nor changes them', async () => {
    const sentenceOf = (part: 'database' | 'photos', variable: string) => {
      const mark = moveMark(dataDir, part);
      writeFileSync(mark, 'far://away/');
      return new RegExp(`^${variable}: it is not set, .+ in far://away/: .+ the command move --to .+ delete ${mark}`);
    };
    const photos = sentenceOf('photos', 'S3_URL');
    expect(await runServer({ DATA_DIR: dataDir })).toEqual(stopped(photos));
    const database = sentenceOf('database', 'DATABASE_URL');
    expect(await runCli(['key', 'list'], { DATA_DIR: dataDir })).toEqual(stopped(database));
  });

  test('a whole one starts as ever, and a mistyped option is named', async () => {
    expect(await startedWith()).toMatchObject({ code: 0, stderr: '', stdout: expect.not.stringContaining('New') });
    expect(photosOnDisk()).toHaveLength(FIRST_RELEASE.photos.length);
    expect(await startedWith('--acept-new')).toEqual(stopped(/^The one option is --accept-new: .+\n$/));
  });
});
