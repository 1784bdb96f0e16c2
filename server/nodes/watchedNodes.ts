import { NODE_SILENCE, valueBackWords, valueWords } from '#domain/nodes/nodeAlertText.ts';
import { beyondSentence, isBeyond, type NodeValue, withinSentence } from '#domain/nodes/valueWatch.ts';
import { backWords, silentWords } from '#domain/watched.ts';
import { MINUTE_MS, type WatchedKind } from '#server/core/watched.ts';
import type { NodeAdminRepository } from './admin/nodeAdminRepository.ts';
import type { SavedNode } from './registry/knownNode.ts';
import type { NodeRegistry } from './registry/nodeRegistry.ts';

interface NodeParts {
  registry: Pick<NodeRegistry, 'heard' | 'size'>;
  nodeAdmin: Pick<NodeAdminRepository, 'all'>;
}

/** Watches the heartbeats of nodes. A node may have its own minutes until an alert, or be muted. */
export function watchedNodes({ registry, nodeAdmin }: NodeParts): WatchedKind {
  return {
    about: 'nodes',
    check: async ({ rule, at }) => {
      const settings = await nodeAdmin.all();
      const holdsMsOf = (nodeId: string) => {
        const setting = settings.get(nodeId);
        const minutes = setting?.alertAfterMinutes ?? rule.minutes;
        return !rule.isOn || minutes === 0 || setting?.isMuted ? null : minutes * MINUTE_MS;
      };
      const conditions = registry
        .heard()
        .map(({ nodeId, heardAt }) => ({ id: nodeId, since: heardAt, holdsMs: holdsMsOf(nodeId) }));
      const ages = new Map(conditions.map(({ id, since }) => [id, at - (since ?? at)]));
      return {
        conditions,
        begunWords: (ids) =>
          silentWords(
            ids.map((id) => ({ name: id, ageMs: ages.get(id) ?? 0 })),
            { total: registry.size, terms: NODE_SILENCE },
          ),
        overWords: (ids) => backWords(ids, NODE_SILENCE),
      };
    },
  };
}

const NOTHING_SAID = { unit: null, text: null, isFailing: false };

function valueOf({ brightness, said }: Pick<SavedNode, 'brightness' | 'said'>): NodeValue {
  return { brightness, ...(said ?? NOTHING_SAID) };
}

/** The nodes that have limits, that say that they failed, or that an alert has reported. */
export function watchedValues({ registry, nodeAdmin }: NodeParts): WatchedKind {
  /** The time since which the value of each has been beyond its limits. */
  const beyondSince = new Map<string, number>();

  return {
    about: 'values',
    check: async ({ rule, at, notified }) => {
      const settings = await nodeAdmin.all();
      const isNotified = new Set(notified);
      const limitsOf = (nodeId: string) => settings.get(nodeId)?.limits ?? null;
      const watched = registry
        .heard()
        .filter(({ nodeId, said }) => said?.isFailing || limitsOf(nodeId) || isNotified.has(nodeId));
      const values = new Map(watched.map((node) => [node.nodeId, valueOf(node)]));
      for (const nodeId of beyondSince.keys()) if (!values.has(nodeId)) beyondSince.delete(nodeId);
      const conditions = Array.from(values, ([nodeId, value]) => {
        if (!isBeyond(value, limitsOf(nodeId))) beyondSince.delete(nodeId);
        else if (!beyondSince.has(nodeId)) beyondSince.set(nodeId, at);
        // A failure is reported at once.
        const holdsMs = value.isFailing ? 0 : (limitsOf(nodeId)?.minutes ?? 0) * MINUTE_MS;
        const isWanted = rule.isOn && !settings.get(nodeId)?.isMuted;
        return { id: nodeId, since: beyondSince.get(nodeId) ?? null, holdsMs: isWanted ? holdsMs : null };
      });
      const sentences = (ids: readonly string[], sentenceOf: (value: NodeValue, nodeId: string) => string) =>
        ids.map((nodeId) => ({
          nodeId,
          sentence: sentenceOf(values.get(nodeId) ?? valueOf({ brightness: null }), nodeId),
        }));
      return {
        conditions,
        begunWords: (ids) => valueWords(sentences(ids, (value, id) => beyondSentence(value, limitsOf(id)))),
        overWords: (ids) => valueBackWords(sentences(ids, withinSentence)),
      };
    },
  };
}
