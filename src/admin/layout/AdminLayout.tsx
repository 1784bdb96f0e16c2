import { Outlet, useRouter, useBlocker, Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { areaOf } from '#contract/areas.ts';
import { PAGES } from '#contract/pages.ts';
import type { Permission } from '#contract/permissions.ts';
import { mayPass } from '#domain/access/permissions.ts';
import { signOut } from '#src/shared/api/auth.ts';
import { useAccountEvents } from '#src/admin/account/accountEvents.ts';
import { albumDrafts } from '#src/admin/albums/albumDraft.ts';
import { signInSearch } from '#src/shared/session/requirePermissions.ts';
import { clearStoredUser, useStoredUser } from '#src/shared/session/storedUser.ts';
import { Logo } from '#src/shared/ui/Logo.tsx';
import { Toasts } from '#src/shared/ui/Toasts.tsx';
import { claimUploads, forgetUploads, tabUploader } from '#src/admin/uploads/tabUploader.ts';
import { UploadStatusBar } from '#src/admin/uploads/UploadStatusBar.tsx';
import { servedVersion } from '#src/admin/session/servedVersion.ts';
import { Filled } from '#src/admin/shell/Filled.tsx';
import { subscribeToOwnAccount } from '#src/admin/shell/ownAccount.ts';
import '#src/admin/subjects.ts';
import { dismissAllToasts, dismissToast, holdToasts, useToasts } from '#src/admin/shell/toasts.ts';
import styles from './AdminLayout.module.css';
import { useLostFocus, useUndoKey } from './keyboard.ts';
import { type HeaderPlace, headerPlaces, layoutParts } from './slots.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Dialog } from '#src/shared/ui/Dialog.tsx';
import { DialogActions } from '#src/shared/ui/DialogActions.tsx';
import { leaveDialogEntries } from '#src/shared/ui/dialogEntries.ts';

interface LeaveUploadsDialogProps {
  hasEntry?: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** The header above every admin screen, and the redirect to the landing page when the session ends. */
export function AdminLayout() {
  const user = useStoredUser();
  const router = useRouter();
  const signingOut = useRef(false);
  const toasts = useToasts();
  const [askingToLeave, setAskingToLeave] = useState(false);
  useUndoKey();
  useLostFocus();
  useAccountEvents();

  useEffect(() => {
    if (user || signingOut.current) return;
    // The address is read here and not subscribed to: a subscription would run this effect again after its own
    // redirect.
    const { href } = router.state.location;
    const search = signInSearch(href);
    void leaveDialogEntries().then(() => router.navigate({ to: '/', search, replace: true, ignoreBlocker: true }));
  }, [user, router]);

  const userId = user?.userId;
  useEffect(() => {
    if (userId !== undefined) claimUploads(userId);
  }, [userId]);
  // An album may have been taken away.
  useEffect(() => subscribeToOwnAccount(() => void tabUploader.checkAlbums()), []);

  useEffect(() => {
    // Loads the code of all admin screens now, so that their links still work when the server is out of reach.
    for (const route of Object.values(router.routesById)) {
      if (areaOf(route.fullPath)?.name === 'admin') void router.loadRouteChunk(route);
    }
  }, [router]);

  const leave = () => {
    signingOut.current = true;
    forgetUploads();
    albumDrafts.dropAll();
    dismissAllToasts();
    clearStoredUser();
    if (user) void signOut(user.token);
    void leaveDialogEntries().then(() => router.navigate({ to: '/', ignoreBlocker: true }));
  };
  const onSignOut = () => (tabUploader.isBusy() ? setAskingToLeave(true) : leave());

  return (
    <div className={styles.page}>
      <AdminHeader
        name={user?.firstName || user?.email || ''}
        permissions={user?.permissions ?? []}
        onSignOut={onSignOut}
      />
      <main className={styles.main}>
        <Outlet />
      </main>
      <footer className={styles.foot}>{versionsText()}</footer>
      <UploadStatusBar />
      <Filled slot={layoutParts} />
      <Toasts toasts={toasts} onDismiss={dismissToast} onHold={holdToasts} />
      <LeaveGuard />
      {askingToLeave && <LeaveUploadsDialog onStay={() => setAskingToLeave(false)} onLeave={leave} />}
    </div>
  );
}

/** The version of the server, and that of this page if it differs, because the page may have been open for long. */
function versionsText(): string {
  const served = servedVersion();
  const text = `Circuit Tree ${served}`;
  return served === BUILT_VERSION ? text : `${text} · this page is of ${BUILT_VERSION}`;
}

/** Asks before the admin area is left during an upload. Within the area the upload continues. */
function LeaveGuard() {
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => tabUploader.isBusy() && areaOf(next.pathname)?.name !== 'admin',
    enableBeforeUnload: () => tabUploader.isBusy(),
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  const leave = () => {
    tabUploader.cancel();
    void leaveDialogEntries().then(blocker.proceed);
  };
  // At Back or Forward the browser is at the other page's entry already, until the question is answered.
  const isElsewhere = blocker.action !== 'PUSH' && blocker.action !== 'REPLACE';
  return <LeaveUploadsDialog hasEntry={isElsewhere} onStay={blocker.reset} onLeave={leave} />;
}

function LeaveUploadsDialog({ hasEntry = false, onStay, onLeave }: LeaveUploadsDialogProps) {
  return (
    <Dialog title="Photos are still being uploaded" role="alertdialog" hasEntry={hasEntry} onClose={onStay}>
      <p>If you leave now, the photos that have not arrived yet will be missing.</p>
      <DialogActions>
        <Button variant="danger" onClick={onLeave}>
          Leave and stop the upload
        </Button>
        <Button variant="primary" data-autofocus="" onClick={onStay}>
          Stay
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Without this the link would have `aria-current="page"` on every page below /admin. */
const EXACT = { exact: true };

/** The pages, under the words that people look for. */
const FIRST_PLACES: readonly HeaderPlace[] = [
  { to: '/admin/photos', name: 'Photos', access: PAGES['/admin/photos'].access, isOnHome: true },
  { to: '/admin/tablets', name: 'Tablets', access: PAGES['/admin/tablets'].access },
];
const LAST_PLACE: HeaderPlace = {
  to: '/admin/users',
  name: 'People',
  access: PAGES['/admin/users'].access,
  isOnHome: true,
};

interface Props {
  name: string;
  permissions: readonly Permission[];
  onSignOut: () => void;
}

function AdminHeader({ name, permissions, onSignOut }: Props) {
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/admin' });
  // The home has large buttons for the other pages, which must not be linked twice.
  const places = [...FIRST_PLACES, ...headerPlaces, LAST_PLACE].filter(
    ({ access, isOnHome = false }) => mayPass(permissions, access) && !(isHome && isOnHome),
  );
  return (
    <header className={styles.header}>
      <nav aria-label="Admin" className={styles.nav}>
        <Link to="/admin" activeOptions={EXACT} className={styles.link}>
          {'< Back to Admin'}
        </Link>
        <span className={styles.places}>
          {places.map(({ to, name: place }) => (
            <Link key={to} to={to} className={styles.link}>
              {place}
            </Link>
          ))}
        </span>
      </nav>
      <Logo label="Circuit Tree" className={styles.logo} />
      <div className={styles.right}>
        <p className={styles.person}>
          Welcome, <bdi>{name}</bdi>{' '}
          <span className={styles.signOutPart}>
            (
            <button type="button" className={styles.link} onClick={onSignOut}>
              Sign Out
            </button>
            )
          </span>
        </p>
        <Link to="/admin/sessions" className={`${styles.link} ${styles.account}`}>
          My Devices
        </Link>
      </div>
    </header>
  );
}
