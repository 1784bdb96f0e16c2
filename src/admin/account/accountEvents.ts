import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { reloadLibrary } from '#src/admin/shell/libraryEdits.ts';
import { ownAccountChanged, takePermissions } from '#src/admin/shell/ownAccount.ts';
import { useStoredUser } from '#src/shared/session/storedUser.ts';
import { SharedStream } from './SharedStream.ts';

/**
 * Keeps the page as the person's account is: their permissions from the beginning, and everything on screen when they see
 * other albums or may do something else than before. Admins always see all, and have no stream.
 */
export function useAccountEvents(): void {
  const router = useRouter();
  const user = useStoredUser();
  const userId = user?.userId;
  const isAdmin = user?.permissions.includes('admin') === true;
  useEffect(() => {
    if (userId === undefined) return undefined;
    // A page may be open that the person may not see any more.
    const takeOver = async () => {
      if (await takePermissions()) await router.invalidate();
    };
    void takeOver();
    if (isAdmin) return undefined;
    return followAccount(userId, () => {
      void takeOver();
      ownAccountChanged();
      void reloadLibrary();
    });
  }, [userId, isAdmin, router]);
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
