import { clientsClaim } from 'workbox-core';
import { dropRecordsOfClosedPages } from './bindings.ts';
import { answerPage } from './pages.ts';
import { keepEnvironment, precacheShell } from './shell.ts';
import { answerRequest } from './requests.ts';

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
