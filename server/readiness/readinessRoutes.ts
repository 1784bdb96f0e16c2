import type { BackupSchedule } from '#server/backups/backupSchedule.ts';
import { isoTime } from '#domain/clock/isoTime.ts';
import { Readiness, ServerStatus } from '#contract/home/schemas.ts';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { API_PATTERNS } from '#contract/paths.ts';
import { troubleSentence } from '#domain/readiness/troubles.ts';
import type { AuditLog } from '#server/core/audit/auditLog.ts';
import { ADMINS } from '#server/core/access/access.ts';
import { errorWhen, json } from '#server/core/http/responses.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import { registerUpdateRoute, UpdateOffer } from '../update/updateOffer.ts';
import type { Readiness as ReadinessChecks } from './readiness.ts';

interface ReadinessServices {
  readiness: ReadinessChecks;
  audit: Pick<AuditLog, 'record'>;
  settings: ConstructorParameters<typeof UpdateOffer>[0];
  now: () => number;
  photos: { backups: BackupSchedule };
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
  const offer = new UpdateOffer(services.settings, services.now);
  app.get(ADMIN_PATTERNS.serverStatus, { config: { access: ADMINS }, schema: statusSchema }, async () => {
    const update = offer.current();
    return { ...(await statusOf(services)), ...(update && { update }) };
  });
  registerUpdateRoute(app, { ...services, offer });
}

async function statusOf({ readiness, photos: { backups } }: ReadinessServices): Promise<ServerStatus> {
  const findings = await readiness.findings();
  const reasons = findings.map(({ code, detail }) => ({ code, message: troubleSentence(code), detail }));
  return { ready: reasons.length === 0, reasons, backup: await backupOf(backups) };
}

async function backupOf(backups: BackupSchedule): Promise<ServerStatus['backup']> {
  // When the record of the last backup cannot be read, `reasons` says so.
  const last = await backups.last().catch(() => undefined);
  const { madeAt = null, folder = null, photos = null, files = null } = last ?? {};
  return {
    isAutomatic: (await backups.plan()) !== undefined,
    newest: madeAt === null || folder === null ? null : { madeAt: isoTime(madeAt), folder, photos, files },
    ...(backups.follower.followedAt !== null && { followedAt: isoTime(backups.follower.followedAt) }),
    failure: last?.outcome === 'failed' ? { at: isoTime(last.startedAt), message: last.message } : null,
  };
}
