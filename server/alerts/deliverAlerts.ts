import { isoTime } from '#domain/clock/isoTime.ts';
import type { AlertMessage } from '#contract/schemas/alerts.ts';
import { repeat } from '../repeating.ts';
import type { AlertRepository, ChannelTarget, Delivery } from './alertRepository.ts';
import { ChannelGone } from './post.ts';

const LOOK_EVERY_MS = 2_000;
const SECOND_MS = 1_000;
/** The pauses before the next attempts; after the last one a message is given up. */
const PAUSES_MS = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800].map((seconds) => seconds * SECOND_MS);

interface Options {
  alerts: Pick<AlertRepository, 'due' | 'postpone' | 'done' | 'setResult' | 'removeChannel'>;
  send: (target: ChannelTarget, message: AlertMessage) => Promise<void>;
  now: () => number;
  onError: (error: unknown) => void;
  /** One of the servers delivers. */
  peers: { isFirst(): boolean };
}

/** Sends what is in the outbox, one after another for each channel, until it is stopped. */
export function deliverAlerts(options: Options): () => Promise<void> {
  const { alerts, now, onError, peers } = options;
  async function look(): Promise<void> {
    if (!peers.isFirst()) return;
    const byChannel = new Map<string, Delivery[]>();
    for (const delivery of await alerts.due(now())) {
      byChannel.set(delivery.channelId, [...(byChannel.get(delivery.channelId) ?? []), delivery]);
    }
    await Promise.all([...byChannel.values()].map((deliveries) => deliverAll(deliveries, options)));
  }

  return repeat(LOOK_EVERY_MS, () => look().catch(onError));
}

async function deliverAll(deliveries: readonly Delivery[], options: Options): Promise<void> {
  for (const delivery of deliveries) await deliver(delivery, options);
}

async function deliver(delivery: Delivery, { alerts, send, now }: Options): Promise<void> {
  const { id, channelId, target, message, attempts } = delivery;
  const { failure, isGone } = await attempt(() => send(target, message));
  if (isGone) {
    // Another admin may have subscribed the same browser meanwhile.
    await alerts.removeChannel(channelId, target);
    return;
  }
  const pause = PAUSES_MS[attempts];
  if (failure === undefined || pause === undefined) await alerts.done(id);
  else await alerts.postpone(id, attempts + 1, now() + pause);
  await alerts.setResult(channelId, resultOf(failure, now(), pause !== undefined));
}

interface Outcome {
  /** Undefined when the message was sent. */
  failure: string | undefined;
  /** Whether there is no use in trying the channel ever again. */
  isGone: boolean;
}

export async function attempt(send: () => Promise<void>): Promise<Outcome> {
  try {
    await send();
    return { failure: undefined, isGone: false };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error), isGone: error instanceof ChannelGone };
  }
}

export function resultOf(failure: string | undefined, nowMs: number, isTriedAgain: boolean) {
  const at = isoTime(nowMs);
  if (failure === undefined) return { at, isSent: true, text: 'Sent' };
  return { at, isSent: false, text: isTriedAgain ? `${failure}. It is tried again` : failure };
}
