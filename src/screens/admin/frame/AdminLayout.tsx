import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { signOut } from '../../../api/auth.ts';
import { dropAllAlbumDrafts } from '../../../session/albumDraft.ts';
import { signInSearch } from '../../../session/requirePermissions.ts';
import { clearStoredUser } from '../../../session/storedUser.ts';
import { useStoredUser } from '../../../session/useStoredUser.ts';
import { AdminHeader } from './AdminHeader.tsx';
import styles from './AdminLayout.module.css';
import { LeaveGuard } from '../uploads/LeaveGuard.tsx';
import { LeaveUploadsDialog } from '../uploads/LeaveUploadsDialog.tsx';
import { UploadStatusBar } from '../uploads/UploadStatusBar.tsx';
import { claimUploads, tabUploader } from '../uploads/tabUploader.ts';

/** The header around every admin screen, and the one place that notices the end of a session. */
export function AdminLayout() {
  const user = useStoredUser();
  const router = useRouter();
  const signingOut = useRef(false);
  const [askingToLeave, setAskingToLeave] = useState(false);

  useEffect(() => {
    if (user || signingOut.current) return;
    // Asked for at this moment only: following every later address would answer our own redirect with another one.
    const { href } = router.state.location;
    void router.navigate({ to: '/', search: signInSearch(href), replace: true, ignoreBlocker: true });
  }, [user, router]);

  const userId = user?.userId;
  useEffect(() => {
    if (userId !== undefined) claimUploads(userId);
  }, [userId]);

  useEffect(() => {
    // The rest of the area at once: a server that stops must not leave half of the buttons dead.
    for (const route of Object.values(router.routesById)) {
      if (route.id.startsWith('/admin')) void router.loadRouteChunk(route);
    }
  }, [router]);

  const leave = () => {
    signingOut.current = true;
    tabUploader.forgetAll();
    dropAllAlbumDrafts();
    clearStoredUser();
    if (user) void signOut(user.token);
    void router.navigate({ to: '/', ignoreBlocker: true });
  };
  const onSignOut = () => (tabUploader.isBusy() ? setAskingToLeave(true) : leave());

  return (
    <div className={styles.page}>
      <AdminHeader name={user?.firstName || user?.email || ''} onSignOut={onSignOut} />
      <main className={styles.main}>
        <Outlet />
      </main>
      <UploadStatusBar />
      <LeaveGuard />
      {askingToLeave && <LeaveUploadsDialog onStay={() => setAskingToLeave(false)} onLeave={leave} />}
    </div>
  );
}
