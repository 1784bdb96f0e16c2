import { readFileSync } from 'node:fs';

const CLOCK_TICKS_PER_SECOND = 100;

/** The processor time that a process has used since it began, or that its children which have ended used. */
export function processorSeconds(pid: number, whose: 'own' | 'children' = 'own'): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const first = whose === 'own' ? 11 : 13;
  return (Number(fields[first]) + Number(fields[first + 1])) / CLOCK_TICKS_PER_SECOND;
}
