import type { PushedNote } from '#contract/offline.ts';
import { isRecord, textOf } from '#domain/records.ts';

declare const self: ServiceWorkerGlobalScope;

const ICON = '/icons/kiosk-192.png';

/** Shows the server's message to an admin's browser. Browsers insist that every push shows something. */
export function handlePush(event: PushEvent): void {
  const { title, body, tag, url } = noteIn(event.data);
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: ICON, data: url }));
}

/** Opens the page that the message is about. */
export function handleNotificationClick(event: NotificationEvent): void {
  event.notification.close();
  const url: unknown = event.notification.data;
  event.waitUntil(open(typeof url === 'string' ? url : '/admin'));
}

/** A window that shows another page stays on it: somebody may be filling in a form. */
async function open(path: string): Promise<void> {
  const { href } = new URL(path, self.location.origin);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ url }) => url === href);
  if (there) await there.focus();
  else await self.clients.openWindow(href);
}

/** Browsers read `/\\other.example` as an address of another site too, so the browser's parser decides. */
function isOfThisSite(url: string): boolean {
  const { origin } = self.location;
  return url.startsWith('/') && URL.canParse(url, origin) && new URL(url, origin).origin === origin;
}

function noteIn(data: PushMessageData | null): PushedNote {
  try {
    const note: unknown = data?.json();
    if (isRecord(note)) {
      const url = textOf(note, 'url');
      return {
        title: textOf(note, 'title') || 'Circuit Tree',
        body: textOf(note, 'body'),
        tag: textOf(note, 'tag'),
        // Never leads to another site, whatever is in the message.
        url: isOfThisSite(url) ? url : '/admin',
      };
    }
  } catch {
    // Not JSON: only a general message can be shown.
  }
  return { title: 'Circuit Tree', body: '', tag: '', url: '/admin' };
}
