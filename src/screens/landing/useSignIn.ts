import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { authFailureText } from '../../api/auth.ts';
import { serverMessage, statusOf } from '../../api/http.ts';
import type { AuthResponse } from '../../contract/calls.ts';
import { destinationFrom } from '../../domain/access/requestedUrl.ts';
import { MESSAGES } from '../../domain/messages.ts';
import { storeUser } from '../../session/storedUser.ts';

type SignInPath = 'apple' | 'dev' | 'sign-in link';

/** Resolves with undefined when the person closed the popup. */
type Attempt = () => Promise<AuthResponse | undefined>;

export interface SignIn {
  busy: boolean;
  failure: string | undefined;
  /** Why a sign-in link is good for nothing any more, as the server says it. */
  deadLink: string | undefined;
  attempt: (path: SignInPath, call: Attempt) => Promise<void>;
}

/** What all ways of signing in have in common. A failure shows one plain sentence; the reason is only logged, unless it is a block. */
export function useSignIn(): SignIn {
  const { requestedUrl } = useSearch({ from: '/' });
  const { history } = useRouter();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [deadLink, setDeadLink] = useState<string>();

  const fail = (path: SignInPath, reason: string, sentence: string = MESSAGES.loginFailed) => {
    logFailedSignIn(path, reason);
    setFailure(sentence);
  };

  const attempt = async (path: SignInPath, call: Attempt) => {
    setBusy(true);
    setFailure(undefined);
    setDeadLink(undefined);
    try {
      const response = await call();
      if (response === undefined) return;
      if (!response.success) {
        fail(path, response.message);
        return;
      }
      const { success: _success, ...user } = response;
      storeUser(user);
      history.push(destinationFrom(requestedUrl));
    } catch (error) {
      const isBlocked = serverMessage(error) === MESSAGES.accountBlocked;
      fail(path, authFailureText(error), isBlocked ? MESSAGES.accountBlocked : undefined);
      if (path === 'sign-in link' && statusOf(error) === 401) setDeadLink(serverMessage(error));
    } finally {
      setBusy(false);
    }
  };

  return { busy, failure, deadLink, attempt };
}

function logFailedSignIn(path: SignInPath, reason: string): void {
  // oxlint-disable-next-line no-console -- the log entry itself
  console.warn(`Authentication failed on the ${path} path. ${reason}`);
}
