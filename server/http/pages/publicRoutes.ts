import type { FastifySchema } from 'fastify';
import { createHash } from 'node:crypto';
import { DEFAULT_PORT } from '#contract/limits.ts';
import { API_PATTERNS, ENVIRONMENT_SCRIPT, type EnvironmentSettings } from '#contract/paths.ts';
import { Health } from '#contract/schemas/server.ts';
import type { Doorway } from '../../https/doorway.ts';
import type { Settings } from '../../settings/settings.ts';
import { VERSION } from '../../settings/version.ts';
import { setCsrfCookie } from '../security/csrf.ts';
import { file, json } from '../responses.ts';
import type { TypedApp } from '../typedApp.ts';

type PublicSettings = Pick<
  Settings,
  | 'production'
  | 'httpsAtHome'
  | 'baseApiUrl'
  | 'baseAssetUrl'
  | 'socketUrl'
  | 'productionSocketUrl'
  | 'appleClientId'
  | 'appleRedirectUri'
  | 'trashDays'
>;

interface PublicSources {
  settings: PublicSettings;
  doorway: Pick<Doorway, 'namedOrigin' | 'leadsPastPage' | 'trustPort'>;
}

const tags = ['The server'];
const healthSchema = { tags, summary: 'Whether the process responds', response: { 200: json('It does', Health) } };
const scriptSchema: FastifySchema = {
  tags,
  summary: 'The settings of the app',
  response: { 200: file('A script', 'text/javascript') },
};

/** Routes that need no credential: the health check and the script with the settings of the environment. */
export function registerPublicRoutes(app: TypedApp, { settings, doorway }: PublicSources): void {
  app.get(API_PATTERNS.health, { config: { access: 'public' }, schema: healthSchema }, async (_request, reply) => {
    // The page on http asks it whether the device trusts the certificate (https/page/check.js).
    const isOpen = settings.httpsAtHome && !reply.hasHeader('Access-Control-Allow-Origin');
    if (isOpen) void reply.header('Access-Control-Allow-Origin', '*');
    return { status: 'ok' as const, version: VERSION };
  });
  const environment = environmentOf(settings);
  registerEnvironmentScript(app, () => ({ ...environment, ...waysIn(doorway) }));
}

/** One build of the app is used in every environment; this script gives the page the settings of its environment. */
function registerEnvironmentScript(app: TypedApp, environment: () => EnvironmentSettings): void {
  app.get(ENVIRONMENT_SCRIPT, { config: { access: 'public' }, schema: scriptSchema }, async (request, reply) => {
    const script = `window.environment = ${JSON.stringify(environment())};\n`;
    const etag = `"${createHash('sha256').update(script).digest('base64url')}"`;
    setCsrfCookie(request, reply);
    void reply.headers({ 'Cache-Control': 'no-cache', ETag: etag });
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply.type('text/javascript; charset=utf-8').send(script);
  });
}

function environmentOf(settings: PublicSettings): EnvironmentSettings {
  return {
    production: settings.production,
    baseApiUrl: settings.baseApiUrl,
    baseAssetUrl: settings.baseAssetUrl,
    socketUrl: settings.socketUrl,
    dockerSocketUrl: `http://localhost:${DEFAULT_PORT}`,
    productionSocketUrl: settings.productionSocketUrl,
    appleClientId: settings.appleClientId ?? '',
    appleRedirectUri: settings.appleRedirectUri ?? '',
    trashDays: settings.trashDays,
    version: VERSION,
  };
}

/** The ways in may change while the server runs: its name, when the network comes late. */
function waysIn(doorway: PublicSources['doorway']): Partial<EnvironmentSettings> {
  const namedOrigin = doorway.namedOrigin();
  const { trustPort } = doorway;
  return {
    ...(namedOrigin !== undefined && { namedOrigin }),
    ...(doorway.leadsPastPage && trustPort !== undefined && { trustPort }),
  };
}
