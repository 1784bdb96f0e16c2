import { ADMIN_PATHS, LICENCES_FILE } from '#contract/admin/adminPaths.ts';
import { onText } from '#domain/clock/when.ts';
import type { InstallationStatus } from '#contract/home/schemas.ts';
import { PAGES } from '#contract/pages.ts';
import { mayPass } from '#domain/access/permissions.ts';
import { environment } from '#src/environment.ts';
import { reader } from '#src/shared/session/reader.ts';
import { useStoredUser } from '#src/shared/session/storedUser.ts';
import { Message } from '#src/shared/ui/Message.tsx';
import { useAlbums } from '#src/admin/edits/useAlbums.ts';
import { StartSlideshow } from '#src/admin/albums/StartSlideshow.tsx';
import { AreaLink } from '#src/admin/shell/AreaLink.tsx';
import menu from '#src/admin/shell/MenuScreen.module.css';
import { Filled } from '#src/admin/shell/Filled.tsx';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { OverviewFacts } from './OverviewFacts.tsx';
import { RecentPhotos } from './RecentPhotos.tsx';
import { ServerTroubles, useInstallation, useServerStatus } from './ServerNotes.tsx';
import { useOverview } from '#src/admin/startPage/useOverview.ts';
import { firstSteps, footNotes, overviewNotes, statusNotes, useHomeParts } from '#src/admin/startPage/slots.ts';
import { AdminTitle } from '#src/admin/shell/Section.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';
import styles from './AdminHomeScreen.module.css';

const AREAS = [
  { to: '/admin/circuit-tree', name: 'Circuit Tree', text: 'tablets, devices, alerts', icon: 'tablet' },
  { to: '/admin/photos', name: 'Photos', text: 'albums, sharing, trash', icon: 'photo' },
  { to: '/admin/users', name: 'Users', text: 'people, invitations, log', icon: 'people' },
] as const;

interface Permitted {
  isAdmin: boolean;
  mayWrite: boolean;
}

/** Offers only the areas that the person may open. */
export function AdminHomeScreen() {
  const permissions = useStoredUser()?.permissions ?? [];
  const isAdmin = mayPass(permissions, ['admin']);
  const mayWrite = mayPass(permissions, ['photos:write']);
  if (!isAdmin && mayPass(permissions, PAGES['/admin/photos'].access)) return <FamilyHome mayWrite={mayWrite} />;
  const open = AREAS.filter(({ to }) => mayPass(permissions, PAGES[to].access));
  return (
    <>
      <AdminTitle>Admin</AdminTitle>
      <Heading level={1}>Admin</Heading>
      <nav className={menu.choices} aria-label="Areas">
        {open.map((area) => (
          <AreaLink key={area.to} {...area} />
        ))}
      </nav>
      <HomeFacts isAdmin={isAdmin} mayWrite={mayWrite} />
    </>
  );
}

/** Only admins see devices. */
const NO_NODES = { total: 0, late: 0, failing: 0 };

/** The home of people who look at photos, and perhaps add some, without other tasks. */
function FamilyHome({ mayWrite }: { mayWrite: boolean }) {
  const load = useOverview();
  const parts = useHomeParts(mayWrite);
  const albums = useAlbums();
  const recent = load.data?.library?.recent ?? [];
  return (
    <>
      <AdminTitle>Photos</AdminTitle>
      <Row gap={3} justify="between">
        <Heading level={1}>Photos</Heading>
        {albums.data && <StartSlideshow albums={albums.data} title="Photos" />}
      </Row>
      <nav className={menu.choices} aria-label="Areas">
        <AreaLink
          to="/admin/photos"
          name="Photos"
          text={mayWrite ? 'albums, sharing, trash' : 'your albums'}
          icon="photo"
        />
      </nav>
      <LoadFailureMessage text="Failed to load the overview" load={load} />
      {parts.shown}
      {mayWrite && load.data && <OverviewFacts overview={{ ...load.data, nodes: NO_NODES }} mayWrite />}
      {recent.length > 0 && <RecentPhotos photos={recent} />}
    </>
  );
}

/** Shows all parts at once when they are loaded: a later one would push down what is being read. */
function HomeFacts({ isAdmin, mayWrite }: Permitted) {
  const status = useServerStatus(isAdmin);
  const installation = useInstallation(isAdmin);
  const load = useOverview();
  const parts = useHomeParts(mayWrite);
  if (![status, installation, load, parts].every(({ hasSettled }) => hasSettled)) return null;
  const overview = load.data;
  return (
    <>
      {status.data && <ServerTroubles reasons={status.data.reasons} />}
      {status.data && <Filled slot={statusNotes} status={status.data} reload={status.reload} />}
      {installation.data?.isEmpty && <NewInstallationNote installation={installation.data} />}
      <LoadFailureMessage text="Failed to load the overview" load={load} />
      {overview && <Filled slot={overviewNotes} overview={overview} />}
      {parts.shown}
      {overview && <OverviewFacts overview={overview} mayWrite={mayWrite} />}
      {overview?.library && overview.library.recent.length > 0 && <RecentPhotos photos={overview.library.recent} />}
      {status.data && <Filled slot={footNotes} status={status.data} overview={overview} />}
      {isAdmin && (
        <Note>
          <a href={environment().baseApiUrl + ADMIN_PATHS.openApi} className={styles.link}>
            API (OpenAPI)
          </a>
          {' · '}
          <a href={LICENCES_FILE} className={styles.link}>
            Licences
          </a>
        </Note>
      )}
    </>
  );
}

/** Shown while there is no album: tells a person who expected photos that the server runs on another folder. */
function NewInstallationNote({ installation }: { installation: InstallationStatus }) {
  return (
    <Message kind="info">
      <p>
        This installation is new: it was made {onText(installation.createdAt, reader())} and has no albums yet. It keeps
        its data in {installation.folder}.
      </p>
      <Filled slot={firstSteps} />
      <p>If your photos should be here, the server was started with another folder than before.</p>
    </Message>
  );
}
