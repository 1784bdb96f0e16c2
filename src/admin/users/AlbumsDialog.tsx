import { useState } from 'react';
import type { Album } from '#contract/photos/schemas.ts';
import { AccessField } from '#src/admin/edits/AccessField.tsx';
import { FormDialog } from '#src/admin/shell/dialogs.tsx';
import type { AdminResource } from '#src/admin/shell/useAdminResource.ts';
import { Note } from '#src/shared/ui/text/Text.tsx';

interface Props {
  name: string;
  albums: AdminResource<Album[]>;
  /** Null: all. */
  albumIds: string[] | null;
  onChoose: (albumIds: string[] | null) => void;
  onClose: () => void;
}

/** Asks for the albums that a person sees; they count once the edit of the person is saved. */
export function AlbumsDialog({ name, albums, albumIds, onChoose, onClose }: Props) {
  const [chosen, setChosen] = useState(albumIds);
  return (
    <FormDialog title={`What ${name} sees`} action="Choose" onSave={() => onChoose(chosen)} onClose={onClose}>
      <AccessField legend="Albums" albums={albums} value={chosen} onChange={setChosen} />
      <Note>Nothing changes before you press “Save” in the list of people.</Note>
    </FormDialog>
  );
}
