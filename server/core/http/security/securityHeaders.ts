import helmet from '@fastify/helmet';
import type { Settings } from '#server/core/settings/settings.ts';
import type { TypedApp } from '../typedApp.ts';

/**
 * Sent with every response, so that search engines list nothing of a library. There is no robots.txt: a crawler that
 * may not read a page never reads this header, and lists the bare address, which may hold a key, when somebody links to
 * it.
 */
export const NO_INDEX = { 'X-Robots-Tag': 'noindex' } as const;

const PERMISSIONS = 'camera=(self), screen-wake-lock=(self), geolocation=(self), microphone=(), payment=(), usb=()';

/** Headers of every response that is not a page: it may not run or load anything, nor be shown in a frame. */
const CALL_HEADERS = {
  ...NO_INDEX,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': PERMISSIONS,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/**
 * helmet is applied only to the routes of pages, which ask for it in their options (pages/pageHeaders.ts): it writes a
 * policy anew for each response, which calls do not need.
 */
export async function registerSecurityHeaders(
  app: TypedApp,
  { httpsAtHome }: Pick<Settings, 'httpsAtHome'>,
): Promise<void> {
  await app.register(helmet, {
    global: false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false,
    // The same rule as frame-ancestors of the pages, for browsers that do not know frame-ancestors.
    xFrameOptions: { action: 'deny' },
    xPoweredBy: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    if ('helmet' in request.routeOptions.config) void reply.headers({ ...NO_INDEX, 'Permissions-Policy': PERMISSIONS });
    else void reply.headers(CALL_HEADERS);
    // Browsers ignore the header over plain http. Behind a proxy that ends TLS, TRUST_PROXY makes the protocol https.
    // With HTTPS=home a browser that insists on https would no longer open the page on http, should the authority change.
    if (request.protocol === 'https' && !httpsAtHome)
      void reply.header('Strict-Transport-Security', 'max-age=15552000');
  });
  app.addHook('onSend', async (_request, reply) => {
    // A response without caching rules of its own may contain tokens or data of people: it must not be stored.
    if (!reply.hasHeader('Cache-Control')) void reply.header('Cache-Control', 'no-store');
  });
}
