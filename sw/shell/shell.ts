import { cacheNames } from 'workbox-core';
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  precache,
} from 'workbox-precaching';
import { NetworkOnly, StaleWhileRevalidate } from 'workbox-strategies';
import { isShellPage, type ShellPage } from '#contract/areas.ts';
import { ENVIRONMENT_SCRIPT, API_PATTERNS } from '#contract/paths.ts';
import { CACHES } from '#contract/storageKeys.ts';
import { storedFile, storedPage, mayBeStored } from './storedShell.ts';
import { shellEntries, shellUrls } from './shellEntries.ts';
import { isShellResponse } from './shellResponse.ts';

const RETRY_SECONDS = 5;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Server out of reach – Circuit Tree</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f6f8f6; color: #15201b;
  font: 1.0625rem/1.5 ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main { max-width: 30rem; padding: 2rem; text-align: center; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 0.75rem; }
p { margin: 0 0 1.5rem; }
button { font: inherit; min-height: 48px; padding: 0 1.5rem; border: 0; border-radius: 14px; background: #0f6b4f;
  color: #fff; }
button:focus-visible { outline: 3px solid #1d6fe0; outline-offset: 2px; }
@media (prefers-color-scheme: dark) { body { background: #101815; color: #e6edea; }
  button { background: #45c296; color: #0a100e; } }
</style>
</head>
<body>
<main>
<h1>The server is out of reach</h1>
<p role="status">This page needs the Circuit Tree server, which does not answer at the moment.
It opens by itself as soon as the server is back.</p>
<button type="button" onclick="location.reload()">Try again now</button>
</main>
<script>
setInterval(function () {
  fetch('${API_PATTERNS.health}', { cache: 'no-store' }).then(function (response) {
    var type = response.headers.get('Content-Type') || '';
    if (response.ok && /json/.test(type)) location.reload();
  }, function () {});
}, ${RETRY_SECONDS * 1000});
</script>
</body>
</html>`;

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'",
};

/** Shown instead of a page that needs the server, while the server is out of reach. */
function unreachablePage(): Response {
  return new Response(PAGE, { status: 503, headers: HEADERS });
}

interface HandlerOptions {
  event: ExtendableEvent;
  request: Request;
  url: URL;
}

const onlyShellResponses = {
  cacheWillUpdate: ({ request, response }: { request: Request; response: Response }) =>
    Promise.resolve(isShellResponse(request.url, response) ? response : null),
};

const NETWORK_TIMEOUT_S = 5;

export function precacheShell(): void {
  addPlugins([onlyShellResponses]);
  precache(shellEntries);
  cleanupOutdatedCaches();
}

/**
 * Responds for the landing, the kiosk and codenames, which start from the precached page, or from the previous build if
 * this one has failed.
 */
export function shellHandler(page: ShellPage): (options: HandlerOptions) => Promise<Response> {
  const ownPage = createHandlerBoundToURL(page);
  return async (options) => {
    // Both are read at once, since a start waits for them.
    const own = ownPage(options);
    own.catch(() => undefined);
    return (await storedPage(page)) ?? own;
  };
}

/** Serves a file of the shell from the precache, or one of the build before; undefined for any other URL. */
export function shellFileHandler(address: string): ((options: HandlerOptions) => Promise<Response>) | undefined {
  const url = new URL(address);
  if (isShellPage(url.pathname)) return undefined;
  if (getCacheKeyForURL(address) !== undefined) return createHandlerBoundToURL(address);
  return mayBeStored(url) ? ({ request }) => storedFile(request) : undefined;
}

/** A status of 500 or more often comes from a gateway before the server: the server then counts as out of reach. */
const fetchDidSucceed = ({ response }: { response: Response }) =>
  response.status >= 500 ? Promise.reject(new Error('The server is out of reach')) : Promise.resolve(response);

const unreachableInsteadOfFailure = { fetchDidSucceed, handlerDidError: () => Promise.resolve(unreachablePage()) };

/**
 * Responds for the admin pages and the socket test page, which need the server. While it is out of reach, a page says
 * so.
 */
export function livePageHandler(): NetworkOnly {
  return new NetworkOnly({ plugins: [unreachableInsteadOfFailure] });
}

/**
 * Responds for addresses that are no page of the app. The server is asked first, since it may serve something there.
 * When it is out of reach the app starts, and says that there is no such page.
 */
export function unknownPageHandler(page: ShellPage): ReturnType<typeof shellHandler> {
  const shell = shellHandler(page);
  return (options) => {
    const handlerDidError = () => shell(options);
    const plugins = [{ fetchDidSucceed, handlerDidError }];
    return new NetworkOnly({ plugins, networkTimeoutSeconds: NETWORK_TIMEOUT_S }).handle(options);
  };
}

export function environmentHandler(): StaleWhileRevalidate {
  return new StaleWhileRevalidate({ cacheName: CACHES.environment, plugins: [onlyShellResponses] });
}

/** Stores the app's settings for a start offline: the first load requested them before the worker was active. */
export async function storeEnvironment(): Promise<void> {
  try {
    const response = await fetch(ENVIRONMENT_SCRIPT, { cache: 'no-cache' });
    if (!isShellResponse(response.url, response)) return;
    await (await caches.open(CACHES.environment)).put(ENVIRONMENT_SCRIPT, response);
  } catch {
    // Not an error: the app has defaults that work, and its next load requests the settings again.
  }
}

/** Stores again single files of the shell that the browser, to free space, or a person has deleted. */
export async function mendShell(): Promise<void> {
  const cache = await caches.open(cacheNames.precache);
  for (const url of shellUrls()) {
    const cacheKey = getCacheKeyForURL(url);
    if (cacheKey === undefined || (await cache.match(cacheKey))) continue;
    try {
      const response = await fetch(url, { cache: 'no-cache' });
      if (isShellResponse(response.url, response)) await cache.put(cacheKey, response);
    } catch {
      // The server is out of reach again: the next page that reaches it starts another attempt.
    }
  }
}
