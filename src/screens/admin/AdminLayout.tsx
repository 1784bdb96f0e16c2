import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { signOut } from '../../api/auth.ts';
import { dropAllAlbumDrafts } from '../../session/albumDraft.ts';
import { signInSearch } from '../../session/requirePermissions.ts';
import { clearStoredUser } from '../../session/storedUser.ts';
import { useStoredUser } from '../../session/useStoredUser.ts';
import { AdminHeader } from './AdminHeader.tsx';
import styles from './AdminLayout.module.css';
import { LeaveUploadsDialog } from './uploads/LeaveUploadsDialog.tsx';
import { UploadStatusBar } from './uploads/UploadStatusBar.tsx';
import { tabUploader } from './uploads/tabUploader.ts';

/** The header around every admin screen, and the one place that notices the end of a session. */
export function AdminLayout() {
  const user = useStoredUser();
  const navigate = useNavigate();
  const signingOut = useRef(false);
  const [askingToLeave, setAskingToLeave] = useState(false);
  const here = useRouterState({ select: (state) => state.location.href });

  useEffect(() => {
    if (user || signingOut.current) return;
    void navigate({ to: '/', search: signInSearch(here), replace: true, ignoreBlocker: true });
  }, [user, here, navigate]);

  const leave = () => {
    signingOut.current = true;
    tabUploader.forgetAll();
    dropAllAlbumDrafts();
    clearStoredUser();
    if (user) void signOut(user.token);
    void navigate({ to: '/', ignoreBlocker: true });
  };
  const onSignOut = () => (tabUploader.isBusy() ? setAskingToLeave(true) : leave());

  return (
    <div className={styles.page}>
      <AdminHeader name={user?.firstName || user?.email || ''} onSignOut={onSignOut} />
      <main className={styles.main}>
        <Outlet />
      </main>
      <UploadStatusBar />
      {askingToLeave && <LeaveUploadsDialog onStay={() => setAskingToLeave(false)} onLeave={leave} />}
    </div>
  );
}
