import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 60_000;

export interface ServerProcessOptions {
  dataDir?: string;
  /** Stays the same after a restart, so that open pages find the server again. */
  port?: number;
  env?: Record<string, string>;
  /** A command that starts the one behind it, such as taskset with the cores that it may use. */
  under?: readonly string[];
  /** The folder of the program; without one this checkout. */
  root?: string;
}

/** Runs the real server in a process of its own, as `npm start` does. */
export class ServerProcess {
  readonly dataDir: string;
  readonly output: string[] = [];
  origin = '';
  /** The key that the server prints at its first start on a data folder. */
  kioskKey = '';
  #child: ChildProcess | undefined;
  readonly #env: Record<string, string>;
  readonly #command: readonly string[];
  readonly #root: string;
  #port: number;

  constructor(options: ServerProcessOptions = {}) {
    this.dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'circuit-tree-'));
    this.#port = options.port ?? 0;
    this.#env = options.env ?? {};
    this.#command = options.under ?? [];
    this.#root = options.root ?? ROOT;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<this> {
    // The output of an earlier start must not be taken for that of this one.
    this.output.length = 0;
    const env = { ...process.env, PORT: String(this.#port), DATA_DIR: this.dataDir, NODE_ENV: '', ...this.#env };
    const [program, ...parameters] = [...this.#command, process.execPath, 'server/main.ts'];
    const child = spawn(program, parameters, { cwd: this.#root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    const heard = this.#listen(child);
    await heard;
    this.#port = Number(new URL(this.origin).port);
    return this;
  }

  #listen(child: ChildProcess): Promise<void> {
    return new Promise((resolve, reject) => {
      const say = () => this.output.join('');
      const timer = setTimeout(() => reject(new Error(`The server did not start:\n${say()}`)), START_TIMEOUT_MS);
      const hear = (chunk: Buffer) => {
        this.output.push(chunk.toString());
        const landing = /Landing\s+(https?:\/\/\S+?)\/\s/.exec(say());
        const kiosk = /Kiosk\s+\S+[?&]apiKey=(\S+)\s/.exec(say());
        if (kiosk?.[1]) this.kioskKey = decodeURIComponent(kiosk[1]);
        // The last of the lines with addresses names the version.
        if (!landing?.[1] || !/\n {2}Version .*\n/.test(say())) return;
        this.origin = landing[1];
        clearTimeout(timer);
        resolve();
      };
      child.stdout?.on('data', hear);
      child.stderr?.on('data', hear);
      child.once('exit', (code) => {
        clearTimeout(timer);
        reject(new Error(`The server ended with code ${code}:\n${say()}`));
      });
    });
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }

  async dispose(): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
