import { Readiness } from '#contract/readiness/schemas.ts';
import { ServerStatus } from '#contract/server/schemas.ts';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { API_PATTERNS } from '#contract/paths.ts';
import { troubleSentence } from '#domain/troubles.ts';
import { ADMINS } from '#server/core/access/access.ts';
import { errorWhen, json } from '#server/core/http/responses.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import type { Readiness as ReadinessChecks } from './readiness.ts';

interface ReadinessServices {
  readiness: ReadinessChecks;
  statusParts: Iterable<() => Promise<Partial<ServerStatus>>>;
}

const tags = ['The server'];
const readinessSchema = {
  tags,
  summary: 'Whether all is well',
  response: { 200: json('All is well', Readiness), 503: errorWhen('Something is wrong: see the reasons', Readiness) },
};
const statusSchema = {
  tags,
  summary: 'How the server is, with details',
  response: { 200: json('Reasons and the last backup', ServerStatus) },
};

/** The state of the server: codes and sentences for everybody, details and the last backup for admins. */
export function registerReadinessRoutes(app: TypedApp, services: ReadinessServices): void {
  const { readiness } = services;
  app.get(API_PATTERNS.ready, { config: { access: 'public' }, schema: readinessSchema }, async (_request, reply) => {
    const findings = await readiness.findings();
    const reasons = findings.map(({ code }) => ({ code, message: troubleSentence(code) }));
    const response: Readiness = { ready: reasons.length === 0, reasons };
    return reply
      .header('Cache-Control', 'no-store')
      .status(response.ready ? 200 : 503)
      .send(response);
  });
  app.get(ADMIN_PATTERNS.serverStatus, { config: { access: ADMINS }, schema: statusSchema }, () => statusOf(services));
}

const NO_BACKUP: ServerStatus['backup'] = { isAutomatic: false, newest: null, failure: null };

async function statusOf({ readiness, statusParts }: ReadinessServices): Promise<ServerStatus> {
  const findings = await readiness.findings();
  const reasons = findings.map(({ code, detail }) => ({ code, message: troubleSentence(code), detail }));
  const status: ServerStatus = { ready: reasons.length === 0, reasons, backup: NO_BACKUP };
  for (const read of statusParts) Object.assign(status, await read());
  return status;
}
