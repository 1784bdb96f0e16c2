import { clientsClaim } from 'workbox-core';
import { handleFetch } from './fetchHandler.ts';
import { leaveEarlierReleases } from './keys/earlierReleases.ts';
import { dropRecordsOfClosedPages } from './keys/pageKeys.ts';
import { handleMessage } from './messages.ts';
import { handleNotificationClick, handlePush } from './push.ts';
import { keepShellBefore } from './shell/storedShell.ts';
import { precacheShell, storeEnvironment } from './shell/shell.ts';
import { routeOwnFiles } from './shell/shellEntries.ts';

declare const self: ServiceWorkerGlobalScope;

precacheShell();
clientsClaim();

self.addEventListener('install', (event) => {
  event.waitUntil(keepShellBefore());
  event.waitUntil(storeEnvironment());
  event.waitUntil(routeOwnFiles(event));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(leaveEarlierReleases().then(dropRecordsOfClosedPages));
});
self.addEventListener('fetch', handleFetch);
self.addEventListener('message', handleMessage);
self.addEventListener('push', handlePush);
self.addEventListener('notificationclick', handleNotificationClick);
