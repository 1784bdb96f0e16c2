import { useEffect } from 'react';
import { reloadLibrary } from '#src/admin/shell/libraryEdits.ts';
import { ownAccountChanged } from '#src/admin/shell/ownAccount.ts';
import { useStoredUser } from '#src/shared/session/storedUser.ts';
import { SharedStream } from './SharedStream.ts';

/** Loads everything on screen again when the person sees other albums than before. Admins always see all. */
export function useAccountEvents(): void {
  const user = useStoredUser();
  const userId = user?.permissions.includes('admin') ? undefined : user?.userId;
  useEffect(() => {
    if (userId === undefined) return undefined;
    return followAlbums(userId, () => {
      ownAccountChanged();
      void reloadLibrary();
    });
  }, [userId]);
}

/**
 * Calls back when the person sees other albums, until the returned function is called. A hidden page hears nothing; it
 * catches up when it is shown again.
 */
function followAlbums(userId: string, onAlbums: () => void): () => void {
  const stream = new SharedStream(userId, onAlbums);
  const follow = () => (document.visibilityState === 'visible' ? stream.show() : stream.hide());
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    stream.close();
  };
}
