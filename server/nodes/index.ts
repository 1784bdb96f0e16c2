import { countNodes } from '#domain/nodes/nodeList.ts';
import { subject } from '#server/core/subject.ts';
import { keys } from '#server/keys/index.ts';
import { nodeAdminRepository } from './admin/nodeAdminRepository.ts';
import { registerNodeRoutes } from './admin/nodeRoutes.ts';
import { sampleRepository } from './history/sampleRepository.ts';
import { registerPingRoutes } from './pings/pingRoutes.ts';
import { loadNodes, type Nodes } from './registry/loadNodes.ts';
import { nodeRepository } from './registry/nodeRepository.ts';
import { openSockets } from './socket/nodesNamespace.ts';
import { nodeCommands } from './nodeCommands.ts';
import { nodeMetrics } from './nodeMetrics.ts';
import { watchedNodes, watchedValues } from './watchedNodes.ts';

/** The devices that report: their heartbeats, values and histories. */
export const nodes = subject(
  'nodes',
  (core) => {
    const { db, now, slots } = core;
    const stored = {
      nodes: nodeRepository(db),
      samples: sampleRepository(db),
      nodeAdmin: nodeAdminRepository(db, now),
    };
    let loaded: Nodes | undefined;
    const live = () => {
      if (!loaded) throw new Error('The nodes are loaded when the server is made: no command has them');
      return loaded;
    };
    slots.loads.add(async (app) => {
      const { reports } = (loaded = await loadNodes(app, { ...core, ...keys.of(core), ...stored }));
      app.addHook('preClose', async () => reports.close());
    });
    slots.routes.add(async (app) => {
      registerNodeRoutes(app, { ...core, ...stored, ...live() });
      await registerPingRoutes(app, { ...core, ...live() });
    });
    slots.jobs.add((app) => openSockets(app, { ...core, ...stored, ...live() }));
    slots.overview.add(10, {
      read: async () => {
        const { registry } = live();
        const statuses = registry.statuses();
        const [total, failing] = [statuses.length, registry.failing().length];
        return { nodes: { total, late: total - countNodes(statuses, 0).onTime, failing } };
      },
    });
    slots.metrics.add(20, ...nodeMetrics({ counters: core.counters, statuses: () => live().registry.statuses() }));
    slots.watched.add(
      10,
      () => watchedNodes({ ...stored, ...live() }),
      () => watchedValues({ ...stored, ...live() }),
    );
    return { ...stored, live };
  },
  nodeCommands,
);
