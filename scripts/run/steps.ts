import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { COMPILED_CODE } from '#server/compiledCode.ts';

const ROOT = join(import.meta.dirname, '../..');
const BINARIES = join(ROOT, 'node_modules/.bin');

/** Types and style in one, since both load every file into the same compiler. */
export const LINT_AND_TYPES: Step['command'] = ['oxlint', '--type-aware', '--type-check', '--deny-warnings'];

/** The folders of the tests that need no server: the rules, the worker, a simulated wall, the browser, small parts. */
export const WITHOUT_SERVER = [
  'rules/',
  'browser/',
  'tests/worker/',
  'tests/walls/',
  'core/screens/state/',
  'core/screens/ui/',
];

export interface Step {
  /** Printed before each line of the step's output. */
  name: string;
  /** A program of the installed packages, or node, with its arguments. */
  command: [program: string, ...args: string[]];
  /** Names of earlier steps that must have succeeded before this step begins. */
  needs?: string[];
  /**
   * Names of earlier steps that must have ended, even by a failure, before this step begins: too many at once would
   * slow all down.
   */
  after?: string[];
  /** A browser's journey that waits for the processor fails; this step can wait, and lets the others go first. */
  canWait?: boolean;
}

interface Outcome {
  name: string;
  seconds: number;
  failed: boolean;
}

/**
 * Runs the steps in parallel, each as soon as the earlier steps that it names have ended, and prints their output as it
 * comes. When a step fails, only the steps that need it are left out. Returns the outcome of every step.
 */
export async function runSteps(steps: readonly Step[]): Promise<Outcome[]> {
  const width = Math.max(...steps.map(({ name }) => name.length));
  const begun = new Map<string, Promise<Outcome>>();
  for (const step of steps) {
    const { name, needs = [], after = [] } = step;
    const say = (line: string) => console.log(`${name.padEnd(width)} │ ${line}`);
    const before = [...needs, ...after].flatMap((each) => begun.get(each) ?? []);
    begun.set(
      name,
      Promise.all(before).then((outcomes) => {
        const missing = outcomes.find((outcome) => outcome.failed && needs.includes(outcome.name));
        if (!missing) return runStep(step, say);
        say(`not begun: ${missing.name} has failed`);
        return { name, seconds: 0, failed: true };
      }),
    );
  }
  return Promise.all(begun.values());
}

/** One line for each step: how long it took, and whether it failed. */
export function printTimes(outcomes: readonly Outcome[]): void {
  for (const { name, seconds, failed } of outcomes) {
    console.log(`${name.padEnd(12)} ${String(Math.round(seconds)).padStart(4)} s${failed ? '  FAILED' : ''}`);
  }
}

async function runStep({ name, command, canWait = false }: Step, say: (line: string) => void): Promise<Outcome> {
  const started = performance.now();
  const code = await runCommand(command, say, canWait);
  const seconds = (performance.now() - started) / 1000;
  say(`${code === 0 ? 'done' : 'FAILED'} in ${seconds.toFixed(0)} s`);
  return { name, seconds, failed: code !== 0 };
}

function runCommand(
  [program, ...args]: Step['command'],
  say: (line: string) => void,
  canWait: boolean,
): Promise<number | null> {
  const path = program === 'node' ? process.execPath : join(BINARIES, program);
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const env = { NODE_COMPILE_CACHE: COMPILED_CODE, ...colour, ...process.env };
  const child = spawn(path, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  // The processes that it starts inherit the priority.
  if (canWait && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const printed = Promise.all([child.stdout, child.stderr].map((output) => printLines(output, say)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => void printed.then(() => resolve(code), reject));
  });
}

async function printLines(output: Readable, say: (line: string) => void): Promise<void> {
  for await (const line of createInterface({ input: output })) if (line.trim() !== '') say(line);
}
