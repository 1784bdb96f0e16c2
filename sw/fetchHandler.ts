import { API_KEY_HEADER } from '#contract/paths.ts';
import { CODENAMES } from '#contract/storageKeys.ts';
import { ApiStrategy, isNetworkTrusted, pageOpens } from './api/apiStrategy.ts';
import { ImageStrategy } from './images/imageStrategy.ts';
import { bindPage, keyHashOfPage, rememberPageKey } from './keys/pageKeys.ts';
import { type OtherFileRule, type RequestFacts, ruleFor } from './routes.ts';
import { watchLaunch } from './shell/launches.ts';
import {
  environmentHandler,
  livePageHandler,
  shellFileHandler,
  shellHandler,
  unknownPageHandler,
} from './shell/shell.ts';

declare const self: ServiceWorkerGlobalScope;

const livePage = livePageHandler();
const environment = environmentHandler();

function factsOf(request: Request): RequestFacts {
  return {
    method: request.method,
    url: request.url,
    isNavigation: request.mode === 'navigate',
    apiKey: request.headers.get(API_KEY_HEADER),
    hasAuthorization: request.headers.has('Authorization'),
  };
}

/** The page stores the reader's files when somebody first has words read; from then on no network is needed. */
async function readerFile(request: Request): Promise<Response> {
  const stored = await caches.match(request, { cacheName: CODENAMES.reader }).catch(() => undefined);
  return stored ?? fetch(request);
}

/** Only a page with a key has files stored for it. */
async function otherFile({ files, albumSlug }: OtherFileRule, { request, clientId }: FetchEvent): Promise<Response> {
  const keyHash = await keyHashOfPage(clientId);
  return keyHash === undefined ? fetch(request) : files.respond(request, { keyHash, albumSlug, url: request.url });
}

/** Passes a request to the strategy of its rule; requests without a rule are left to the browser. */
export function handleFetch(event: FetchEvent): void {
  const { request } = event;
  const rule = ruleFor(factsOf(request), self.location.origin);
  switch (rule.kind) {
    case 'api-call':
      event.respondWith(new ApiStrategy(rule).handle({ event, request }));
      return;
    case 'image':
      event.respondWith(new ImageStrategy(rule, isNetworkTrusted()).handle({ event, request }));
      return;
    case 'other-file':
      event.respondWith(otherFile(rule, event));
      return;
    case 'reader':
      event.respondWith(readerFile(request));
      return;
    case 'signed-in-call':
      event.waitUntil(bindPage(event.clientId, ''));
      return;
    case 'environment':
      event.respondWith(environment.handle({ event, request }));
      return;
    case 'shell':
      pageOpens();
      event.waitUntil(rememberPageKey(event.resultingClientId, request.url));
      event.waitUntil(watchLaunch(event.resultingClientId));
      event.respondWith(shellHandler(rule.page)({ event, request, url: new URL(request.url) }));
      return;
    case 'live-page':
      event.respondWith(livePage.handle({ event, request }));
      return;
    case 'unknown-page': {
      const handler = shellFileHandler(request.url) ?? unknownPageHandler(rule.page);
      event.respondWith(handler({ event, request, url: new URL(request.url) }));
      return;
    }
    case 'not-ours': {
      const shellFile = request.method === 'GET' ? shellFileHandler(request.url) : undefined;
      if (shellFile) event.respondWith(shellFile({ event, request, url: new URL(request.url) }));
    }
  }
}
