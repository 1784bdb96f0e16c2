import { apple } from './apple/index.tsx';
import { passkeys } from './passkeys/index.tsx';
import type { SignInWay } from './slots.ts';

/** The ways of signing in by name, besides a link from an admin; the first that works here is the main one. */
export const SIGN_IN_WAYS: Readonly<Record<string, SignInWay>> = {
  apple,
  passkeys,
};
