import { clientsClaim } from 'workbox-core';
import { dropRecordsOfClosedPages } from './pageKeys.ts';
import { answerPage } from './messages.ts';
import { keepEnvironment, precacheShell } from './shell.ts';
import { answerRequest } from './fetchHandler.ts';

declare const self: ServiceWorkerGlobalScope;

precacheShell();
clientsClaim();

self.addEventListener('install', (event) => {
  event.waitUntil(keepEnvironment());
});
self.addEventListener('activate', (event) => {
  event.waitUntil(dropRecordsOfClosedPages());
});
self.addEventListener('fetch', answerRequest);
self.addEventListener('message', answerPage);
