import { setImmediate } from 'node:timers/promises';
import { AuditPage, AuditQuery } from '#contract/audit/schemas.ts';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { repeat } from '#server/core/repeating.ts';
import { ADMINS } from '#server/core/access/access.ts';
import { json } from '#server/core/http/responses.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import { AUDIT } from '#server/core/limits.ts';
import type { AuditLog } from '#server/core/audit/auditLog.ts';
import type { AuditRepository } from '#server/core/audit/auditRepository.ts';

interface AuditRouteOptions {
  audit: Pick<AuditLog, 'settle' | 'waiting' | 'onFailure'>;
  auditEntries: Pick<AuditRepository, 'list' | 'sweep'>;
}

const schema = {
  tags: ['Signing in and people'],
  summary: 'Who did what',
  querystring: AuditQuery,
  response: { 200: json('The newest entries first', AuditPage) },
};

export function registerAuditRoutes(app: TypedApp, { audit, auditEntries }: AuditRouteOptions): void {
  audit.onFailure((error) => app.log.warn({ err: error }, 'Events of the audit log wait for the disk'));
  app.addHook('onClose', sweepRegularly(auditEntries));
  const options = { config: { access: ADMINS }, schema };
  app.get(ADMIN_PATTERNS.audit, options, async (request): Promise<AuditPage> => {
    await audit.settle();
    const found = await auditEntries.list({ ...request.query, limit: AUDIT.pageEntries + 1 });
    const entries = found.slice(0, AUDIT.pageEntries);
    const last = entries.at(-1);
    return {
      entries,
      ...(last && found.length > entries.length && { before: last.id }),
      waiting: audit.waiting(),
    };
  });
}

/** Deletes entries that the audit log no longer keeps, now and every hour. Returns a function that stops this. */
export function sweepRegularly(repository: Pick<AuditRepository, 'sweep'>): () => Promise<void> {
  async function sweep(): Promise<void> {
    // A failed sweep does no harm, because the next one tries again.
    while (await repository.sweep().catch(() => false)) await setImmediate();
  }

  void sweep();
  return repeat(AUDIT.sweepEveryMs, sweep);
}
