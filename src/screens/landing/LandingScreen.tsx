import { useSearch } from '@tanstack/react-router';
import { environment } from '../../environment.ts';
import { Logo } from '../../ui/Logo.tsx';
import { Message } from '../../ui/Message.tsx';
import { AppleSignIn } from './AppleSignIn.tsx';
import { DevSignIn } from './DevSignIn.tsx';
import styles from './LandingScreen.module.css';
import { SignInLink } from './SignInLink.tsx';
import { useSignIn } from './useSignIn.ts';
import { useLinkToken } from './useLinkToken.ts';

export function LandingScreen() {
  const { error } = useSearch({ from: '/' });
  const signIn = useSignIn();
  const linkToken = useLinkToken();
  const message = signIn.failure ?? error;

  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Logo label="Circuit Tree" className={styles.logo} />
        <h1 className={styles.title}>Circuit Tree</h1>
        {message && <Message kind="error">{message}</Message>}
        <div className={styles.controls}>
          {linkToken && <SignInLink token={linkToken} signIn={signIn} />}
          {environment().production ? <AppleSignIn signIn={signIn} /> : <DevSignIn signIn={signIn} />}
        </div>
      </div>
    </main>
  );
}
