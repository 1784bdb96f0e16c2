import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

const ROOT = join(import.meta.dirname, '../..');
const BINARIES = join(ROOT, 'node_modules/.bin');

/**
 * Where Node keeps what it compiled, for all processes of a run: dozens of them start the same server from its
 * TypeScript, and each start takes a quarter less of the processor so.
 */
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/node-compile');

export interface Step {
  /** Stands before each of its lines. */
  name: string;
  /** A program of the installed packages, or node, with its arguments. */
  command: [program: string, ...args: string[]];
  /** Names of earlier steps without whose success this one has nothing to begin with. */
  needs?: string[];
  /** Names of earlier steps that have to end before, well or badly, so that all at once is not too much. */
  after?: string[];
}

interface Outcome {
  name: string;
  seconds: number;
  failed: boolean;
}

/**
 * Runs the steps side by side, each as soon as those before it have ended. A step's lines are printed as they come; one
 * that fails stops none of the others, except those that need it. Returns how each of them ended.
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

async function runStep({ name, command }: Step, say: (line: string) => void): Promise<Outcome> {
  const started = performance.now();
  const code = await runCommand(command, say);
  const seconds = (performance.now() - started) / 1000;
  say(`${code === 0 ? 'done' : 'FAILED'} in ${seconds.toFixed(0)} s`);
  return { name, seconds, failed: code !== 0 };
}

function runCommand([program, ...args]: Step['command'], say: (line: string) => void): Promise<number | null> {
  const path = program === 'node' ? process.execPath : join(BINARIES, program);
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const env = { NODE_COMPILE_CACHE: COMPILE_CACHE, ...colour, ...process.env };
  const child = spawn(path, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = Promise.all([child.stdout, child.stderr].map((output) => printLines(output, say)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => void printed.then(() => resolve(code), reject));
  });
}

async function printLines(output: Readable, say: (line: string) => void): Promise<void> {
  for await (const line of createInterface({ input: output })) if (line.trim() !== '') say(line);
}
