import type { AuthResponse } from '#contract/users/schemas.ts';
import { fetchPasskeyChallenge, signInWithPasskey } from '#src/shared/api/auth.ts';
import { type PasskeyChallenge, passkeyObstacle, signWithPasskey } from '#src/shared/device/passkeys.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import type { SignIn } from '#src/visit/landing/useSignIn.ts';
import type { SignInWay } from '#src/visit/slots.ts';

/** Signing in with a passkey. */
export const passkeys: SignInWay = {
  isThere: () => true,
  obstacle: passkeyObstacle,
  isForEveryDevice: false,
  Button: PasskeySignIn,
  Offer: PasskeyOffer,
};

function PasskeyOffer() {
  return (
    <>
      <p>To get in again, make a passkey: you then sign in by the finger, face or PIN of this device.</p>
      <LinkButton to="/admin/passkeys" size="l" variant="primary">
        Make a passkey
      </LinkButton>
    </>
  );
}

/** Signs in with a passkey. Nobody types a name, because the passkey that the person picks names its owner. */
function PasskeySignIn({ signIn, isMain }: { signIn: SignIn; isMain: boolean }) {
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
