import { Agent, get } from 'node:http';
import { API_PATHS } from '#contract/paths.ts';
import { startFleet } from './fleetTraffic.ts';
import { residentMegabytes } from './processMemory.ts';
import { processorSeconds } from './processorSeconds.ts';

/** A server that holds tablets' streams and nodes' sockets. */
export interface FleetTarget {
  pid: number;
  origin: string;
  tabletKeys: readonly string[];
  nodeKey: string;
  /** Changes an album that every tablet has to be notified of. */
  change: () => Promise<unknown>;
  stop: () => Promise<void>;
}

export interface FleetLoad {
  /** The share of one core, 0 to 1. */
  restCpu: number;
  toldCpu: number;
  clientsCpu: number;
  megabytes: number;
  healthP99Ms: number;
  toldP99Ms: number;
  toldLastMs: number;
  acknowledgedPerSecond: number;
  /** The share of the sent heartbeats. */
  acknowledgedShare: number;
  /** Streams without the notification, and closed sockets. */
  lost: number;
}

const SETTLE_SECONDS = 3;
const REST_SECONDS = 10;
const TOLD_SECONDS = 8;
const ASK_EVERY_MS = 20;

export async function measureFleet(
  target: FleetTarget,
  { clients, core }: { clients: number; core: string | undefined },
): Promise<FleetLoad> {
  const { origin, pid } = target;
  const fleet = { origin, clients, core };
  const nodes = await startFleet({ ...fleet, kind: 'nodes', keys: [target.nodeKey] });
  const streams = await startFleet({ ...fleet, kind: 'streams', keys: target.tabletKeys });
  try {
    await nodes.measure(SETTLE_SECONDS);
    const rest = await watched(pid, () => Promise.all([nodes.measure(REST_SECONDS), streams.measure(REST_SECONDS)]));
    const stopAsking = askHealth(origin);
    let changedAt = 0;
    const told = await watched(pid, async () => {
      const both = Promise.all([nodes.measure(TOLD_SECONDS), streams.measure(TOLD_SECONDS)]);
      await target.change();
      changedAt = Date.now();
      return both;
    });
    const delays = told.heard[1].toldAt.map((at) => at - changedAt);
    const sent = rest.heard[0].sent + told.heard[0].sent;
    const acknowledged = rest.heard[0].acknowledged + told.heard[0].acknowledged;
    return {
      restCpu: rest.cpu,
      toldCpu: told.cpu,
      clientsCpu: told.heard[0].cpu + told.heard[1].cpu,
      megabytes: residentMegabytes(pid),
      healthP99Ms: worstHundredth(stopAsking()),
      toldP99Ms: worstHundredth(delays),
      toldLastMs: Math.max(...delays),
      acknowledgedPerSecond: acknowledged / (REST_SECONDS + TOLD_SECONDS),
      acknowledgedShare: acknowledged / sent,
      lost: clients - delays.length + told.heard[0].lost,
    };
  } finally {
    nodes.stop();
    streams.stop();
  }
}

async function watched<Heard>(pid: number, act: () => Promise<Heard>): Promise<{ heard: Heard; cpu: number }> {
  const before = processorSeconds(pid);
  const startedAt = performance.now();
  const heard = await act();
  return { heard, cpu: (processorSeconds(pid) - before) / ((performance.now() - startedAt) / 1_000) };
}

/**
 * Asks at fixed moments, whether or not there was a response; returns a function that stops it and returns each
 * duration.
 */
function askHealth(origin: string): () => number[] {
  const agent = new Agent({ keepAlive: true });
  const latenciesMs: number[] = [];
  let isOver = false;
  const timer = setInterval(() => {
    const askedAt = performance.now();
    const note = () => latenciesMs.push(performance.now() - askedAt);
    const sent = get(origin + API_PATHS.health, { agent }, (response) => response.resume().once('end', note));
    sent.once('error', (error) => {
      if (!isOver) throw error;
    });
  }, ASK_EVERY_MS);
  return () => {
    clearInterval(timer);
    isOver = true;
    // A request that still waits is ended with its connection.
    agent.destroy();
    return latenciesMs;
  };
}

function worstHundredth(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? Number.NaN;
}
