import { fetchWaiting } from '#src/api/arrivals/waiting.ts';
import { fetchTrash } from '#src/api/curation.ts';
import { mayPass } from '#domain/access/permissions.ts';
import { useStoredUser } from '#src/session/storedUser.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { reloadAfterEdits } from '../shell/libraryEdits.ts';
import { useAdminResource } from '../shell/useAdminResource.ts';

/** Leads to those of guests, while some wait, and to the trash; above all albums also to where photos come from. */
export function OtherPlaces({ isTop }: { isTop: boolean }) {
  const mayFollow = mayPass(useStoredUser()?.permissions ?? [], ['admin']);
  return (
    <>
      {mayFollow && isTop && (
        <LinkButton to="/admin/sources" variant="quiet" size="s">
          Sources
        </LinkButton>
      )}
      <WaitingLink />
      <TrashLink />
    </>
  );
}

function WaitingLink() {
  const { data } = useAdminResource(fetchWaiting, { reloadOn: reloadAfterEdits });
  if (!data || data.length === 0) return null;
  return (
    <LinkButton to="/admin/waiting" variant="quiet" size="s">
      {data.length.toLocaleString('en')} {data.length === 1 ? 'waits' : 'wait'}
    </LinkButton>
  );
}

function TrashLink() {
  const { data } = useAdminResource(fetchTrash, { reloadOn: reloadAfterEdits });
  return (
    <LinkButton to="/admin/trash" variant="quiet" size="s">
      Trash{data && data.length > 0 ? ` (${data.length.toLocaleString('en')})` : ''}
    </LinkButton>
  );
}
