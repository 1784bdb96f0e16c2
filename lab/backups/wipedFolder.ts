import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { API_PATHS } from '#contract/paths.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { followedIn } from '#server/backups/follow.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { type Acknowledged, brokenBy, type Fault, soundnessOf } from '../faults/fault.ts';
import { interruptAtRandom, smallPictures, uploadUntilGone } from '../faults/disk/interruptions.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);
/** The setting in these rounds; in life it is a minute. A copy takes seconds on a busy machine, and a look comes at half. */
const WINDOW_MS = 20_000;
const LONGEST_MS = WINDOW_MS;
const BETWEEN_UPLOADS_MS = 300;
const HOUSES = 6;

/** The server and its data folder are gone at a random moment of uploads; what is left is the folder for backups. */
export const wipedFolder: Fault = {
  id: 'wipedFolder',
  slow: true,
  name: 'kill -9 and a wiped data folder at a random moment of uploads, with BACKUP_DIR',
  run: async ({ kills }) => {
    const houses = Array.from({ length: Math.min(HOUSES, kills) }, (_, index) => new House(index));
    let left = kills;
    await Promise.all(
      houses.map(async (house) => {
        try {
          await house.open();
          while (left > 0 && house.broken.length === 0) {
            left -= 1;
            await house.lose();
          }
        } finally {
          await house.close();
        }
      }),
    );
    const sum = (figure: 'acknowledged' | 'missing') => houses.reduce((all, house) => all + house.figures[figure], 0);
    const broken = houses.flatMap((house) => house.broken);
    if (sum('acknowledged') === 0) broken.push('nothing was acknowledged, so nothing was tried');
    const figures = {
      kills: kills - left,
      'photos acknowledged': sum('acknowledged'),
      'in the last window and missing': sum('missing'),
      [`oldest of them, in a window of ${WINDOW_MS / 1_000} s`]: `${(Math.max(...houses.map(({ figures: { oldestMs } }) => oldestMs)) / 1_000).toFixed(1)} s`,
    };
    return { figures, broken };
  },
};

interface Dated extends Acknowledged {
  /** By the clock of `performance.now`. */
  at: number;
}

/** A server with one album, whose folder is lost again and again. */
class House {
  readonly figures = { acknowledged: 0, missing: 0, oldestMs: 0 };
  readonly broken: string[] = [];
  readonly #index: number;
  #folder = '';
  #server = new ServerProcess({ dataDir: '' });
  #albumId = '';
  #round = 0;
  #there: Dated[] = [];

  constructor(index: number) {
    this.#index = index;
  }

  async open(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'circuit-tree-wiped-'));
    const dir = join(this.#folder, 'backups');
    await mkdir(dir);
    const env = { BACKUP_DIR: dir, BACKUP_FOLLOW: `${WINDOW_MS / 1_000}s`, LOG_LEVEL: 'error' };
    this.#server = new ServerProcess({ dataDir: join(this.#folder, 'data'), env });
    await this.#server.start();
    this.#albumId = (await (await this.#client()).createAlbum('Wiped', 'wiped')).id;
    const madeAt = Date.now();
    while (((await followedIn(dir))?.madeAt ?? 0) <= madeAt) await wait(100);
  }

  async lose(): Promise<void> {
    const client = await this.#client();
    const acknowledged: Acknowledged[] = [];
    const dated: Dated[] = [];
    const note = () => {
      for (const { albumId, filename } of acknowledged.slice(dated.length))
        dated.push({ albumId, filename, at: performance.now() });
    };
    const pictures = await smallPictures();
    let killedAt = 0;
    await interruptAtRandom({
      work: (onAnswer) =>
        uploadUntilGone({
          client,
          albumId: this.#albumId,
          pictures,
          acknowledged,
          onAnswer: () => {
            note();
            onAnswer();
          },
          pauseMs: BETWEEN_UPLOADS_MS,
        }),
      workers: 1,
      isAfterAnswer: true,
      longestMs: LONGEST_MS,
      interrupt: async () => {
        await this.#server.stop('SIGKILL');
        killedAt = performance.now();
      },
    });
    this.#round += 1;
    this.figures.acknowledged += dated.length;
    this.#there.push(...dated);
    // A process for backups may write until it notices that its server is gone.
    await rm(this.#server.dataDir, { recursive: true, maxRetries: 10 });
    await this.#bringBack();
    await this.#compare(killedAt);
  }

  async #bringBack(): Promise<void> {
    const { dataDir } = this.#server;
    const restore = ['server/cli/main.ts', 'restore', join(this.#folder, 'backups')];
    await run(process.execPath, restore, { cwd: ROOT, env: { ...process.env, DATA_DIR: dataDir } });
    for (const sentence of brokenBy(await soundnessOf(dataDir, []))) this.#tell(sentence);
    await this.#server.start();
  }

  async #compare(killedAt: number): Promise<void> {
    const names = await this.#names();
    const missing = this.#there.filter(({ filename }) => !names.has(filename));
    this.#there = this.#there.filter(({ filename }) => names.has(filename));
    const oldestMs = Math.max(0, ...missing.map(({ at }) => killedAt - at));
    this.figures.missing += missing.length;
    this.figures.oldestMs = Math.max(this.figures.oldestMs, oldestMs);
    if (oldestMs > WINDOW_MS) this.#tell(`lost what was stored ${Math.round(oldestMs)} ms before`);
  }

  async #names(): Promise<Set<string>> {
    const { origin, token } = await this.#client();
    const response = await fetch(origin + API_PATHS.albumPhotos(this.#albumId), {
      headers: { Authorization: `Bearer ${token}` },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The album answers ${response.status}: ${text}`);
    const photos: { filename: string }[] = JSON.parse(text);
    return new Set(photos.map(({ filename }) => filename));
  }

  #client(): Promise<ApiClient> {
    return ApiClient.signedIn(this.#server.origin);
  }

  #tell(sentence: string): void {
    this.broken.push(`house ${this.#index + 1}, kill ${this.#round}: ${sentence}`);
  }

  async close(): Promise<void> {
    await this.#server.stop('SIGKILL');
    await rm(this.#folder, { recursive: true, force: true });
  }
}
