import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Permission } from '#contract/permissions.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The actions of an operator at the server's own terminal, while it runs. */
export class Operator {
  readonly #dataDir: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  createKey(name: string): string {
    return this.#cli('key', 'create', name).trim();
  }

  revokeKey(name: string): void {
    this.#cli('key', 'revoke', name);
  }

  /** Into a new folder, or an empty one. */
  backUp(folder: string): void {
    this.#cli('backup', folder);
  }

  grant(email: string, permission: Permission): void {
    this.#cli('user', 'grant', email, permission);
  }

  signInLink(email: string, origin: string): string {
    return this.#cli('user', 'sign-in-link', email, '--url', origin).trim();
  }

  #cli(...args: string[]): string {
    const env = { ...process.env, NODE_ENV: '', DATA_DIR: this.#dataDir };
    return execFileSync(process.execPath, ['server/cli/main.ts', ...args], { cwd: ROOT, env, encoding: 'utf8' });
  }
}
