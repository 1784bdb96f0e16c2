import { isoTime } from '#domain/clock/isoTime.ts';
import type { AlertMessage, NewChannel } from '#contract/alerts/schemas.ts';
import { pageOf } from '#domain/alerts/alertText.ts';
import { repeat } from '#server/core/repeating.ts';
import type { AlertRepository, ChannelTarget, Delivery } from './alertRepository.ts';
import { MAIL_SERVER_FORM, type MailServer, parseMailServer } from '#server/core/settings/mailServer.ts';
import type { UserRepository } from '../users/userRepository.ts';
import { type PushKeys, pushKeysOf, type Pushing, sendPush } from './sendPush.ts';
import { expectTaken, post } from '#server/core/post.ts';
import { ChannelGone } from './channelGone.ts';

/** The parts of the server that sending needs. */
interface Sending extends Pushing {
  /** The server's own mail server, from its setting. */
  smtpUrl: string | undefined;
}

/** Picks the parts that sending needs. */
export function sendingOf({ alerts, users, settings }: SendingParts): Sending {
  let keys: Promise<PushKeys> | undefined;
  return {
    smtpUrl: settings.smtpUrl,
    pushKeys: () => {
      keys ??= alerts
        .pushSecret()
        .then(pushKeysOf)
        .catch((error: unknown) => {
          // A failed read is not remembered: the next message tries the database again.
          keys = undefined;
          throw error;
        });
      return keys;
    },
    findUser: (id) => users.find(id),
  };
}

interface SendingParts {
  alerts: Pick<AlertRepository, 'pushSecret'>;
  users: Pick<UserRepository, 'find'>;
  settings: { smtpUrl: string | undefined };
}

const TIMEOUT_MS = 15_000;

/** Sends one message through one channel; throws with a reason that people can read. */
export async function sendMessage(target: ChannelTarget, message: AlertMessage, sending: Sending): Promise<void> {
  if (target.kind === 'mail') return sendMail(target, message, sending);
  if (target.kind === 'push') return sendPush(target, message, sending);
  const status = await post(target.url, target.kind === 'webhook' ? asJson(message) : forNtfy(message, target.token));
  expectTaken(target.url, status);
}

function asJson(message: AlertMessage) {
  return { body: JSON.stringify(message), headers: { 'Content-Type': 'application/json' } };
}

function forNtfy({ kind, title, body }: AlertMessage, token: string | undefined) {
  const headers = {
    // Headers are Latin-1, so other letters are written as RFC 2047 has it, which ntfy reads.
    Title: `=?UTF-8?B?${Buffer.from(title).toString('base64')}?=`,
    Priority: kind === 'silent' ? 'high' : 'default',
    Tags: { silent: 'warning', back: 'white_check_mark', test: 'wave' }[kind],
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  return { body, headers };
}

async function sendMail(
  { to, smtpUrl }: Extract<NewChannel, { kind: 'mail' }>,
  message: AlertMessage,
  sending: Sending,
): Promise<void> {
  const url = smtpUrl ?? sending.smtpUrl;
  if (url === undefined) throw new Error('There is no mail server: enter one, or set SMTP_URL');
  const server = parseMailServer(url);
  // A message that was stored before addresses were checked.
  if (!server) throw new Error(`${MAIL_SERVER_FORM}: remove this channel and add it again`);
  const transport = await transportTo(server);
  const account = server.auth?.user ?? '';
  const from = account.includes('@') ? account : to;
  await transport.sendMail({
    from,
    to,
    subject: message.title,
    text: `${message.body}\n\nSee ${pageOf(message)} of your Circuit Tree.\n`,
    messageId: `<${message.id}@${domainOf(from)}>`,
    // Holiday notes do not respond to such a mail (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  transport.close();
}

function domainOf(address: string): string {
  return /@([\w.-]+)$/.exec(address)?.[1] ?? 'circuit-tree.invalid';
}

/**
 * The library is never given an address: it would take every option from its query, also those that start a program.
 */
async function transportTo({ host, port, secure, auth }: MailServer) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port,
    secure,
    ...(auth && { auth }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const POLL_EVERY_MS = 2_000;
const SECOND_MS = 1_000;
/** The pauses before the next attempts; after the last one a message is given up. */
const PAUSES_MS = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800].map((seconds) => seconds * SECOND_MS);

interface Options {
  alerts: Pick<AlertRepository, 'due' | 'postpone' | 'done' | 'setResult' | 'removeChannel'>;
  send: (target: ChannelTarget, message: AlertMessage) => Promise<void>;
  now: () => number;
  onError: (error: unknown) => void;
  /** Only one of the servers delivers. */
  leader: { isHere(): boolean };
}

/** Sends what is in the outbox, one after another for each channel, until it is stopped. */
export function deliverAlerts(options: Options): () => Promise<void> {
  const { alerts, now, onError, leader } = options;
  async function deliverDue(): Promise<void> {
    if (!leader.isHere()) return;
    const byChannel = new Map<string, Delivery[]>();
    for (const delivery of await alerts.due(now())) {
      byChannel.set(delivery.channelId, [...(byChannel.get(delivery.channelId) ?? []), delivery]);
    }
    await Promise.all([...byChannel.values()].map((deliveries) => deliverAll(deliveries, options)));
  }

  return repeat(POLL_EVERY_MS, () => deliverDue().catch(onError));
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
  /** Whether the channel can never work again. */
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
