import { Link } from '@tanstack/react-router';
import { fetchOverview } from '../../../api/installation.ts';
import type { Overview } from '../../../contract/admin/overview.ts';
import { PAGES } from '../../../contract/pages.ts';
import { mayPass } from '../../../domain/access/permissions.ts';
import { backupSentence } from '../../../domain/installation/backupSentence.ts';
import { useStoredUser } from '../../../session/storedUser.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import menu from '../frame/MenuScreen.module.css';
import { LoadFailureMessage } from '../frame/LoadFailureMessage.tsx';
import { type AdminResource, useAdminResource } from '../frame/useAdminResource.ts';
import { NewInstallationNote } from './NewInstallationNote.tsx';
import { OverviewFacts } from './OverviewFacts.tsx';
import { RecentPhotos } from './RecentPhotos.tsx';
import { ServerTroubles } from './ServerTroubles.tsx';
import { useReloadWhenShown } from './useReloadWhenShown.ts';
import { useServerStatus } from './useServerStatus.ts';

const AREAS = [
  { to: '/admin/circuit-tree', name: 'Circuit Tree' },
  { to: '/admin/photos', name: 'Photos' },
  { to: '/admin/users', name: 'Users' },
] as const;

/** Areas that would only send the person away are not offered. */
export function AdminHomeScreen() {
  const permissions = useStoredUser()?.permissions ?? [];
  const open = AREAS.filter(({ to }) => mayPass(permissions, PAGES[to].access));
  const isAdmin = mayPass(permissions, ['admin']);
  const mayWrite = mayPass(permissions, ['photos:write']);
  const status = useServerStatus(isAdmin);
  const load = useOverview();
  const overview = load.data;
  return (
    <>
      <title>Admin – Circuit Tree</title>
      <h1 className={menu.title}>Admin</h1>
      {status && <ServerTroubles reasons={status.reasons} />}
      {isAdmin && <NewInstallationNote />}
      <nav className={menu.choices} aria-label="Areas">
        {open.map(({ to, name }) => (
          <LinkButton key={to} to={to} size="l">
            {name}
          </LinkButton>
        ))}
      </nav>
      <LoadFailureMessage text="Failed to load the overview" load={load} />
      {overview && <OverviewFacts overview={overview} mayWrite={mayWrite} />}
      {overview?.library && overview.library.recent.length > 0 && <RecentPhotos photos={overview.library.recent} />}
      {status && (
        <p className={menu.quiet}>
          {status.ready && 'All is well. '}
          {backupSentence(status.backup)}
        </p>
      )}
      <p className={menu.quiet}>
        <Link to="/admin/api">API for programs of your own</Link>
      </p>
    </>
  );
}

/** Counts and last uploads, loaded anew whenever the page is shown again. */
function useOverview(): AdminResource<Overview> {
  const load = useAdminResource(fetchOverview);
  useReloadWhenShown(load.reload);
  return load;
}
