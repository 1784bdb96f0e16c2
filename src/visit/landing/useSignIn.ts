import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { authFailureText } from '#src/shared/api/auth.ts';
import { serverMessage, statusOf } from '#src/shared/api/http.ts';
import { LOCAL_STORAGE } from '#contract/storageKeys.ts';
import type { AuthResponse } from '#contract/users/schemas.ts';
import { isRecord, textOf } from '#domain/records.ts';
import { destinationFrom } from '#domain/signIn/requestedUrl.ts';
import { MESSAGES } from '#domain/messages.ts';
import { storeSession } from '#src/shared/session/storedUser.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** True on the page that a sign-in by a link led to, until another way to sign in was offered there. */
    signedInByLink?: boolean;
  }
}

type SignInPath = 'apple' | 'dev' | 'sign-in link' | 'passkey' | 'set-up link';

/**
 * The ways of signing in whose failures the server explains; the messages of Apple and of the dev sign-ins are only
 * logged.
 */
const WITH_REASON: readonly SignInPath[] = ['sign-in link', 'passkey', 'set-up link'];

/** Resolves with undefined when the person closed the popup. */
type Attempt = () => Promise<AuthResponse | undefined>;

export interface SignIn {
  busy: boolean;
  failure: string | undefined;
  /** The server's message about the failure. */
  reason: string | undefined;
  /** Whether the sign-in link can no longer be used. */
  isLinkDead: boolean;
  /** Without `destination` it leads to the page that the person wanted to open. */
  attempt: (path: SignInPath, call: Attempt, destination?: string) => Promise<void>;
}

/** The common part of all ways of signing in. A failure shows one plain sentence, and is logged. */
export function useSignIn(): SignIn {
  const { requestedUrl } = useSearch({ from: '/' });
  const { history } = useRouter();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [reason, setReason] = useState<string>();
  const [isLinkDead, setLinkDead] = useState(false);
  useRememberedPage(requestedUrl);

  const fail = (path: SignInPath, cause: string, sentence: string = MESSAGES.loginFailed) => {
    logFailedSignIn(path, cause);
    setFailure(sentence);
  };

  const attempt = async (path: SignInPath, call: Attempt, destination?: string) => {
    setBusy(true);
    setFailure(undefined);
    setReason(undefined);
    try {
      const response = await call();
      if (response === undefined) return;
      if (!response.success) {
        fail(path, response.message);
        if (WITH_REASON.includes(path)) setReason(response.message);
        return;
      }
      const { success: _success, ...user } = response;
      storeSession(user);
      const asked = requestedUrl ?? (path === 'sign-in link' ? rememberedPage() : undefined);
      history.push(destination ?? destinationFrom(asked), { signedInByLink: path === 'sign-in link' });
    } catch (error) {
      const isBlocked = serverMessage(error) === MESSAGES.accountBlocked;
      fail(path, authFailureText(error), isBlocked ? MESSAGES.accountBlocked : undefined);
      if (!isBlocked && WITH_REASON.includes(path)) setReason(serverMessage(error));
      if (path === 'sign-in link' && statusOf(error) === 401) setLinkDead(true);
    } finally {
      setBusy(false);
    }
  };

  return { busy, failure, reason, isLinkDead, attempt };
}

/** A sign-in link opens in a new tab, which does not know the page that the person wanted to open. */
function useRememberedPage(requestedUrl: string | undefined): void {
  useEffect(() => {
    if (requestedUrl !== undefined) rememberPage(requestedUrl);
  }, [requestedUrl]);
}

/** The lifetime of a sign-in link. */
const REMEMBERED_FOR_MS = 15 * 60_000;

/** Stores the page that somebody wanted to open, for all tabs of this browser. */
function rememberPage(url: string): void {
  try {
    localStorage.setItem(LOCAL_STORAGE.askedFor, JSON.stringify({ url, at: Date.now() }));
  } catch {
    // A browser without storage leads to the start of the administration instead.
  }
}

/** The page that was requested a short while ago; reading it deletes it. */
function rememberedPage(): string | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(LOCAL_STORAGE.askedFor) ?? 'null');
    localStorage.removeItem(LOCAL_STORAGE.askedFor);
    if (!isRecord(value) || typeof value.at !== 'number') return undefined;
    const age = Date.now() - value.at;
    return age >= 0 && age < REMEMBERED_FOR_MS ? textOf(value, 'url') || undefined : undefined;
  } catch {
    return undefined;
  }
}

function logFailedSignIn(path: SignInPath, reason: string): void {
  // oxlint-disable-next-line no-console -- the log entry itself
  console.warn(`Authentication failed on the ${path} path. ${reason}`);
}
