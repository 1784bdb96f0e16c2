import { backWords, silentWords } from '#domain/alerts/alertText.ts';
import type { NodeAdminRepository } from '../nodes/admin/nodeAdminRepository.ts';
import type { NodeRegistry } from '../nodes/registry/nodeRegistry.ts';
import { MINUTE_MS, type Subject } from './keepWatch.ts';

interface Parts {
  registry: Pick<NodeRegistry, 'heard' | 'size'>;
  nodeAdmin: Pick<NodeAdminRepository, 'all'>;
}

/** The nodes, each of which may have minutes of its own or be muted. */
export function watchedNodes({ registry, nodeAdmin }: Parts): Subject {
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
        toldBefore: async () => [...settings].flatMap(([nodeId, { isTold }]) => (isTold ? [nodeId] : [])),
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
