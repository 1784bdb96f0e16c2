import { vi } from 'vitest';
import type { PushSubscriptionKeys } from '#contract/alerts/schemas.ts';

interface PushBrowser {
  /** The person's response to the browser's question. */
  permission: 'granted' | 'denied' | 'default';
  /** The keys that the page subscribed for; empty while it is not subscribed. */
  subscribedFor: string[];
}

/** A browser that can subscribe to its maker's push service, which jsdom cannot. Until `vi.unstubAllGlobals()`. */
export function stubPushBrowser({ endpoint, keys }: PushSubscriptionKeys): PushBrowser {
  const browser: PushBrowser = { permission: 'granted', subscribedFor: [] };
  const unsubscribe = async () => {
    browser.subscribedFor.length = 0;
    return true;
  };
  const subscription = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe };
  const pushManager = {
    getSubscription: async () => (browser.subscribedFor.length > 0 ? subscription : null),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      browser.subscribedFor.push(applicationServerKey);
      return subscription;
    },
  };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', Object);
  vi.stubGlobal('Notification', { requestPermission: async () => browser.permission });
  vi.stubGlobal('navigator', {
    ...Object.fromEntries(
      ['userAgent', 'language', 'languages', 'onLine', 'maxTouchPoints'].map((name) => [
        name,
        Reflect.get(navigator, name),
      ]),
    ),
    serviceWorker: Object.assign(new EventTarget(), {
      controller: null,
      getRegistration: async () => ({ active: {}, pushManager }),
      register: async () => ({ active: {}, pushManager }),
    }),
  });
  return browser;
}
