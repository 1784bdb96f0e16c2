import { useState, type ReactNode, useCallback } from 'react';
import type { Album } from '#contract/photos/schemas.ts';
import { photoLabel } from '#domain/albums/thumbnails.ts';
import { areInNameOrder } from '#domain/curation/manualOrder.ts';
import { MESSAGES } from '#domain/messages.ts';
import { fetchPhotos } from '#src/shared/api/albums.ts';
import { Thumbnail } from '#src/shared/picture/Thumbnail.tsx';
import { Button } from '#src/shared/ui/Button.tsx';
import { RadioList } from '#src/shared/ui/choices/RadioList.tsx';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';
import { arrangeAlbums } from '#src/admin/edits/arrangement.ts';
import { FormDialog } from '#src/admin/shell/dialogs.tsx';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import { useAlbumSave } from './albumActions.ts';
import coverDialogStyles from './CoverDialog.module.css';

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
      <details open={(tried && hasNoSlug) || undefined}>
        <Note as="summary" className={coverDialogStyles.unfold}>
          Address: {album.slug}. Change…
        </Note>
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

interface AlbumOrderDialogProps {
  /** Undefined for the albums of the top level. */
  parent: Album | undefined;
  /** The albums to be ordered. */
  albums: readonly Album[];
  onClose: () => void;
}

const CHOICES = [
  { value: 'name', label: 'By name' },
  { value: 'manual', label: 'By hand', hint: 'Drag albums, or press Alt and an arrow key on one' },
];

export function AlbumOrderDialog({ parent, albums, onClose }: AlbumOrderDialogProps) {
  const [present] = useState(() => (areInNameOrder(albums.map(({ name }) => name)) ? 'name' : 'manual'));
  const [order, setOrder] = useState(present);
  const onSave = () => {
    onClose();
    if (order === present) return;
    const seen = albums.map(({ id }) => id);
    void arrangeAlbums({ parentId: parent?.id, albumIds: order === 'name' ? undefined : seen, seen });
  };
  return (
    <FormDialog title="Order of albums" busy={false} failure={undefined} onSave={onSave} onClose={onClose}>
      <RadioList label="Order of albums" name="order" choices={CHOICES} value={order} onChange={setOrder} />
    </FormDialog>
  );
}

/** The number of photos before 'Show more'. */
const PAGE = 60;
const AUTOMATIC = '';

/** Chooses the picture on an album's card, from its photos and those of the albums below it. */
export function CoverDialog({ album, onClose }: { album: Album; onClose: () => void }) {
  const { busy, failure, save } = useAlbumSave(album, onClose);
  const query = useCallback(
    (token: string) => fetchPhotos({ token }, { albumId: album.id, includeChildAlbums: true }),
    [album.id],
  );
  const load = useAdminResource(query);
  const [count, setCount] = useState(PAGE);
  const [chosen, setChosen] = useState((album.coverChosen && album.cover?.filename) || AUTOMATIC);
  const photos = load.data ?? [];
  return (
    <FormDialog
      title="Cover"
      busy={busy}
      failure={failure}
      onSave={() => void save({ cover: chosen === AUTOMATIC ? null : chosen })}
      onClose={onClose}
    >
      <LoadFailureMessage text={MESSAGES.photosFailed} load={load} />
      <fieldset className={coverDialogStyles.choices} aria-label="Cover">
        <Choice isChosen={chosen === AUTOMATIC} onChoose={() => setChosen(AUTOMATIC)}>
          <span className={coverDialogStyles.automatic}>Automatic</span>
        </Choice>
        {photos.slice(0, count).map((photo, index) => (
          <Choice
            key={`${photo.albumSlug}/${photo.filename}`}
            isChosen={chosen === photo.filename}
            onChoose={() => setChosen(photo.filename)}
          >
            <Thumbnail
              photo={photo}
              alt={photoLabel(photo, { albumName: album.name, index })}
              className={coverDialogStyles.picture}
              ratio={1}
            />
          </Choice>
        ))}
      </fieldset>
      {load.data?.length === 0 && <Text tone="quiet">{MESSAGES.noPhotos}</Text>}
      {photos.length > count && (
        <Button size="s" variant="quiet" onClick={() => setCount(count + PAGE)}>
          Show more
        </Button>
      )}
    </FormDialog>
  );
}

interface ChoiceProps {
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function Choice({ isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label className={coverDialogStyles.choice}>
      <input type="radio" name="cover" className={coverDialogStyles.radio} checked={isChosen} onChange={onChoose} />
      {children}
    </label>
  );
}
