import { fetchTrash } from '#src/admin/api/curation.ts';
import { FactLink } from '#src/admin/startPage/Fact.tsx';
import { reloadAfterEdits } from '#src/admin/shell/libraryEdits.ts';
import { useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';

/** A link with the number of entries. */
export function TrashLink() {
  const { data } = useAdminResource(fetchTrash, { reloadOn: reloadAfterEdits });
  return (
    <LinkButton to="/admin/trash" variant="quiet" size="s">
      Trash{data && data.length > 0 ? ` (${data.length.toLocaleString('en')})` : ''}
    </LinkButton>
  );
}

export function OpenTrash() {
  return <FactLink to="/admin/trash">Open the trash</FactLink>;
}
