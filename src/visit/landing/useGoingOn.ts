import { useEffect, useRef, useState } from 'react';
import type { AuthResponse, SignedInUser } from '#contract/users/schemas.ts';
import type { GoOnAccount } from '#contract/signIn/schemas.ts';
import { fetchGoOnAccount, goOnWithSession, signOut } from '#src/shared/api/auth.ts';
import { storedUser } from '#src/shared/session/storedUser.ts';
import type { SignIn } from './useSignIn.ts';

/** The question in a browser where somebody else is signed in. */
export interface GoOnQuestion {
  present: SignedInUser;
  next: GoOnAccount;
  goOn: () => void;
}

/**
 * Continues the session of a link. That needs no press here, because the page that made the link opened it after a
 * press of a button. If somebody else is signed in in this browser, returns a question; undefined while there is none.
 */
export function useGoingOn(token: string | undefined, { attempt }: SignIn): GoOnQuestion | undefined {
  const read = useRef<string>(undefined);
  const [question, setQuestion] = useState<Omit<GoOnQuestion, 'goOn'>>();

  useEffect(() => {
    if (token === undefined || read.current === token) return;
    read.current = token;
    void attempt('sign-in link', async () => {
      const present = storedUser();
      if (!present) return goOn(token);
      const next = await fetchGoOnAccount(token);
      if (next.email === present.email) return goOn(token);
      setQuestion({ present, next });
      return undefined;
    });
  });
  return question && token !== undefined
    ? { ...question, goOn: () => void attempt('sign-in link', () => goOn(token)) }
    : undefined;
}

async function goOn(token: string): Promise<AuthResponse> {
  const present = storedUser();
  const response = await goOnWithSession(token);
  // This browser has one session: the one before would stay open on the server, without anybody to end it.
  if (response.success && present) void signOut(present.token);
  return response;
}
