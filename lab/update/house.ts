import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import sharp from 'sharp';
import { API_KEY_HEADER, API_PATHS, imagePath } from '../../src/contract/paths.ts';
import { openDependencies } from '#support/server/library.ts';
import { readSettings } from '#server/core/settings/settings.ts';
import { readUpdates } from '../../server/update/updateFile.ts';
import { ApiClient } from '../../scripts/run/apiClient.ts';
import { freePort } from '../../scripts/run/freePort.ts';

const ROWS = ['users', 'user_permissions', 'api_keys', 'tablets', 'albums', 'photos'];
const PHOTOS = 6;
const ASK_EVERY_MS = 50;
const ANSWER_MS = 4_000;

/** A server of the house's checkout with a few photos, and a wall that keeps polling it. */
export class House {
  readonly dataDir: string;
  readonly #checkout: string;
  readonly #log: number;
  #port = 0;
  #child: ChildProcess | undefined;
  #wall: { stop: () => void } | undefined;
  #key = '';
  #image = '';
  /** The longest time without a correct response, in milliseconds: the time for which a wall would have been dark. */
  gapMs = 0;
  dark: string[] = [];
  #lastAnswer = performance.now();

  constructor(folder: string, checkout: string) {
    this.dataDir = join(folder, 'data');
    this.#checkout = checkout;
    mkdirSync(folder, { recursive: true });
    this.#log = openSync(join(folder, 'server.log'), 'a');
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  async fill(): Promise<void> {
    this.#port = await freePort();
    await this.start();
    const client = await ApiClient.signedIn(`http://localhost:${this.#port}`);
    const { id } = await client.createAlbum('Summer', 'summer');
    for (let hue = 0; hue < PHOTOS; hue += 1) {
      const background = { r: hue * 40, g: 90, b: 120 };
      const bytes = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
        .jpeg()
        .toBuffer();
      const { photos } = await client.upload(id, [{ name: `${hue}.jpg`, bytes: new Uint8Array(bytes) }]);
      if (photos[0]) this.#image = imagePath(photos[0], 'thumbnail');
    }
    const dependencies = await openDependencies(readSettings({ DATA_DIR: this.dataDir, LOG_LEVEL: 'silent' }));
    this.#key = await dependencies.keys.create('Wall', 'kiosk');
    await dependencies.close();
  }

  /** Does what `npm start` does, without its preparations. Resolves to the time until the wall has a response. */
  async start(): Promise<number> {
    const env = { ...process.env, PORT: String(this.#port), DATA_DIR: this.dataDir, NODE_ENV: '', LOG_LEVEL: 'error' };
    const began = performance.now();
    this.#child = spawn(process.execPath, ['server/main.ts'], {
      cwd: this.#checkout,
      env,
      stdio: ['ignore', this.#log, this.#log],
    });
    while (!(await this.version())) {
      if (!this.isRunning) throw new Error('The server ended at its start');
      await wait(50);
    }
    return performance.now() - began;
  }

  async version(): Promise<string | undefined> {
    const response = await fetch(`${this.origin}/health`, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(
      () => undefined,
    );
    if (!response?.ok) return undefined;
    const { version }: { version: string } = JSON.parse(await response.text());
    return version;
  }

  /** From now on a wall requests its albums, its key and a photo. */
  watch(): void {
    const wall = { isOver: false, stop: () => void (wall.isOver = true) };
    this.gapMs = 0;
    this.dark = [];
    this.#lastAnswer = performance.now();
    this.#wall = wall;
    void (async () => {
      while (!wall.isOver) {
        if (await this.#isAnswered().catch(() => false)) this.#lastAnswer = performance.now();
        else this.gapMs = Math.max(this.gapMs, performance.now() - this.#lastAnswer);
        await wait(ASK_EVERY_MS);
      }
    })();
  }

  stopWatching(): void {
    this.#wall?.stop();
  }

  async #isAnswered(): Promise<boolean> {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const options = { headers: { [API_KEY_HEADER]: this.#key }, signal };
    const check = await fetch(this.origin + API_PATHS.checkApiKey(this.#key), { signal });
    const text = await check.text();
    if (check.status === 401 && text.includes('credential-refused')) this.dark.push('the key was refused');
    const list = await fetch(this.origin + API_PATHS.albums, options);
    const albums: unknown = JSON.parse(await list.text());
    if (list.ok && Array.isArray(albums) && albums.length === 0) this.dark.push('the list was empty');
    const image = await fetch(this.origin + this.#image, { signal });
    await image.arrayBuffer();
    return check.ok && list.ok && image.ok && Array.isArray(albums) && albums.length > 0;
  }

  /** By table. */
  rows(): Record<string, number> {
    const sqlite = new Sqlite(join(this.dataDir, 'circuit-tree.sqlite'), { readonly: true });
    const count = (table: string) => Number(sqlite.prepare(`select count(*) from ${table}`).pluck().get());
    const rows = Object.fromEntries(ROWS.map((table) => [table, count(table)]));
    sqlite.close();
    return rows;
  }

  step(): string | undefined {
    return readUpdates(this.dataDir).step?.name;
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.#child || !this.isRunning) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill(signal);
    await gone;
  }
}
