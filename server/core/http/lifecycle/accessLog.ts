import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Settings } from '#server/core/settings/settings.ts';
import type { TypedApp } from '../typedApp.ts';

const KEY_CHECK = /^(\/auth\/check-api-key).+/i;
const PING = /^(\/+ping)\/+[^/]+/i;
/** Matches our keys and tokens, which may occur anywhere in a mistyped address. */
const SECRET = /[0-9a-f]{40,}/gi;

/**
 * Credentials, and the stacks of errors: a bad request could fill the log with them. Where an error of ours was thrown
 * is logged as `at`.
 */
const UNLOGGED = [
  'req.headers',
  'request.headers',
  'headers.authorization',
  'headers.cookie',
  'headers["x-api-key"]',
  'err.stack',
  'err.aggregateErrors',
];

/** Logs JSON lines on stderr: stdout is for the two URLs printed at the start. Only logResponses logs requests. */
export function loggerOf({ logLevel }: Pick<Settings, 'logLevel'>): NonNullable<FastifyServerOptions['logger']> {
  if (logLevel === 'silent') return false;
  return {
    level: logLevel,
    stream: process.stderr,
    redact: { paths: UNLOGGED, remove: true },
    serializers: { req: (request) => ({ method: request.method, path: pathWithoutSecrets(request.url) }) },
  };
}

/** Leaves out the query, which may hold a key or a token, and the key in the path of the key check and of a ping. */
function pathWithoutSecrets(url: string): string {
  return url
    .replace(/[?#].*$/s, '')
    .replace(KEY_CHECK, '$1/***')
    .replace(PING, '$1/***')
    .replace(SECRET, '***');
}

export function logResponses(app: TypedApp): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: pathWithoutSecrets(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        address: request.ip,
        who: whoOf(request.principal),
      },
      'answered',
    );
  });
}

function whoOf(principal: FastifyRequest['principal']): string {
  if (!principal) return 'anyone';
  return principal.kind === 'key' ? `key ${principal.keyId}` : `user ${principal.userId}`;
}
