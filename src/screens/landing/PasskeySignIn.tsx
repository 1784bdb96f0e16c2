import { fetchPasskeyChallenge, signInWithPasskey } from '../../api/auth.ts';
import type { AuthResponse } from '#contract/calls.ts';
import { type PasskeyChallenge, signWithPasskey } from '../../device/passkeys.ts';
import { Button } from '../../ui/Button.tsx';
import type { SignIn } from './useSignIn.ts';

/** Nobody types a name: the passkey that the person picks in the browser's dialog says whose it is. */
export function PasskeySignIn({ signIn, isMain }: { signIn: SignIn; isMain: boolean }) {
  return (
    <Button
      size="l"
      variant={isMain ? 'primary' : 'secondary'}
      disabled={signIn.busy}
      onClick={() => void signIn.attempt('passkey', askForPasskey)}
    >
      Sign in with a passkey
    </Button>
  );
}

async function askForPasskey(): Promise<AuthResponse | undefined> {
  const signed = await signWithPasskey(await fetchPasskeyChallenge<PasskeyChallenge>());
  return signed && signInWithPasskey(signed);
}
