import { subject } from '#server/core/subject.ts';
import { signIn } from '#server/signIn/index.ts';
import { users } from '#server/users/index.ts';
import { invitationRepository } from './invitationRepository.ts';
import { registerInvitationRoutes } from './invitationRoutes.ts';

/** Links by which people make their account. */
export const invitations = subject('invitations', (core) => {
  const repository = invitationRepository({ db: core.db, now: core.now, users: users.of(core).users });
  core.slots.routes.add((app) =>
    registerInvitationRoutes(app, {
      ...core,
      ...users.of(core),
      ...signIn.of(core),
      invitations: repository,
    }),
  );
  return { invitations: repository };
});
