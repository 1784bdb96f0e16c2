import { randomUUID } from 'node:crypto';
import type { AlertMessage } from '#contract/schemas/alerts.ts';
import { backWords, silentWords } from '#domain/alerts/alertText.ts';
import { beginWatch, LOOK_EVERY_MS, type OwnNetwork, watch, type WatchState } from '#domain/alerts/alertWatch.ts';
import { isQuietAt } from '#domain/alerts/quietHours.ts';
import type { NodeAdminRepository } from '../nodes/admin/nodeAdminRepository.ts';
import type { NodeRegistry } from '../nodes/registry/nodeRegistry.ts';
import { repeat } from '../repeating.ts';
import type { AlertRepository } from './alertRepository.ts';

const MINUTE_MS = 60_000;

interface Options {
  registry: Pick<NodeRegistry, 'heard' | 'size'>;
  nodeAdmin: Pick<NodeAdminRepository, 'all'>;
  alerts: Pick<AlertRepository, 'rule' | 'tell'>;
  lookAtNetwork: () => Promise<OwnNetwork>;
  /** Milliseconds since 1970, and milliseconds that never jump. */
  now: () => number;
  monotonicNow: () => number;
  onError: (error: unknown) => void;
}

interface WatchOptions extends Options {
  /** One of the servers watches. */
  peers: { isFirst(): boolean };
}

/** Looks at the nodes every five seconds and puts out what is to be told. Returns what stops it. */
export function keepWatch(options: WatchOptions): () => Promise<void> {
  let state: WatchState | undefined;

  async function look(): Promise<void> {
    // When this cannot be written, the next look decides the same again. Another first server goes on with what is written.
    state = options.peers.isFirst() ? await lookOnce(state, options) : undefined;
  }

  return repeat(LOOK_EVERY_MS, () => look().catch(options.onError));
}

/** One look; `state` is undefined for the first one. */
export async function lookOnce(state: WatchState | undefined, options: Options): Promise<WatchState> {
  const { registry, nodeAdmin, alerts, monotonicNow, now } = options;
  const rule = await alerts.rule();
  const settings = await nodeAdmin.all();
  const network = await options.lookAtNetwork();
  const at = monotonicNow();
  const silentMsOf = (nodeId: string) => {
    const setting = settings.get(nodeId);
    const minutes = setting?.alertAfterMinutes ?? rule.silentMinutes;
    return !rule.isOn || minutes === 0 || setting?.isMuted ? null : minutes * MINUTE_MS;
  };
  const nodes = registry.heard().map(({ nodeId, heardAt }) => ({ nodeId, heardAt, silentMs: silentMsOf(nodeId) }));
  const notifiedBefore = [...settings].flatMap(([nodeId, { isTold }]) => (isTold ? [nodeId] : []));
  const look = { now: at, nodes, network, isQuiet: isQuietAt(rule.quietHours, now()) };
  const { state: next, tidings } = watch(state ?? beginWatch(notifiedBefore), look);

  if (tidings.silent.length > 0) {
    const ages = new Map(nodes.map(({ nodeId, heardAt }) => [nodeId, at - (heardAt ?? at)]));
    const silent = tidings.silent.map((nodeId) => ({ nodeId, ageMs: ages.get(nodeId) ?? 0 }));
    const words = silentWords(silent, registry.size);
    const message = messageOf('silent', { ...words, nodeIds: tidings.silent, nowMs: now() });
    await alerts.tell(message, { nodeIds: tidings.silent, at: now() });
  }
  if (tidings.back.length > 0) {
    const message = messageOf('back', { ...backWords(tidings.back), nodeIds: tidings.back, nowMs: now() });
    await alerts.tell(message, { nodeIds: tidings.back, at: null });
  }
  const dropped = tidings.dropped.filter((nodeId) => settings.has(nodeId));
  if (dropped.length > 0) await alerts.tell(undefined, { nodeIds: dropped, at: null });
  return next;
}

interface Said {
  title: string;
  body: string;
  nodeIds: string[];
  nowMs: number;
}

export function messageOf(kind: AlertMessage['kind'], { title, body, nodeIds, nowMs }: Said): AlertMessage {
  return { id: randomUUID(), kind, title, body, nodeIds, at: new Date(nowMs).toISOString() };
}
