import { signInWithApple } from '../../api/auth.ts';
import { Button } from '../../ui/Button.tsx';
import { AppleLogo } from './AppleLogo.tsx';
import styles from './AppleSignIn.module.css';
import { usePreparedApple } from './usePreparedApple.ts';
import type { SignIn } from './useSignIn.ts';

export function AppleSignIn({ signIn }: { signIn: SignIn }) {
  const prepared = usePreparedApple();
  const open = async () => {
    try {
      const popup = await prepared.take();
      const payload = await popup.open();
      return payload && (await signInWithApple(payload));
    } finally {
      // A nonce serves one popup; the next one, if any, needs its own.
      prepared.prepare();
    }
  };
  return (
    <Button size="l" className={styles.apple} disabled={signIn.busy} onClick={() => void signIn.attempt('apple', open)}>
      <AppleLogo />
      Sign in with Apple
    </Button>
  );
}
