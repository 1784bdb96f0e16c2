import { PAGE_FAULTS } from './planted/pageFaults.ts';
import { WORKER_FAULTS } from './planted/workerFaults.ts';
import { SUBJECTS } from './subjects.ts';
import type { Fault, Patch } from './planted/fault.ts';
import type { Code } from './world.ts';

export const PLANTED: readonly Fault[] = [
  ...of('worker', WORKER_FAULTS),
  ...of('page', PAGE_FAULTS),
  ...Object.values(SUBJECTS).flatMap(({ planted = [] }) => planted),
];

function of(script: keyof Code, patches: readonly Patch[]): Fault[] {
  return patches.map(({ name, find, replace }) => ({ name, find, replace, script }));
}

/** The scripts with the fault in them. */
export function withFault(code: Code, { find, replace, name, script }: Fault): Code {
  const [before, after, ...more] = code[script].split(find);
  if (before === undefined || after === undefined || more.length > 0) throw new Error(`Nothing to plant: ${name}`);
  return { ...code, [script]: before + replace + after };
}
