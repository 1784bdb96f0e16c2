import { readFileSync } from 'node:fs';

const CLOCK_TICKS_PER_SECOND = 100;

/** The processor time that a process has used since it began. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND;
}
