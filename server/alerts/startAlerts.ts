import type { TypedApp } from '#server/core/http/typedApp.ts';
import { monotonicNow } from '#server/core/monotonicClock.ts';
import { repeat } from '#server/core/repeating.ts';
import type { WatchedKind } from '#server/core/watched.ts';
import type { UserRepository } from '#server/users/userRepository.ts';
import type { AlertRepository } from './alertRepository.ts';
import { keepWatch } from './keepWatch.ts';
import { OwnNetworkWatch } from './ownNetwork.ts';
import { deliverAlerts, sendingOf, sendMessage } from './sendMessage.ts';

interface AlertJobs {
  kinds: readonly WatchedKind[];
  alerts: AlertRepository;
  settings: { smtpUrl: string | undefined };
  users: Pick<UserRepository, 'find'>;
  now: () => number;
  leader: { isHere(): boolean };
}

/** Watches all kinds of things, and delivers alerts, until the app closes. */
export function startAlerts(app: TypedApp, options: AlertJobs): void {
  const { kinds, alerts, now, leader } = options;
  const sending = sendingOf(options);
  const network = new OwnNetworkWatch();
  const onError = (error: unknown) => app.log.error({ err: error }, 'Alerts could not be handled; trying again');
  const stopInspecting = kinds
    .flatMap(({ inspection }) => inspection ?? [])
    .map(({ everyMs, run }) =>
      repeat(everyMs, async () => {
        if (leader.isHere()) await run().catch(onError);
      }),
    );
  const stopWatching = keepWatch({
    kinds,
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
    for (const stop of stopInspecting) await stop();
    await stopWatching();
    await stopDelivering();
  });
}
