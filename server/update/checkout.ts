import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UserError } from '../errors.ts';
import { removeAll } from '../photos/store/durableFiles.ts';
import { nodeOf } from './runVersion.ts';
import { newestVersion, versionOfTag } from './updateSteps.ts';

const run = promisify(execFile);
const NO_COMMANDS = { 'protocol.ext.allow': 'never', 'core.hooksPath': '/dev/null', 'core.fsmonitor': 'false' };
const PROTOCOLS = 'file:git:http:https:ssh';
const TIMEOUT_MS = 10 * 60_000;
const MOST_OUTPUT = 16 * 1024 * 1024;
const FAILED = 502;
const UNFIT = 409;
/** Variables of npm and of git's hooks, which would mislead the programs that are started. */
const NOT_PASSED_ON = /^(?:npm_|NODE_ENV$|GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR)$|UPDATE_|DATA_DIR$|PORT$)/i;

function cleanEnvironment(): NodeJS.ProcessEnv {
  const passed = Object.entries(process.env).filter(([name]) => !NOT_PASSED_ON.test(name));
  return { ...Object.fromEntries(passed), GIT_TERMINAL_PROMPT: '0', GIT_ALLOW_PROTOCOL: PROTOCOLS };
}

/** The git repository that this installation is a checkout of. No value from a caller can become an option of git. */
export class Checkout {
  readonly root: string;
  readonly #source: string | undefined;

  /** `source` is the address or path of the repository; without one its own tags are the releases. */
  constructor(root: string, source: string | undefined) {
    this.root = root;
    this.#source = source;
  }

  /** The reason why the installation cannot update itself; undefined where it can. */
  static whyNot(root: string): string | undefined {
    if (process.execve === undefined) return 'This system cannot replace a running program';
    if (!existsSync(join(root, '.git'))) return 'This installation is no git checkout';
    try {
      accessSync(root, constants.W_OK);
      return undefined;
    } catch {
      return `The account of the server may not write to ${root}`;
    }
  }

  /** The address of `origin`, if there is one. */
  static async originOf(root: string): Promise<string | undefined> {
    const origin = await new Checkout(root, undefined).#git('config', '--get', 'remote.origin.url').catch(() => '');
    return origin === '' ? undefined : origin;
  }

  /** The versions that are tagged `vX.Y.Z`. */
  async releases(): Promise<string[]> {
    const listed =
      this.#source === undefined
        ? await this.#git('tag', '--list', 'v*')
        : await this.#git('ls-remote', '--tags', '--refs', '--', this.#source, 'refs/tags/v*');
    return listed.split('\n').flatMap((line) => versionOfTag(line.split('refs/tags/').at(-1) ?? '') ?? []);
  }

  async newest(): Promise<string | undefined> {
    return newestVersion(await this.releases());
  }

  /** Fetches a release's tag. Git rejects a tag that was moved. */
  async fetch(version: string): Promise<void> {
    const tag = tagOf(version);
    if (this.#source !== undefined) await this.#git('fetch', '--no-tags', '--', this.#source, `${tag}:${tag}`);
    const program: unknown = JSON.parse(await this.fileAt(version, 'package.json'));
    if (JSON.stringify(program).includes(`"version":"${version}"`)) return;
    throw new UserError(UNFIT, `The tag v${version} is not of version ${version}`);
  }

  fileAt(version: string, path: string): Promise<string> {
    return this.#git('show', '--end-of-options', `${tagOf(version)}:${path}`);
  }

  /** Puts a release's files into a folder. */
  async lay(version: string, folder: string): Promise<void> {
    await this.remove(folder);
    await this.#git('worktree', 'add', '--detach', '--force', '--', folder, tagOf(version));
  }

  async remove(folder: string): Promise<void> {
    await removeAll(folder);
    await this.#git('worktree', 'prune');
  }

  async #git(...parameters: string[]): Promise<string> {
    const settings = Object.entries(NO_COMMANDS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const options = { cwd: this.root, env: cleanEnvironment(), timeout: TIMEOUT_MS, maxBuffer: MOST_OUTPUT };
    try {
      const { stdout } = await run('git', [...settings, ...parameters], options);
      return stdout.trim();
    } catch (error) {
      const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').at(-1) : '';
      throw new UserError(FAILED, `git ${parameters[0]} failed: ${said || 'is it installed?'}`);
    }
  }
}

function tagOf(version: string): string {
  if (versionOfTag(`v${version}`) === undefined) throw new UserError(400, `"${version}" is no version such as 1.2.3`);
  return `refs/tags/v${version}`;
}

/** Installs and builds the release in a folder, with the release's own scripts. */
export async function build(folder: string): Promise<void> {
  const parameters = [join(folder, 'scripts/prepare.mjs'), 'build'];
  const child = spawn(nodeOf(folder), parameters, { cwd: folder, env: cleanEnvironment(), stdio: ['ignore', 2, 2] });
  const [code]: unknown[] = await once(child, 'exit');
  if (code !== 0) throw new UserError(FAILED, 'it could not be installed and built');
}
