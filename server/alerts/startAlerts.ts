import type { BackupSchedule } from '#server/backups/backupSchedule.ts';
import type { WaitingRepository } from '#server/guests/waitingRepository.ts';
import type { Installation } from '#server/core/db/installation.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import type { NodeAdminRepository } from '../nodes/admin/nodeAdminRepository.ts';
import { monotonicNow } from '../nodes/registry/monotonicClock.ts';
import type { NodeRegistry } from '../nodes/registry/nodeRegistry.ts';
import type { Readiness } from '../readiness/readiness.ts';
import { repeat } from '#server/core/repeating.ts';
import type { TabletRepository } from '../tablets/registry/tabletRepository.ts';
import type { TabletWatch } from '../tablets/registry/tabletWatch.ts';
import type { AlertRepository } from './alertRepository.ts';
import { deliverAlerts, sendingOf, sendMessage } from './sendMessage.ts';
import { keepWatch } from './keepWatch.ts';
import type { UserRepository } from '../users/userRepository.ts';
import { INSPECT_EVERY_MS, OwnNetworkWatch, WatchedServer } from './watchedServer.ts';
import { watchedNodes, watchedValues } from '#server/nodes/watchedNodes.ts';
import { watchedGuests } from '#server/guests/watchedGuests.ts';
import { watchedTablets } from '#server/tablets/watchedTablets.ts';

interface AlertJobs {
  registry: NodeRegistry;
  nodeAdmin: NodeAdminRepository;
  tablets: TabletRepository;
  tabletWatch: TabletWatch;
  readiness: Readiness;
  photos: { backups: BackupSchedule };
  waiting: WaitingRepository;
  installation: Installation;
  alerts: AlertRepository;
  settings: { smtpUrl: string | undefined };
  users: Pick<UserRepository, 'find'>;
  now: () => number;
  leader: { isHere(): boolean };
}

/** Watches nodes, tablets and the server itself, and delivers alerts, until the app closes. */
export function startAlerts(app: TypedApp, options: AlertJobs): void {
  const { alerts, now, leader } = options;
  const sending = sendingOf(options);
  const network = new OwnNetworkWatch();
  const onError = (error: unknown) => app.log.error({ err: error }, 'Alerts could not be handled; trying again');
  const itself = new WatchedServer(options);
  const subjects = [
    watchedNodes(options),
    watchedValues(options),
    watchedTablets(options),
    watchedGuests(options),
    itself,
  ];
  const stopInspecting = repeat(INSPECT_EVERY_MS, async () => {
    if (leader.isHere()) await itself.inspect().catch(onError);
  });
  const stopWatching = keepWatch({
    subjects,
    alerts,
    checkNetwork: () => network.check(),
    now,
    monotonicNow,
    onError,
    leader,
  });
  const stopDelivering = deliverAlerts({
    alerts,
    send: (target, message) => sendMessage(target, message, sending),
    now,
    onError,
    leader,
  });
  app.addHook('onClose', async () => {
    await stopInspecting();
    await stopWatching();
    await stopDelivering();
  });
}
