import { type Sample, SERVER_ITSELF } from '../../server/nodes/history/sampleBook.ts';
import { FIVE_MINUTES_MS, HOUR_MS } from '#domain/nodes/historySteps.ts';

const DAY_HOURS = 24;
const YEAR_HOURS = 365 * DAY_HOURS;
const DAY_FIVES = (DAY_HOURS * HOUR_MS) / FIVE_MINUTES_MS;

interface Options {
  nodeIds: readonly string[];
  now: number;
  /** Whether a node, or the server itself, was heard so many minutes ago. */
  wasHeard: (nodeId: string, minutesAgo: number) => boolean;
}

/** A year in which every node's brightness follows the days and the seasons. */
export function demoHistory(options: Options): { fives: Sample[]; hours: Sample[] } {
  return {
    fives: samplesOf({ ...options, unitMs: FIVE_MINUTES_MS, count: DAY_FIVES }),
    hours: samplesOf({ ...options, unitMs: HOUR_MS, count: YEAR_HOURS }),
  };
}

function samplesOf({ nodeIds, now, wasHeard, unitMs, count }: Options & { unitMs: number; count: number }): Sample[] {
  const last = Math.floor(now / unitMs) - 1;
  const samples: Sample[] = [];
  for (let back = count - 1; back >= 0; back--) {
    const minutesAgo = (back * unitMs) / 60_000;
    for (const nodeId of [SERVER_ITSELF, ...nodeIds]) {
      if (wasHeard(nodeId, minutesAgo)) samples.push(sampleAt(last - back, unitMs, nodeId));
    }
  }
  return samples;
}

function sampleAt(stretch: number, unitMs: number, nodeId: string): Sample {
  const seconds = unitMs / 1_000;
  const minutes = unitMs / 60_000;
  if (nodeId === SERVER_ITSELF) {
    return { stretch, nodeId, heartbeats: seconds, minutes, readings: 0, mean: null, low: null, high: null };
  }
  const days = (stretch * unitMs) / (DAY_HOURS * HOUR_MS);
  const sun = Math.max(0, -Math.cos(days * 2 * Math.PI));
  const season = 70 - 25 * Math.cos((days / 365) * 2 * Math.PI);
  const mean = Math.round(5 + sun * season + (nodeId.length % 7));
  const heartbeats = seconds / 2;
  return {
    stretch,
    nodeId,
    heartbeats,
    minutes,
    readings: heartbeats,
    mean,
    low: Math.max(0, mean - 3),
    high: mean + 4,
  };
}
