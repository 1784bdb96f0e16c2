import { useState } from 'react';
import type { Album } from '#contract/schemas/photos.ts';
import { visibleChoices } from '#domain/tabletAdmin/albumAccess.ts';
import { RadioList } from '#src/ui/choices/RadioList.tsx';
import { FormDialog } from '../../shell/FormDialog.tsx';

interface Props {
  albums: readonly Album[];
  /** The albums that the tablet may see; null: all. */
  albumIds: readonly string[] | null;
  onChoose: (album: Album) => void;
  onClose: () => void;
}

export function ShowAlbumDialog({ albums, albumIds, onChoose, onClose }: Props) {
  const [chosenId, setChosenId] = useState<string>();
  const choices = visibleChoices(albums, albumIds);
  const chosen = choices.find(({ album }) => album.id === chosenId)?.album;
  return (
    <FormDialog
      title="Show an album"
      action="Show"
      disabled={!chosen}
      onSave={() => chosen && onChoose(chosen)}
      onClose={onClose}
    >
      {choices.length === 0 ? (
        <p>There is no album that this tablet may see.</p>
      ) : (
        <RadioList
          label="Album"
          name="shown-album"
          choices={choices.map(({ album, depth }) => ({ value: album.id, label: album.name, depth }))}
          value={chosenId}
          onChange={setChosenId}
        />
      )}
    </FormDialog>
  );
}
