import { setTimeout as sleep } from 'node:timers/promises';
import { ask, isHere, must } from './engine.ts';

const HEALTHY_WITHIN_S = 60;
const STOP_WITHIN_S = 15;
/** With runc where it is installed, since crun refuses a kernel with both kinds of cgroups. */
const RUNTIME = isHere('runc') ? ['--runtime=runc'] : [];

/** A container with the options that deploy/compose.yaml gives it; no port, since health is asked from within. */
export class Container {
  readonly #name: string;

  /** The name of its volume too, which another container of this name goes on with. */
  constructor(name: string) {
    this.#name = name;
  }

  run(image: string): void {
    const limits = [
      '--read-only',
      '--tmpfs=/tmp',
      '--cap-drop=ALL',
      '--security-opt=no-new-privileges',
      '--pids-limit=256',
    ];
    const account = ['--user=node', '--env=NODE_ENV=production', `--stop-timeout=${STOP_WITHIN_S}`, '--init'];
    // podman starts the image's own check by systemd, which need not run here: this program asks for it.
    const here = ['--no-healthcheck', '--ulimit=host', '--network=none'];
    const own = [`--name=${this.#name}`, `--volume=${this.#name}:/data`];
    this.#podman('run', '--detach', ...own, ...limits, ...account, ...here, image);
  }

  start(): void {
    this.#podman('start', this.#name);
  }

  /** Resolves to the exit code and the time that it took. */
  stop(): { code: string; took: string } {
    const began = performance.now();
    this.#podman('stop', this.#name);
    const took = secondsSince(began);
    return { took, code: must('podman', 'inspect', '--format={{.State.ExitCode}}', this.#name) };
  }

  inside(...command: string[]) {
    return ask('podman', ...RUNTIME, 'exec', this.#name, ...command);
  }

  /** The output of one of the operator's commands; throws when it fails. */
  command(...words: string[]): string {
    const { isGood, stdout, stderr } = this.inside('node', 'server/cli/main.ts', ...words);
    if (!isGood) throw new Error(`${words.join(' ')} failed: ${stdout} ${stderr}`);
    return stdout;
  }

  async becomesHealthy(): Promise<boolean> {
    for (let waited = 0; waited < HEALTHY_WITHIN_S; waited += 1) {
      if (this.inside('node', 'deploy/health.mjs').isGood) return true;
      await sleep(1_000);
    }
    console.error(ask('podman', 'logs', this.#name).stderr);
    return false;
  }

  /** Removes the container; its volume stays. */
  remove(): void {
    ask('podman', 'rm', '--force', this.#name);
  }

  dispose(): void {
    this.remove();
    ask('podman', 'volume', 'rm', '--force', this.#name);
  }

  #podman(...args: string[]): void {
    must('podman', ...RUNTIME, ...args);
  }
}

export function secondsSince(began: number): string {
  return `${((performance.now() - began) / 1_000).toFixed(1)} s`;
}
