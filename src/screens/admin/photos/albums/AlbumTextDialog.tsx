import { useState } from 'react';
import type { Album } from '#contract/schemas/photos.ts';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { FormDialog } from '../../shell/FormDialog.tsx';
import { useAlbumSave } from './useAlbumSave.ts';

interface Props {
  album: Album;
  field: 'name' | 'slug';
  onClose: () => void;
}

const TEXTS = {
  name: {
    title: 'Rename album',
    label: 'Name',
    hint: 'The address stays as it is.',
    empty: 'Please type a name.',
  },
  slug: {
    title: 'Change address',
    label: 'Slug',
    hint: 'The old address goes on working, until another album takes it.',
    empty: 'Please type a slug: a–z, 0–9, - and _.',
  },
} as const;

/** Changes the name or the address of an album. */
export function AlbumTextDialog({ album, field, onClose }: Props) {
  const { busy, failure, save } = useAlbumSave(album, onClose);
  const [text, setText] = useState(album[field]);
  const [tried, setTried] = useState(false);
  const { title, label, hint, empty } = TEXTS[field];
  const isEmpty = text.trim() === '';
  const onSave = () => {
    setTried(true);
    if (isEmpty) return;
    if (text.trim() === album[field] && failure === undefined) onClose();
    else void save({ [field]: text.trim() });
  };
  return (
    <FormDialog title={title} busy={busy} failure={failure} onSave={onSave} onClose={onClose}>
      <TextField
        label={label}
        autoComplete="off"
        data-autofocus=""
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setText(event.target.value)}
        hint={hint}
        error={tried && isEmpty ? empty : undefined}
        {...(field === 'slug' ? { autoCapitalize: 'none', spellCheck: false } : {})}
      />
    </FormDialog>
  );
}
