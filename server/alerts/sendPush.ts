import { createECDH } from 'node:crypto';
import type { AlertMessage, PushSubscriptionKeys } from '#contract/alerts/schemas.ts';
import type { PushedNote } from '#contract/offline.ts';
import { hasMail } from '#domain/users/withoutMail.ts';
import { pageOf } from '#domain/alerts/alertText.ts';
import type { User } from '../users/userQueries.ts';
import { expectTaken, post } from '#server/core/post.ts';
import { ChannelGone } from './channelGone.ts';

/** The time for which a push service stores a message for a browser that is switched off. */
const TTL_SECONDS = 24 * 60 * 60;
/** The responses of push services for a browser that has unsubscribed. */
const GONE = [404, 410];
const NOBODY = 'nobody@no-mail.invalid';
const NO_ADMIN = 'Whoever subscribed here is no admin any more, so the browser was taken off the list';
const UNSUBSCRIBED = 'This browser takes no messages any more, so it was taken off the list';

export interface PushTarget {
  kind: 'push';
  subscription: PushSubscriptionKeys;
  /** The admin who subscribed. */
  userId: string;
}

export interface Pushing {
  pushKeys: () => Promise<PushKeys>;
  findUser: (id: string) => Promise<User | undefined>;
}

/** Sends a message to one browser, encrypted for it alone, through the push service of its maker. */
export async function sendPush(target: PushTarget, message: AlertMessage, pushing: Pushing): Promise<void> {
  const user = await pushing.findUser(target.userId);
  if (!user || user.blockedAt !== null || !user.permissions.includes('admin')) throw new ChannelGone(NO_ADMIN);
  const { endpoint } = target.subscription;
  const status = await post(endpoint, await encrypted(target, { message, user, keys: await pushing.pushKeys() }));
  if (GONE.includes(status)) throw new ChannelGone(UNSUBSCRIBED);
  expectTaken(endpoint, status);
}

interface Content {
  message: AlertMessage;
  user: User;
  keys: PushKeys;
}

async function encrypted(
  { subscription }: PushTarget,
  { message, user, keys }: Content,
): Promise<Parameters<typeof post>[1]> {
  const { default: webPush } = await import('web-push');
  const { headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(noteOf(message)), {
    // The contact for the makers of browsers about these messages.
    vapidDetails: { subject: `mailto:${hasMail(user.email) ? user.email : NOBODY}`, ...keys },
    TTL: TTL_SECONDS,
    urgency: message.kind === 'back' ? 'normal' : 'high',
    contentEncoding: 'aes128gcm',
  });
  const { 'Content-Length': _length, ...others } = headers;
  return { body: new Uint8Array(body), headers: others };
}

function noteOf(message: AlertMessage): PushedNote {
  const { id, title, body } = message;
  return { title, body, tag: id, url: pageOf(message) };
}

const CURVE = 'prime256v1';

/** The keys by which push services know this installation (VAPID, RFC 8292), in base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** Derived from the secret, so that they never change: every browser has subscribed for just this public key. */
export function pushKeysOf(secret: string): PushKeys {
  const privateKey = Buffer.from(secret, 'hex');
  const pair = createECDH(CURVE);
  pair.setPrivateKey(privateKey);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}
