import type { TypedApp } from '../http/typedApp.ts';
import type { NodeAdminRepository } from '../nodes/admin/nodeAdminRepository.ts';
import { monotonicNow } from '../nodes/registry/monotonicClock.ts';
import type { NodeRegistry } from '../nodes/registry/nodeRegistry.ts';
import type { AlertRepository } from './alertRepository.ts';
import { deliverAlerts } from './deliverAlerts.ts';
import { keepWatch } from './keepWatch.ts';
import type { UserRepository } from '../users/userRepository.ts';
import { OwnNetworkWatch } from './ownNetwork.ts';
import { sendingOf, sendMessage } from './sendMessage.ts';

export interface AlertJobs {
  registry: NodeRegistry;
  nodeAdmin: NodeAdminRepository;
  alerts: AlertRepository;
  settings: { smtpUrl: string | undefined };
  users: Pick<UserRepository, 'find'>;
  now: () => number;
  peers: { isFirst(): boolean };
}

/** Watches the nodes and delivers what is to be told, until the app closes. */
export function startAlerts(app: TypedApp, options: AlertJobs): void {
  const { registry, nodeAdmin, alerts, now, peers } = options;
  const sending = sendingOf(options);
  const network = new OwnNetworkWatch();
  const onError = (error: unknown) => app.log.error({ err: error }, 'Alerts could not be handled; trying again');
  const lookAtNetwork = () => network.look();
  const stopWatching = keepWatch({ registry, nodeAdmin, alerts, lookAtNetwork, now, monotonicNow, onError, peers });
  const stopDelivering = deliverAlerts({
    alerts,
    send: (target, message) => sendMessage(target, message, sending),
    now,
    onError,
    peers,
  });
  app.addHook('onClose', async () => {
    await stopWatching();
    await stopDelivering();
  });
}
