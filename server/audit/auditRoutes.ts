import { Type } from '@fastify/type-provider-typebox';
import type { AuditPage } from '#contract/admin/audit.ts';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { TOPICS } from '#domain/audit/auditTopics.ts';
import { ADMINS } from '../http/security/access.ts';
import type { TypedApp } from '../http/typedApp.ts';
import { AUDIT } from '../limits.ts';
import type { AuditLog } from './auditLog.ts';
import type { AuditRepository } from './auditRepository.ts';
import { sweepRegularly } from './sweepRegularly.ts';

interface AuditRouteOptions {
  audit: Pick<AuditLog, 'settle' | 'waiting' | 'onFailure'>;
  auditEntries: Pick<AuditRepository, 'list' | 'sweep'>;
}

const query = Type.Object({
  before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  person: Type.Optional(Type.String({ maxLength: 100 })),
  topic: Type.Optional(Type.Union(TOPICS.map((topic) => Type.Literal(topic)))),
});

export function registerAuditRoutes(app: TypedApp, { audit, auditEntries }: AuditRouteOptions): void {
  audit.onFailure((error) => app.log.warn({ err: error }, 'Events of the audit log wait for the disk'));
  app.addHook('onClose', sweepRegularly(auditEntries));
  const options = { config: { access: ADMINS }, schema: { querystring: query } };
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
