import type { FastifyRequest } from 'fastify';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { TOO_MANY_ATTEMPTS } from '#server/core/access/authorisation.ts';
import type { FailedAttemptLimit } from '#server/core/access/failedAttemptLimit.ts';
import { UserError } from '#server/core/errors.ts';
import { isFromThisMachine } from '#server/core/http/security/proxies.ts';
import { sameText } from '#server/core/http/security/secrets.ts';
import { errorWhen, file } from '#server/core/http/responses.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import type { MeasuredParts, Metrics } from './metrics.ts';

interface MetricsServices extends MeasuredParts {
  settings: Pick<Settings, 'metricsToken'>;
  failedAttemptLimit: FailedAttemptLimit;
}

const BEARER = /^Bearer +/i;
const WRONG_TOKEN = 'This needs the token that METRICS_TOKEN sets, as a bearer token';
const ONLY_HERE = 'Without METRICS_TOKEN only programs on the machine of the server itself may ask for this';

const schema = {
  tags: ['The server'],
  summary: 'Numbers for Prometheus',
  description: 'With METRICS_TOKEN for who sends it as a bearer token; without it for programs on this machine.',
  response: {
    200: file("Prometheus' text format", 'text/plain'),
    401: errorWhen('The token is wrong'),
    429: errorWhen('Too many wrong tokens'),
  },
};

/** Serves Prometheus: with METRICS_TOKEN to the token's holders, otherwise to programs on this machine. */
export function registerMetricsRoute(app: TypedApp, services: MetricsServices): void {
  let metrics: Promise<Metrics> | undefined;
  app.get(ADMIN_PATTERNS.metrics, { config: { access: 'public' }, schema }, async (request, reply) => {
    checkReader(request, services);
    // Most servers are never asked, so the package is loaded at the first request.
    metrics ??= import('./metrics.ts').then(({ metricsOf }) => metricsOf(services));
    const { contentType, text } = await (await metrics).read();
    return reply.header('Cache-Control', 'no-store').type(contentType).send(text);
  });
}

function checkReader(request: FastifyRequest, { settings, failedAttemptLimit }: MetricsServices): void {
  const { metricsToken } = settings;
  if (metricsToken === undefined) {
    if (!isFromThisMachine(request.raw)) throw new UserError(403, ONLY_HERE);
    return;
  }
  const given = request.headers.authorization?.replace(BEARER, '').trim() ?? '';
  if (sameText(given, metricsToken)) return;
  if (failedAttemptLimit.count(request.ip)) throw new UserError(429, TOO_MANY_ATTEMPTS);
  throw new UserError(401, WRONG_TOKEN);
}
