import { subject } from '#server/core/subject.ts';
import { users } from '#server/users/index.ts';
import { registerAuthRoutes } from './authRoutes.ts';
import { registerMadeLinks } from './madeLinkRoutes.ts';
import { oneTimeRepository } from './oneTimeRepository.ts';
import { sessionRepository } from './sessionRepository.ts';
import { signInCommands } from './signInCommands.ts';

/** Sessions, and the ways to open one that need no other subject: links that work once, and the dev accounts. */
export const signIn = subject(
  'signIn',
  (core) => {
    const { db, now, settings, slots } = core;
    const sessions = sessionRepository(db, now);
    const oneTime = oneTimeRepository(db, now);
    Object.assign(core.credentialSources, { sessions });
    slots.starts.add(async () => {
      if (settings.production) await sessions.closeAllOf(users.of(core).unusableEmails);
    });
    const services = { ...core, ...users.of(core), sessions, oneTime };
    slots.routes.add((app) => {
      registerAuthRoutes(app, services);
      registerMadeLinks(app, services);
    });
    return { sessions, oneTime };
  },
  signInCommands,
);
