import { useEffect } from 'react';
import { fetchTrash } from '#src/api/curation.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { useAdminResource } from '../../shell/useAdminResource.ts';
import { reloadAfterEdits } from '../../shell/libraryEdits.ts';

/** Leads to the trash, and says how much is in it. */
export function TrashLink() {
  const { data, reload } = useAdminResource(fetchTrash);
  useEffect(() => reloadAfterEdits(reload), [reload]);
  return (
    <LinkButton to="/admin/trash" variant="quiet" size="s">
      Trash{data && data.length > 0 ? ` (${data.length.toLocaleString('en')})` : ''}
    </LinkButton>
  );
}
