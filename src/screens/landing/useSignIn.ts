import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { authFailureText } from '../../api/auth.ts';
import type { AuthResponse } from '../../contract/calls.ts';
import { MESSAGES } from '../../domain/messages.ts';
import { destinationFrom } from '../../domain/access/requestedUrl.ts';
import { logFailedSignIn, type SignInPath } from '../../session/authLog.ts';
import { storeUser } from '../../session/storedUser.ts';

/** Undefined: the person changed their mind. */
type Attempt = () => Promise<AuthResponse | undefined>;

export interface SignIn {
  busy: boolean;
  failure: string | undefined;
  attempt: (path: SignInPath, call: Attempt) => Promise<void>;
}

/** What all ways of signing in have in common (SPEC §4). */
export function useSignIn(): SignIn {
  const { requestedUrl } = useSearch({ from: '/' });
  const { history } = useRouter();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const fail = (path: SignInPath, reason: string) => {
    logFailedSignIn(path, reason);
    setFailure(MESSAGES.loginFailed);
  };

  const attempt = async (path: SignInPath, call: Attempt) => {
    setBusy(true);
    setFailure(undefined);
    try {
      const answer = await call();
      if (answer === undefined) return;
      if (!answer.success) {
        fail(path, answer.message);
        return;
      }
      const { success: _success, ...user } = answer;
      storeUser(user);
      history.push(destinationFrom(requestedUrl));
    } catch (error) {
      fail(path, authFailureText(error));
    } finally {
      setBusy(false);
    }
  };

  return { busy, failure, attempt };
}
