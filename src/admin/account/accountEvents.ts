import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { subscribeToRefusals } from '#src/admin/session/adminCall.ts';
import { reloadLibrary } from '#src/admin/shell/libraryEdits.ts';
import { ownAccountChanged, takePermissions } from '#src/admin/shell/ownAccount.ts';
import { useStoredUser } from '#src/shared/session/storedUser.ts';
import { SharedStream } from './SharedStream.ts';

/**
 * Keeps the page as the person's account is: their permissions from the beginning, and everything on screen when they see
 * other albums or may do something else than before. Admins always see all, and have no stream: they learn that they are
 * none any more when the server refuses a call.
 */
export function useAccountEvents(): void {
  const user = useStoredUser();
  const userId = user?.userId;
  const isAdmin = user?.permissions.includes('admin') === true;
  useEffect(() => {
    if (userId === undefined) return undefined;
    void takePermissions();
    const reload = () => {
      ownAccountChanged();
      void reloadLibrary();
    };
    if (isAdmin) return followRefusals(reload);
    return followAccount(userId, () => {
      void takePermissions();
      reload();
    });
  }, [userId, isAdmin]);
  useGuardAgain(user?.permissions.join(' '));
}

/**
 * Calls back when the person has other permissions after a call was refused, until the returned function is called. The
 * question for them may be refused too, by a proxy that refuses all: that leads to no other question.
 */
function followRefusals(onChange: () => void): () => void {
  let isAsking = false;
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    const isOther = await takePermissions();
    isAsking = false;
    if (isOther) onChange();
  };
  return subscribeToRefusals(() => void ask());
}

/** Leaves the open page when the person may not see it any more; another tab may have learned of that first. */
function useGuardAgain(permissions: string | undefined): void {
  const router = useRouter();
  const before = useRef(permissions);
  useEffect(() => {
    const isOther = before.current !== undefined && permissions !== undefined && before.current !== permissions;
    before.current = permissions;
    if (isOther) void router.invalidate();
  }, [permissions, router]);
}

/**
 * Calls back when the account has changed, until the returned function is called. A hidden page hears nothing; it catches
 * up when it is shown again.
 */
function followAccount(userId: string, onChange: () => void): () => void {
  const stream = new SharedStream(userId, onChange);
  const follow = () => (document.visibilityState === 'visible' ? stream.show() : stream.hide());
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    stream.close();
  };
}
