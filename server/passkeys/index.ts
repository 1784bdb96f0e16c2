import { subject } from '#server/core/subject.ts';
import { signIn } from '#server/signIn/index.ts';
import { users } from '#server/users/index.ts';
import { challengeRepository, passkeyRepository } from './passkeyRepository.ts';
import { registerPasskeyRoutes } from './passkeyRoutes.ts';

/** Signing in with a passkey. */
export const passkeys = subject('passkeys', (core) => {
  const { db, now, slots } = core;
  const repository = passkeyRepository(db, now);
  const challenges = challengeRepository(db, now);
  slots.routes.add((app) =>
    registerPasskeyRoutes(app, {
      ...core,
      ...users.of(core),
      ...signIn.of(core),
      passkeys: repository,
      challenges,
    }),
  );
  return { passkeys: repository };
});
