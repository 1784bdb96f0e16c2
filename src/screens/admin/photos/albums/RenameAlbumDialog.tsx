import { useState } from 'react';
import type { Album } from '#contract/schemas/photos.ts';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { FormDialog } from '../../shell/FormDialog.tsx';
import styles from '../../edits/AlbumPicker.module.css';
import { useAlbumSave } from './useAlbumSave.ts';

interface Props {
  album: Album;
  onClose: () => void;
}

/** Changes the name of an album and, folded, its address. */
export function RenameAlbumDialog({ album, onClose }: Props) {
  const { busy, failure, save } = useAlbumSave(album, onClose);
  const [name, setName] = useState(album.name);
  const [slug, setSlug] = useState(album.slug);
  const [tried, setTried] = useState(false);
  const [isEmpty, hasNoSlug] = [name.trim() === '', slug.trim() === ''];
  const onSave = () => {
    setTried(true);
    if (isEmpty || hasNoSlug) return;
    const changes = {
      // After a conflict the name replaces the one of somebody else, even if it is the old one.
      ...(name.trim() === album.name && failure === undefined ? {} : { name: name.trim() }),
      ...(slug.trim() === album.slug ? {} : { slug: slug.trim() }),
    };
    if (Object.keys(changes).length === 0) onClose();
    else void save(changes);
  };
  return (
    <FormDialog title="Rename album" busy={busy} failure={failure} onSave={onSave} onClose={onClose}>
      <TextField
        label="Name"
        autoComplete="off"
        data-autofocus=""
        value={name}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setName(event.target.value)}
        hint="The address stays as it is."
        error={tried && isEmpty ? 'Please type a name.' : undefined}
      />
      <details className={styles.more} open={(tried && hasNoSlug) || undefined}>
        <summary>Address: {album.slug}. Change…</summary>
        <TextField
          label="Slug"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={slug}
          onChange={(event) => setSlug(event.target.value)}
          hint="The old address goes on working, until another album takes it."
          error={tried && hasNoSlug ? 'Please type a slug: a–z, 0–9, - and _.' : undefined}
        />
      </details>
    </FormDialog>
  );
}
