import helmet from '@fastify/helmet';
import type { IncomingMessage } from 'node:http';
import type { Settings } from '../../settings/settings.ts';
import type { BuiltApp } from '../pages/inlineHashes.ts';
import type { TypedApp } from '../typedApp.ts';

const APPLE_SCRIPT = 'https://appleid.cdn-apple.com';
const APPLE = 'https://appleid.apple.com';
/** Nothing that could end a directive or begin another: the Host header is the client's word. */
const PLAIN_HOST = /^[\w.:[\]-]+$/;
const PERMISSIONS = 'camera=(self), screen-wake-lock=(self), microphone=(), geolocation=(), payment=(), usb=()';

/** Of every answer that is no page: nothing may run, load or frame it. */
const CALL_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': PERMISSIONS,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Pages ask for helmet by their route (`pageHeaders`): it writes a policy anew for each answer, which calls need not. */
export async function registerSecurityHeaders(app: TypedApp): Promise<void> {
  await app.register(helmet, {
    global: false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false,
    xPoweredBy: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    if ('helmet' in request.routeOptions.config) void reply.header('Permissions-Policy', PERMISSIONS);
    else void reply.headers(CALL_HEADERS);
    // Over plain http a browser ignores it; behind a proxy that ends TLS the request says https by TRUST_PROXY.
    if (request.protocol === 'https') void reply.header('Strict-Transport-Security', 'max-age=15552000');
  });
  app.addHook('onSend', async (_request, reply) => {
    // What does not say that it may be kept holds tokens, people or this moment's state.
    if (!reply.hasHeader('Cache-Control')) void reply.header('Cache-Control', 'no-store');
  });
}

/** For a route that serves a part of the app. */
export function pageHeaders(settings: Settings, built: BuiltApp) {
  return { contentSecurityPolicy: { useDefaults: false, directives: directives(settings, built) } };
}

/**
 * Nobody signs in on the kiosk's pages. Setting them apart from whoever opened them gives each a process of its own
 * beside its worker's: memory, and a quarter of a cold start.
 */
export function kioskPageHeaders(settings: Settings, built: BuiltApp) {
  return { ...pageHeaders(settings, built), crossOriginOpenerPolicy: false, originAgentCluster: false };
}

/** The test screen connects to any URL a person types (SPEC §2). */
export function pageHeadersWithAnyConnection(settings: Settings, built: BuiltApp) {
  const wide = { ...directives(settings, built), 'connect-src': ["'self'", 'http:', 'https:', 'ws:', 'wss:'] };
  return { contentSecurityPolicy: { useDefaults: false, directives: wide } };
}

function directives(settings: Settings, built: BuiltApp) {
  const apple = settings.appleClientId === undefined ? [] : [APPLE];
  const appleScript = settings.appleClientId === undefined ? [] : [APPLE_SCRIPT];
  const elsewhere = originsOf([settings.baseApiUrl, settings.baseAssetUrl, settings.socketUrl]);
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...appleScript, () => built.inlineHashes('script')],
    'style-src': ["'self'", () => built.inlineHashes('style')],
    'img-src': ["'self'", 'data:', 'blob:', ...originsOf([settings.baseAssetUrl])],
    // Older Safaris do not count a socket to our own host as 'self'.
    'connect-src': ["'self'", ownSockets, ...apple, ...elsewhere, ...elsewhere.map(socketOrigin)],
    'font-src': ["'self'"],
    'media-src': ["'self'", 'blob:'],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'frame-src': apple.length > 0 ? apple : ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
  };
}

function originsOf(urls: string[]): string[] {
  return [...new Set(urls.filter((url) => url !== '').map((url) => new URL(url).origin))];
}

function socketOrigin(origin: string): string {
  return origin.replace(/^http/, 'ws');
}

function ownSockets(request: IncomingMessage): string {
  const { host } = request.headers;
  return host && PLAIN_HOST.test(host) ? `ws://${host} wss://${host}` : "'self'";
}
