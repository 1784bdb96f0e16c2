import type { Row } from './bench.ts';
import { type Endured, LIMITS, megabytes } from './endurance.ts';

interface Run {
  /** The name of the slideshow that was endured. */
  name: string;
  /** The advances before the first figures. */
  warmUp: number;
  stallMs: number;
}

/** The rows of a slideshow that ran for long: memory after it, against memory after its first advances, and stalls. */
export function enduredRows({ first, last, stall, errors }: Endured, { name, warmUp, stallMs }: Run): Row[] {
  if (errors.length > 0) throw new Error(`The kiosk's page said: ${errors[0]}`);
  const against = `after the first ${warmUp}`;
  return [
    {
      name: `${name}: heap after a collection`,
      against,
      ratio: last.heapBytes / first.heapBytes,
      goal: { kind: 'at most', value: LIMITS.heapGrowth, unit: '×' },
      figures: { last: megabytes(last.heapBytes), first: megabytes(first.heapBytes) },
    },
    {
      name: `${name}: kept on the heap, without compiled code`,
      against,
      ratio: last.keptBytes / first.keptBytes,
      goal: { kind: 'at most', value: LIMITS.heapGrowth, unit: '×' },
      figures: { last: megabytes(last.keptBytes), first: megabytes(first.keptBytes) },
    },
    {
      name: `${name}: nodes`,
      against,
      ratio: last.nodes / first.nodes,
      goal: { kind: 'at most', value: 1, unit: '×' },
      figures: { last: String(last.nodes), first: String(first.nodes) },
    },
    atMost(`${name}: live images`, [last.images, LIMITS.images], 'images'),
    {
      ...atMost(`${name}: longest stall`, [stall.ms, stallMs], 'ms'),
      figures: { measured: `${stall.ms.toFixed(0)} ms`, 'work in one': `${stall.workMs.toFixed(0)} ms at most` },
    },
  ];
}

/** A row with a figure that is compared with a goal of its own. */
export function atMost(name: string, [measured, value]: [number, number], unit: string): Row {
  return {
    name,
    against: 'the goal',
    goal: { kind: 'at most', value, unit, measured },
    figures: { measured: `${measured.toFixed(0)} ${unit}` },
  };
}
