import { useState } from 'react';
import type { Album } from '#contract/schemas/photos.ts';
import { CAPTION_MAX_CHARACTERS } from '#contract/limits.ts';
import { albumChoices } from '#domain/curation/albumChoices.ts';
import { FormDialog } from '#src/screens/admin/shell/FormDialog.tsx';
import { RadioList } from '#src/ui/choices/RadioList.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';

interface CaptionProps {
  caption: string;
  onSave: (caption: string) => void;
  onClose: () => void;
}

export function CaptionDialog({ caption, onSave, onClose }: CaptionProps) {
  const [text, setText] = useState(caption);
  return (
    <FormDialog title="Caption" onSave={() => onSave(text.trim())} onClose={onClose}>
      <TextField
        label="Caption"
        dir="auto"
        value={text}
        maxLength={CAPTION_MAX_CHARACTERS}
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  );
}

interface MoveProps {
  albums: readonly Album[];
  /** The album of the photo. */
  albumId: string;
  onSave: (albumId: string) => void;
  onClose: () => void;
}

export function MoveDialog({ albums, albumId, onSave, onClose }: MoveProps) {
  const [chosenId, setChosenId] = useState<string>();
  const choices = albumChoices(albums).filter(({ album }) => album.id !== albumId);
  return (
    <FormDialog
      title="Move to another album"
      action="Move"
      disabled={chosenId === undefined}
      onSave={() => chosenId !== undefined && onSave(chosenId)}
      onClose={onClose}
    >
      <RadioList
        label="Album"
        name="move-to-album"
        choices={choices.map(({ album, depth }) => ({ value: album.id, label: album.name, depth }))}
        value={chosenId}
        onChange={setChosenId}
      />
    </FormDialog>
  );
}
