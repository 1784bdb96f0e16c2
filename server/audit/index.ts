import { subject } from '#server/core/subject.ts';
import { registerAuditRoutes } from './auditRoutes.ts';

/** The list of who did what, for admins. The log itself is part of the core, since every subject writes into it. */
export const audit = subject('audit', (core) => {
  core.slots.routes.add((app) => registerAuditRoutes(app, core));
});
