import { subject } from '#server/core/subject.ts';
import { backups } from '#server/backups/index.ts';
import { rewriteInstallation } from '#server/core/db/installation.ts';
import { photos } from '#server/photos/index.ts';
import { Readiness, readinessChecks } from './readiness.ts';
import { registerReadinessRoutes } from './readinessRoutes.ts';
import { WatchedServer } from './watchedServer.ts';

/** Whether the server can do all its work, for people and for programs that watch it. */
export const readiness = subject('readiness', (core) => {
  const { db, hold, now, settings, slots } = core;
  const writeDatabase = async () => (hold.refusesWrites ? undefined : rewriteInstallation(db));
  const services = { ...photos.of(core).photos, ...backups.of(core) };
  const checks = new Readiness(readinessChecks({ settings, writeDatabase, photos: services }), now);
  slots.routes.add((app) => registerReadinessRoutes(app, { ...core, readiness: checks, photos: services }));
  const reasons = async () => (await checks.findings()).map(({ code }) => code);
  const otherTroubles = async () => {
    const found = [];
    for (const find of slots.otherTroubles) found.push(...(await find()));
    return found;
  };
  slots.watched.add(50, () => new WatchedServer({ reasons, otherTroubles }));
  return { readiness: checks };
});
