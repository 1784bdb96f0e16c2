export type SignInPath = 'apple' | 'dev' | 'sign-in link';

/** SPEC §4: a failed sign-in leaves a log entry; the person sees one plain sentence only. */
export function logFailedSignIn(path: SignInPath, reason: string): void {
  // oxlint-disable-next-line no-console -- the log entry itself
  console.warn(`Authentication failed on the ${path} path. ${reason}`);
}
