import type { PushSubscriptionKeys } from '#contract/alerts/schemas.ts';
import { hashOfText } from '#domain/hashOfText.ts';
import { isAppleTouchDevice } from '#domain/deviceKind.ts';

const NOT_SECURE = 'Notifications need https: open this page at an address that begins with https.';
const NOT_INSTALLED =
  'On an iPhone or iPad notifications come once Circuit Tree is on the home screen: Share → Add to Home Screen.';
const NO_PUSH = 'This browser has no notifications for web pages.';
const NO_WORKER = 'This page is not ready for notifications yet: reload it.';
const DENIED =
  'This browser does not let this page notify you: allow it in the browser’s settings for this page, then try again.';
const NOT_ANSWERED = 'The browser’s question was closed without an answer.';
const SERVICE_AWAY = 'This browser cannot reach the push service of its maker, which brings notifications.';

/** The reason why this browser cannot be notified, as a sentence. */
export class PushRefused extends Error {
  override name = 'PushRefused';
}

/** The reason why this page can never notify, as a sentence; undefined when it can. */
export function pushObstacle(): string | undefined {
  if (!window.isSecureContext) return NOT_SECURE;
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return undefined;
  return isAppleTouchDevice(navigator) ? NOT_INSTALLED : NO_PUSH;
}

/** The name of this browser's subscription in the list of channels; undefined when there is none. */
export async function subscribedAs(): Promise<string | undefined> {
  if (pushObstacle() !== undefined) return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription ? hashOfText(subscription.endpoint) : undefined;
}

/** Asks the person, then subscribes; throws `PushRefused` with a sentence. */
export async function subscribe(pushKey: string): Promise<PushSubscriptionKeys> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') throw new PushRefused(permission === 'denied' ? DENIED : NOT_ANSWERED);
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration?.active) throw new PushRefused(NO_WORKER);
  return keysOf(await subscriptionFor(registration.pushManager, pushKey));
}

export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const found = await registration?.pushManager.getSubscription();
  await found?.unsubscribe();
}

async function subscriptionFor(manager: PushManager, pushKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: pushKey };
  try {
    // A subscription with another key is left from another installation at this address.
    return await manager.subscribe(options).catch(async (error: unknown) => {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
      await unsubscribe();
      return manager.subscribe(options);
    });
  } catch (error) {
    throw new PushRefused(SERVICE_AWAY, { cause: error });
  }
}

function keysOf(of: PushSubscription): PushSubscriptionKeys {
  const { p256dh = '', auth = '' } = of.toJSON().keys ?? {};
  return { endpoint: of.endpoint, keys: { p256dh, auth } };
}
