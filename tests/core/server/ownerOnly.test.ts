import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { unpackFirstRelease } from '#support/firstRelease/firstRelease.ts';
import { jpeg } from '#support/pictures/images.ts';
import { Launch } from '#support/server/launch.ts';

// The rights of other users of the machine on a library, on a system whose defaults give them everything.

const GENEROUS = ['--import', 'data:text/javascript,process.umask(0)'];
const OTHERS = 0o077;

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'circuit-tree-modes-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** The paths below a folder, and the folder itself, that other users may read, write or enter. */
function openToOthers(folder: string): string[] {
  const paths = ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })];
  return paths.filter((path) => (statSync(join(folder, path)).mode & OTHERS) !== 0);
}

async function whileServed(dataDir: string, work: (origin: string) => Promise<void>): Promise<void> {
  const launch = new Launch([...GENEROUS, 'server/main.ts'], { PORT: '0', DATA_DIR: dataDir });
  await once(launch.child.stdout!, 'data');
  try {
    await work(/Landing {2}(\S+)\//.exec(launch.stdout)?.[1] ?? '');
  } finally {
    launch.child.kill('SIGTERM');
    await launch.ended();
  }
}

test(
  'nothing that the server or a command writes is open to others, whatever the system allows',
  { tags: ['full'] },
  async () => {
    const [dataDir, backup] = [join(place, 'data'), join(place, 'backup')];
    await whileServed(dataDir, async (origin) => {
      const client = await ApiClient.signedIn(origin);
      const { id } = await client.createAlbum('Ours', 'ours');
      await client.upload(id, [{ name: 'a.jpg', bytes: new Uint8Array(await jpeg({ seed: 1 })) }]);
      expect(readdirSync(dataDir)).toEqual(
        expect.arrayContaining(['circuit-tree.sqlite-wal', 'circuit-tree.sqlite-shm']),
      );
      expect(readdirSync(dataDir, { recursive: true })).toEqual(
        expect.arrayContaining([expect.stringMatching(/original\.jpg$/), expect.stringMatching(/thumbnail\.jpg$/)]),
      );
      expect(openToOthers(dataDir)).toEqual([]);
      const env = { DATA_DIR: dataDir };
      expect((await new Launch([...GENEROUS, 'server/cli/main.ts', 'backup', backup], env).ended()).code).toBe(0);
      expect(readdirSync(backup)).toContain('SHA256SUMS');
      expect(openToOthers(backup)).toEqual([]);
    });
  },
);

test('a library that was open to others is closed by the start', async () => {
  const dataDir = unpackFirstRelease('data');
  try {
    for (const path of readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
      const full = join(dataDir, path);
      chmodSync(full, statSync(full).isDirectory() ? 0o777 : 0o666);
    }
    chmodSync(dataDir, 0o777);
    await whileServed(dataDir, async () => {
      expect(modeOf(dataDir)).toBe('700');
      expect(readdirSync(dataDir).filter((name) => (statSync(join(dataDir, name)).mode & OTHERS) !== 0)).toEqual([]);
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test(
  'a folder that other programs use too keeps its mode, and what is ours in it is closed',
  { tags: ['full'] },
  async () => {
    const dataDir = join(place, 'shared');
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o755);
    writeFileSync(join(dataDir, 'somebody-elses.txt'), '', { mode: 0o644 });
    await whileServed(dataDir, async () => {
      expect(modeOf(dataDir)).toBe('755');
      expect(modeOf(join(dataDir, 'somebody-elses.txt'))).toBe('644');
      for (const name of ['circuit-tree.sqlite', 'circuit-tree.sqlite-wal', 'circuit-tree.sqlite-shm', 'server.lock']) {
        expect([name, modeOf(join(dataDir, name))]).toEqual([name, '600']);
      }
    });
  },
);

test('git takes no keys and certificates', () => {
  const ignored = readFileSync(new URL('../../../.gitignore', import.meta.url), 'utf8').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['*.pem', '*.key']));
});
