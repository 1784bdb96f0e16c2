import { subject } from '#server/core/subject.ts';
import { signIn } from '#server/signIn/index.ts';
import { users } from '#server/users/index.ts';
import { registerAppleSignIn } from './appleSignIn.ts';

/** Signing in with Apple. */
export const apple = subject('apple', (core) => {
  core.slots.routes.add((app) => registerAppleSignIn(app, { ...core, ...users.of(core), ...signIn.of(core) }));
});
