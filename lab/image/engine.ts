import { spawnSync } from 'node:child_process';

interface Said {
  isGood: boolean;
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end, and returns what it said. */
export function ask(program: string, ...args: string[]): Said {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
  return { isGood: status === 0, code: status, stdout: (stdout ?? '').trim(), stderr: (stderr ?? '').trim() };
}

/** Does the same as `ask`; ends this program with the last lines of the output when it failed. */
export function must(program: string, ...args: string[]): string {
  const said = ask(program, ...args);
  if (said.isGood) return said.stdout;
  const lines = `${said.stdout}\n${said.stderr}`.trim().split('\n').slice(-15).join('\n');
  throw new Error(`${program} ${args[0] ?? ''} ended with ${said.code}:\n${lines}`);
}

export function isHere(program: string): boolean {
  return ask(program, '--version').isGood;
}
