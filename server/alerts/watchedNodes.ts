import { valueBackWords, valueWords, backWords, silentWords } from '#domain/alerts/alertText.ts';
import { beyondSentence, isBeyond, type NodeValue, withinSentence } from '#domain/alerts/valueWatch.ts';
import type { NodeAdminRepository } from '../nodes/admin/nodeAdminRepository.ts';
import type { SavedNode } from '../nodes/registry/knownNode.ts';
import type { NodeRegistry } from '../nodes/registry/nodeRegistry.ts';
import type { AlertRepository } from './alertRepository.ts';
import { MINUTE_MS, type Subject } from './keepWatch.ts';

interface NodeParts {
  registry: Pick<NodeRegistry, 'heard' | 'size'>;
  nodeAdmin: Pick<NodeAdminRepository, 'all'>;
}

/** The nodes, each of which may have minutes of its own or be muted. */
export function watchedNodes({ registry, nodeAdmin }: NodeParts): Subject {
  return {
    about: 'nodes',
    look: async ({ isOn, silentMinutes }, at) => {
      const settings = await nodeAdmin.all();
      const silentMsOf = (nodeId: string) => {
        const setting = settings.get(nodeId);
        const minutes = setting?.alertAfterMinutes ?? silentMinutes;
        return !isOn || minutes === 0 || setting?.isMuted ? null : minutes * MINUTE_MS;
      };
      const things = registry
        .heard()
        .map(({ nodeId, heardAt }) => ({ id: nodeId, heardAt, silentMs: silentMsOf(nodeId) }));
      const ages = new Map(things.map(({ id, heardAt }) => [id, at - (heardAt ?? at)]));
      return {
        things,
        notifiedBefore: async () => [...settings].flatMap(([nodeId, { isTold }]) => (isTold ? [nodeId] : [])),
        silentWords: (ids) =>
          silentWords(
            ids.map((id) => ({ name: id, ageMs: ages.get(id) ?? 0 })),
            { about: 'nodes', total: registry.size },
          ),
        backWords: (ids) => backWords(ids, 'nodes'),
      };
    },
  };
}

interface Parts {
  registry: Pick<NodeRegistry, 'heard'>;
  nodeAdmin: Pick<NodeAdminRepository, 'all'>;
  alerts: Pick<AlertRepository, 'notifiedOf'>;
}

const NOTHING_SAID = { unit: null, text: null, isFailing: false };

function valueOf({ brightness, said }: Pick<SavedNode, 'brightness' | 'said'>): NodeValue {
  return { brightness, ...(said ?? NOTHING_SAID) };
}

/** The nodes that have limits, that say that they failed, or that an alert has reported. */
export function watchedValues({ registry, nodeAdmin, alerts }: Parts): Subject {
  /** When the value of each was last seen within its limits. */
  const withinAt = new Map<string, number>();

  return {
    about: 'values',
    look: async ({ isOn }, at) => {
      const settings = await nodeAdmin.all();
      const notified = await alerts.notifiedOf('values');
      const isNotified = new Set(notified);
      const limitsOf = (nodeId: string) => settings.get(nodeId)?.limits ?? null;
      const watched = registry
        .heard()
        .filter(({ nodeId, said }) => said?.isFailing || limitsOf(nodeId) || isNotified.has(nodeId));
      const values = new Map(watched.map((node) => [node.nodeId, valueOf(node)]));
      for (const nodeId of withinAt.keys()) if (!values.has(nodeId)) withinAt.delete(nodeId);
      const things = Array.from(values, ([nodeId, value]) => {
        // A value that was beyond its limits from the beginning counts from the first check on.
        if (!isBeyond(value, limitsOf(nodeId)) || !withinAt.has(nodeId)) withinAt.set(nodeId, at);
        // A failure is reported at once: one millisecond after it was seen.
        const beyondMs = value.isFailing ? 1 : Math.max(1, (limitsOf(nodeId)?.minutes ?? 0) * MINUTE_MS);
        const isWanted = isOn && !settings.get(nodeId)?.isMuted;
        return { id: nodeId, heardAt: withinAt.get(nodeId) ?? at, silentMs: isWanted ? beyondMs : null };
      });
      const sentences = (ids: readonly string[], sentenceOf: (value: NodeValue, nodeId: string) => string) =>
        ids.map((nodeId) => ({
          nodeId,
          sentence: sentenceOf(values.get(nodeId) ?? valueOf({ brightness: null }), nodeId),
        }));
      return {
        things,
        notifiedBefore: async () => notified,
        silentWords: (ids) => valueWords(sentences(ids, (value, id) => beyondSentence(value, limitsOf(id)))),
        backWords: (ids) => valueBackWords(sentences(ids, withinSentence)),
      };
    },
  };
}
