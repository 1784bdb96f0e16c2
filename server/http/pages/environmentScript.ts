import { createHash } from 'node:crypto';
import type { EnvironmentSettings } from '../../../src/contract/environment.ts';
import { DEFAULT_PORT } from '../../../src/contract/limits.ts';
import { ENVIRONMENT_SCRIPT } from '../../../src/contract/paths.ts';
import type { Settings } from '../../settings/settings.ts';
import { setCsrfCookie } from '../security/csrf.ts';
import type { TypedApp } from '../typedApp.ts';

function environmentOf(settings: Settings): EnvironmentSettings {
  return {
    production: settings.production,
    baseApiUrl: settings.baseApiUrl,
    baseAssetUrl: settings.baseAssetUrl,
    socketUrl: settings.socketUrl,
    dockerSocketUrl: `http://localhost:${DEFAULT_PORT}`,
    productionSocketUrl: settings.productionSocketUrl,
    appleClientId: settings.appleClientId ?? '',
    appleRedirectUri: settings.appleRedirectUri ?? '',
  };
}

/** One build serves every environment: the page asks which one it is in. */
export function registerEnvironmentScript(app: TypedApp, settings: Settings): void {
  const script = `window.environment = ${JSON.stringify(environmentOf(settings))};\n`;
  const etag = `"${createHash('sha256').update(script).digest('base64url')}"`;
  app.get(ENVIRONMENT_SCRIPT, { config: { access: 'public' } }, async (request, reply) => {
    setCsrfCookie(request, reply);
    void reply.headers({ 'Cache-Control': 'no-cache', ETag: etag });
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply.type('text/javascript; charset=utf-8').send(script);
  });
}
