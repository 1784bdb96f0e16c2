import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { reasonOf, UserError } from '#server/core/errors.ts';
import { removeAll } from '#server/core/files/durableFiles.ts';
import { nodeOf } from './runVersion.ts';
import { newestVersion, versionOfTag } from './updateSteps.ts';

const run = promisify(execFile);
const NO_COMMANDS = { 'protocol.ext.allow': 'never', 'core.hooksPath': '/dev/null', 'core.fsmonitor': 'false' };
/** Over http: and git: whoever is on the way could put a program of their own in the place of a release. */
const PROTOCOLS = 'file:https:ssh';
const UNSAFE = /^(?:http|git|ftp):/i;
const UNSAFE_SOURCE = 'Updates come over https, over ssh or from a path: let UPDATE_FROM, or origin, name such a one';
const TIMEOUT_MS = 10 * 60_000;
const MOST_OUTPUT = 16 * 1024 * 1024;
const FAILED = 502;
const UNFIT = 409;
/** Variables of npm and of git's hooks, which would mislead the programs that are started. */
const NOT_PASSED_ON = /^(?:npm_|NODE_ENV$|GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR)$|UPDATE_|DATA_DIR$|PORT$)/i;

/** A signature of another kind counts as none: the keys that gpg knows are not those of UPDATE_SIGNERS. */
const SSH_ALONE = { 'gpg.program': 'false', 'gpg.openpgp.program': 'false', 'gpg.x509.program': 'false' };

/**
 * The variables that a build gets. It runs programs of others, so it gets none of the server's settings, some of which
 * are secrets.
 */
const FOR_BUILDS =
  /^(?:PATH|HOME|TZ|LANG|TMPDIR|(?:HTTPS?|ALL|NO)_PROXY|npm_config_cache|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i;

function buildEnvironment(): NodeJS.ProcessEnv {
  const passed = Object.entries(process.env).filter(([name]) => FOR_BUILDS.test(name));
  // Packages bring their binaries along: an install script is a program that nobody needs.
  return { ...Object.fromEntries(passed), npm_config_ignore_scripts: 'true' };
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  const passed = Object.entries(process.env).filter(([name]) => !NOT_PASSED_ON.test(name));
  return { ...Object.fromEntries(passed), GIT_TERMINAL_PROMPT: '0', GIT_ALLOW_PROTOCOL: PROTOCOLS };
}

/** The git repository that this installation is a checkout of. No value from a caller can become an option of git. */
export class Checkout {
  readonly root: string;
  readonly #source: string | undefined;
  readonly #signers: string | undefined;

  /**
   * `source` is the address or path of the repository; without one its own tags are the releases. `signers` is a file of
   * those whose signature a release needs, in the form of ssh-keygen's allowed signers.
   */
  constructor(root: string, source: string | undefined, signers?: string) {
    this.root = root;
    this.#source = source;
    this.#signers = signers;
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

  /** Fetches a release's tag, and returns its commit like `commitOf`. Git rejects a tag that was moved. */
  async fetch(version: string): Promise<string> {
    const tag = tagOf(version);
    if (this.#source !== undefined) await this.#git('fetch', '--no-tags', '--', this.#source, `${tag}:${tag}`);
    return this.commitOf(version);
  }

  /** The commit of a release that was fetched. Throws when its tag lacks a signature that it needs. */
  async commitOf(version: string): Promise<string> {
    const tag = await this.#git('rev-parse', '--verify', '--quiet', tagOf(version));
    if (this.#signers !== undefined) await this.#requireSignature(version, tag, this.#signers);
    const commit = await this.#git('rev-parse', '--verify', '--quiet', `${tag}^{commit}`);
    const program: unknown = JSON.parse(await this.fileAt(commit, 'package.json'));
    if (JSON.stringify(program).includes(`"version":"${version}"`)) return commit;
    throw new UserError(UNFIT, `The tag v${version} is not of version ${version}`);
  }

  fileAt(commit: string, path: string): Promise<string> {
    return this.#git('show', '--end-of-options', `${commit}:${path}`);
  }

  /** Puts a commit's files into a folder. */
  async lay(commit: string, folder: string): Promise<void> {
    await this.remove(folder);
    await this.#git('worktree', 'add', '--detach', '--force', '--', folder, commit);
  }

  async remove(folder: string): Promise<void> {
    await removeAll(folder);
    await this.#git('worktree', 'prune');
  }

  /** The signed text names the tag too, so that an older signed release cannot be offered under a newer name. */
  async #requireSignature(version: string, tag: string, signers: string): Promise<void> {
    const rules = { ...SSH_ALONE, 'gpg.ssh.allowedSignersFile': signers, 'gpg.minTrustLevel': 'fully' };
    const signed = await this.#run(rules, ['verify-tag', tag]).then(
      async () => (await this.#git('cat-file', 'tag', tag)).split('\n\n')[0]?.split('\n') ?? [],
      (error: unknown) => reasonOf(error),
    );
    if (typeof signed !== 'string' && signed.includes(`tag v${version}`)) return;
    const why = typeof signed === 'string' ? signed : `it was signed under another name`;
    throw new UserError(UNFIT, `The tag v${version} is not signed by anybody whom UPDATE_SIGNERS names (${why})`);
  }

  async #git(...parameters: string[]): Promise<string> {
    if (this.#source !== undefined && UNSAFE.test(this.#source)) throw new UserError(UNFIT, UNSAFE_SOURCE);
    return this.#run({}, parameters);
  }

  async #run(rules: Record<string, string>, parameters: readonly string[]): Promise<string> {
    const settings = Object.entries({ ...NO_COMMANDS, ...rules }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
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
  const child = spawn(nodeOf(folder), parameters, { cwd: folder, env: buildEnvironment(), stdio: ['ignore', 2, 2] });
  const [code]: unknown[] = await once(child, 'exit');
  if (code !== 0) throw new UserError(FAILED, 'it could not be installed and built');
}
