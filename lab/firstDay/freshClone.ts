import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const LIMIT_MS = 10 * 60_000;

/** The addresses that the start prints. */
interface Printed {
  setUp: string;
  landing: string;
  devices: string;
}

/** The output of a server that was just cloned and started with the two commands that its owner types. */
export class FreshClone {
  readonly #folder = mkdtempSync(join(tmpdir(), 'circuit-tree-first-day-'));
  #server: ChildProcess | undefined;
  #output = '';

  clone(): void {
    execFileSync('git', ['clone', '--quiet', ROOT, join(this.#folder, 'x')]);
  }

  /** Installs, builds and starts, on ports of its own; over when its block of addresses is printed. */
  async start(): Promise<Printed> {
    const env = { ...process.env, HTTPS: 'home', NODE_ENV: '', PORT: '0' };
    // A process group of its own, which ends as a whole.
    const server = spawn('npm', ['start'], { cwd: join(this.#folder, 'x'), env, detached: true });
    this.#server = server;
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`It does not start:\n${this.#output}`));
      const timer = setTimeout(fail, LIMIT_MS);
      const hear = (chunk: Buffer) => {
        this.#output += chunk.toString();
        const [setUp, landing, devices] = ['Set up', 'Landing', 'Devices'].map(
          (label) => new RegExp(`^  ${label} +(\\S+)`, 'm').exec(this.#output)?.[1],
        );
        if (setUp === undefined || landing === undefined || devices === undefined) return;
        clearTimeout(timer);
        resolve({ setUp, landing, devices });
      };
      server.stdout.on('data', hear);
      server.stderr.on('data', hear);
      server.once('exit', fail);
    });
  }

  dispose(): void {
    if (this.#server?.pid !== undefined) process.kill(-this.#server.pid, 'SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
