import { signInAsDevAdmin, signInAsDevUser } from '../../api/auth.ts';
import { Button } from '../../ui/Button.tsx';
import type { SignIn } from './useSignIn.ts';

export function DevSignIn({ signIn }: { signIn: SignIn }) {
  return (
    <>
      <Button size="l" disabled={signIn.busy} onClick={() => void signIn.attempt('dev', signInAsDevUser)}>
        Sign in dev user
      </Button>
      <Button size="l" disabled={signIn.busy} onClick={() => void signIn.attempt('dev', signInAsDevAdmin)}>
        Sign in dev admin user
      </Button>
    </>
  );
}
