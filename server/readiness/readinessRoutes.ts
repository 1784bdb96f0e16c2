import { Readiness, type ReadinessCode, ServerStatus } from '#contract/schemas/server.ts';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { API_PATTERNS } from '#contract/paths.ts';
import { ADMINS } from '../http/security/access.ts';
import { errorWhen, json } from '../http/responses.ts';
import type { TypedApp } from '../http/typedApp.ts';
import type { PhotoServices } from '../photos/photoServices.ts';
import type { Readiness as ReadinessChecks } from './readiness.ts';

interface ReadinessServices {
  readiness: ReadinessChecks;
  photos: Pick<PhotoServices, 'backups'>;
}

const SENTENCES: Record<ReadinessCode, string> = {
  'database-not-writable':
    'The server cannot write to its database, so nothing new can be stored. Photos are still shown.',
  'disk-not-writable': 'The server cannot write to its disk, so no photos can be uploaded. Photos are still shown.',
  'store-not-writable':
    'The server cannot write to its object store, so no photos can be uploaded, and only those in its memory are shown.',
  'disk-almost-full': 'The disk of the server is almost full: less than 5 % of it are free.',
  'backup-failed': 'The last backup failed.',
  'backup-overdue': 'A backup is overdue.',
  'backup-incomplete': 'The last backup lacks photos, because the server itself has lost or damaged their files.',
  'photos-not-readable': 'The server cannot read new pictures, so no photos can be uploaded.',
};

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

/** Whether all is well: to everybody in codes and sentences, to admins with details and the last backup too. */
export function registerReadinessRoutes(app: TypedApp, services: ReadinessServices): void {
  const { readiness } = services;
  app.get(API_PATTERNS.ready, { config: { access: 'public' }, schema: readinessSchema }, async (_request, reply) => {
    const findings = await readiness.findings();
    const reasons = findings.map(({ code }) => ({ code, message: SENTENCES[code] }));
    const response: Readiness = { ready: reasons.length === 0, reasons };
    return reply
      .header('Cache-Control', 'no-store')
      .status(response.ready ? 200 : 503)
      .send(response);
  });
  app.get(ADMIN_PATTERNS.serverStatus, { config: { access: ADMINS }, schema: statusSchema }, () => statusOf(services));
}

async function statusOf({ readiness, photos: { backups } }: ReadinessServices): Promise<ServerStatus> {
  const findings = await readiness.findings();
  const reasons = findings.map(({ code, detail }) => ({ code, message: SENTENCES[code], detail }));
  return { ready: reasons.length === 0, reasons, backup: await backupOf(backups) };
}

async function backupOf(backups: PhotoServices['backups']): Promise<ServerStatus['backup']> {
  // When the record of the last backup cannot be read, `reasons` says so.
  const last = await backups.last().catch(() => undefined);
  const { madeAt = null, folder = null, photos = null } = last ?? {};
  return {
    isAutomatic: backups.isAutomatic,
    newest: madeAt === null || folder === null ? null : { madeAt: isoOf(madeAt), folder, photos },
    failure: last?.outcome === 'failed' ? { at: isoOf(last.startedAt), message: last.message } : null,
  };
}

function isoOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
