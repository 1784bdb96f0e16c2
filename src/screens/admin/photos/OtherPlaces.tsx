import { fetchWaiting } from '#src/api/arrivals/waiting.ts';
import { fetchTrash } from '#src/api/curation.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { reloadAfterEdits } from '../shell/libraryEdits.ts';
import { useAdminResource } from '../shell/useAdminResource.ts';

/** Leads to photos that are in no album: those of guests, while some wait, and the trash; each says how many. */
export function OtherPlaces() {
  return (
    <>
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
