import { subject } from '#server/core/subject.ts';
import { nodes } from '#server/nodes/index.ts';
import { photos } from '#server/photos/index.ts';
import { tablets } from '#server/tablets/index.ts';
import { registerBrokerNodeRoutes } from './brokerNodeRoutes.ts';
import { BrokerPings } from './brokerPings.ts';
import { startMqttBridge } from './startMqttBridge.ts';

/** Home Assistant: nodes and tablets as its devices, its commands to tablets, and pings through its broker. */
export const mqtt = subject('mqtt', (core) => {
  core.slots.routes.add((app) => {
    const parts = { ...core, ...nodes.of(core), ...nodes.of(core).live(), log: app.log };
    const brokerPings = new BrokerPings(parts);
    app.addHook('preClose', async () => brokerPings.close());
    registerBrokerNodeRoutes(app, { ...parts, brokerPings });
    core.slots.jobs.add((root) =>
      startMqttBridge(root, { ...parts, ...tablets.of(core), photos: photos.of(core).photos, brokerPings }),
    );
  });
});
