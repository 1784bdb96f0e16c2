import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Settings } from '#server/core/settings/settings.ts';

/** The settings by which a process works on the same data as a server of the tests. */
export function sameData({ dataDir, databaseUrl }: Pick<Settings, 'dataDir' | 'databaseUrl'>): Record<string, string> {
  return { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A program of ours in a process of its own, with nothing of our own settings in its environment. */
export class Launch {
  readonly child: ChildProcess;
  stdout = '';
  stderr = '';

  constructor(args: string[], env: Record<string, string>) {
    this.child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (chunk: Buffer) => {
      this.stdout += chunk.toString();
    });
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString();
    });
  }

  async ended(): Promise<Outcome> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'close');
    return { code: this.child.exitCode, stdout: this.stdout, stderr: this.stderr };
  }
}

export function runServer(env: Record<string, string>): Promise<Outcome> {
  return new Launch(['server/main.ts'], { PORT: '0', ...env }).ended();
}

export function runCli(args: string[], env: Record<string, string>): Promise<Outcome> {
  return new Launch(['server/cli/main.ts', ...args], env).ended();
}
