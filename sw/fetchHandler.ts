import { API_KEY_HEADER } from '../src/contract/paths.ts';
import { NetworkWithinBudget, startBegins } from './apiStrategy.ts';
import { bindPage, rememberPageKey } from './pageKeys.ts';
import { KioskImage } from './imageStrategy.ts';
import { ruleFor, type Asked } from './routes.ts';
import { environmentHandler, livePageHandler, shellFileHandler, shellHandler } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;

const livePage = livePageHandler();
const environment = environmentHandler();

function asked(request: Request): Asked {
  return {
    method: request.method,
    url: request.url,
    isNavigation: request.mode === 'navigate',
    apiKey: request.headers.get(API_KEY_HEADER),
    hasAuthorization: request.headers.has('Authorization'),
  };
}

/** Hands a request to the strategy its rule names; what is not ours goes the browser's own way. */
export function answerRequest(event: FetchEvent): void {
  const { request } = event;
  const rule = ruleFor(asked(request), self.location.origin);
  switch (rule.kind) {
    case 'answer':
      event.respondWith(new NetworkWithinBudget(rule).handle({ event, request }));
      return;
    case 'image':
      event.respondWith(new KioskImage(rule).handle({ event, request }));
      return;
    case 'signed-in-call':
      event.waitUntil(bindPage(event.clientId, ''));
      return;
    case 'environment':
      event.respondWith(environment.handle({ event, request }));
      return;
    case 'shell':
      startBegins();
      event.waitUntil(rememberPageKey(event.resultingClientId, request.url));
      event.respondWith(shellHandler(rule.page)({ event, request, url: new URL(request.url) }));
      return;
    case 'live-page':
      event.respondWith(livePage.handle({ event, request }));
      return;
    case 'not-ours': {
      const shellFile = request.method === 'GET' ? shellFileHandler(request.url) : undefined;
      if (shellFile) event.respondWith(shellFile({ event, request, url: new URL(request.url) }));
    }
  }
}
