import { subject } from '#server/core/subject.ts';
import { DEV_EMAILS } from './devAccounts.ts';
import { madeThingsRepository } from './madeThingsRepository.ts';
import { notesRights } from './noteRights.ts';
import { userRepository } from './userRepository.ts';
import { registerUserRoutes } from './userRoutes.ts';
import { userCommands } from './userCommands.ts';

/** The accounts of people, their permissions, and what they made. */
export const users = subject(
  'users',
  (core) => {
    const { db, now, settings, slots } = core;
    const unusableEmails = settings.production ? DEV_EMAILS : [];
    const repository = userRepository(db, { now, unusableEmails });
    const made = madeThingsRepository(db, slots.madeThings);
    Object.assign(core.credentialSources, { users: repository });
    const noteRights = notesRights({ ...core, users: repository, made });
    const door = { users: repository, made, unusableEmails, noteRights };
    slots.routes.add((app) => registerUserRoutes(app, { ...core, ...door }));
    return door;
  },
  userCommands,
);
