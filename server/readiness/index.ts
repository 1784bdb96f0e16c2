import { subject } from '#server/core/subject.ts';
import { rewriteInstallation } from '#server/core/db/installation.ts';
import { Readiness } from './readiness.ts';
import { registerReadinessRoutes } from './readinessRoutes.ts';
import { WatchedServer } from './watchedServer.ts';

/** Whether the server can do all its work, for people and for programs that watch it. */
export const readiness = subject('readiness', (core) => {
  const { db, hold, now, slots } = core;
  slots.readinessChecks.add(10, {
    code: 'database-not-writable',
    find: async () => {
      if (!hold.refusesWrites) await rewriteInstallation(db);
      return undefined;
    },
  });
  const checks = new Readiness(slots.readinessChecks, now);
  slots.routes.add((app) => registerReadinessRoutes(app, { readiness: checks, statusParts: slots.statusParts }));
  const reasons = async () => (await checks.findings()).map(({ code }) => code);
  const otherTroubles = async () => {
    const found = [];
    for (const find of slots.otherTroubles) found.push(...(await find()));
    return found;
  };
  slots.watched.add(50, () => new WatchedServer({ reasons, otherTroubles }));
  return { readiness: checks };
});
