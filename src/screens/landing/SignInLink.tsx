import { spendSignInLink } from '../../api/auth.ts';
import { Button } from '../../ui/Button.tsx';
import type { SignIn } from './useSignIn.ts';

interface Props {
  token: string;
  signIn: SignIn;
}

/** A one-time link is spent by this press and not by opening it, which a chat's link preview does as well. */
export function SignInLink({ token, signIn }: Props) {
  const spend = () => signIn.attempt('sign-in link', () => spendSignInLink(token));
  return (
    <Button size="l" variant="primary" disabled={signIn.busy} onClick={() => void spend()}>
      Sign in
    </Button>
  );
}
