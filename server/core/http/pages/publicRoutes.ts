import { isoTime } from '#domain/clock/isoTime.ts';
import type { FastifySchema } from 'fastify';
import { createHash } from 'node:crypto';
import { DEFAULT_PORT } from '#contract/limits.ts';
import { API_PATTERNS, ENVIRONMENT_SCRIPT, type EnvironmentSettings } from '#contract/paths.ts';
import { Health } from '#contract/server/schemas.ts';
import type { Addresses } from '#server/core/addresses/addresses.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import { UserError } from '#server/core/errors.ts';
import { builtCommitIn, VERSION } from '#server/core/settings/version.ts';
import { setCsrfCookie } from '../security/origins.ts';
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
  | 'distDir'
  | 'securityContact'
  | 'publicUrl'
>;

interface PublicSources {
  settings: PublicSettings;
  addresses: Pick<Addresses, 'namedOrigin' | 'leadsPastPage' | 'trustPort'>;
  now: () => number;
}

const tags = ['The server'];
const healthSchema = { tags, summary: 'Whether the process responds', response: { 200: json('It does', Health) } };
const scriptSchema: FastifySchema = {
  tags,
  summary: 'The settings of the app',
  response: { 200: file('A script', 'text/javascript') },
};

const SECURITY_TEXT = '/.well-known/security.txt';
const securityTextSchema: FastifySchema = {
  tags,
  summary: 'Where weaknesses are reported (RFC 9116); 404 where the operator has named no address',
  response: { 200: file('Lines of a name and a value', 'text/plain') },
};
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Less than a year, as the RFC recommends. Each response extends it. */
const SECURITY_TEXT_DAYS = 180;

/** Routes that need no credential: the health check, the script with the environment's settings, and security.txt. */
export function registerPublicRoutes(app: TypedApp, { settings, addresses, now }: PublicSources): void {
  app.get(API_PATTERNS.health, { config: { access: 'public' }, schema: healthSchema }, async (_request, reply) => {
    // The page on which a device learns to trust the server requests it, to check whether it does.
    const isOpen = settings.httpsAtHome && !reply.hasHeader('Access-Control-Allow-Origin');
    if (isOpen) void reply.header('Access-Control-Allow-Origin', '*');
    return { status: 'ok' as const, version: VERSION };
  });
  const environment = environmentOf(settings);
  registerEnvironmentScript(app, () => ({ ...environment, ...waysIn(addresses) }));
  app.get(SECURITY_TEXT, { config: { access: 'public' }, schema: securityTextSchema }, async (_request, reply) => {
    const text = securityText(settings, now());
    if (text === undefined) throw new UserError(404, 'SECURITY_CONTACT is not set: ask whoever runs this server');
    return reply.header('Cache-Control', 'no-cache').type('text/plain; charset=utf-8').send(text);
  });
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

function securityText(
  { securityContact, publicUrl }: Pick<Settings, 'securityContact' | 'publicUrl'>,
  now: number,
): string | undefined {
  if (securityContact === undefined) return undefined;
  const expires = isoTime((Math.floor(now / DAY_MS) + SECURITY_TEXT_DAYS) * DAY_MS);
  const canonical = publicUrl?.startsWith('https:') ? [`Canonical: ${publicUrl}${SECURITY_TEXT}`] : [];
  return [`Contact: ${securityContact}`, `Expires: ${expires}`, ...canonical, 'Preferred-Languages: en', ''].join('\n');
}

function environmentOf(settings: PublicSettings): EnvironmentSettings {
  const commit = builtCommitIn(settings.distDir);
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
    ...(commit !== undefined && { commit }),
  };
}

/** The server's addresses may change while it runs: its name, when the network comes late. */
function waysIn(addresses: PublicSources['addresses']): Partial<EnvironmentSettings> {
  const namedOrigin = addresses.namedOrigin();
  const trustPort = addresses.trustPort();
  return {
    ...(namedOrigin !== undefined && { namedOrigin }),
    ...(addresses.leadsPastPage() && trustPort !== undefined && { trustPort }),
  };
}
