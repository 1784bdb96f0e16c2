import { type ReactNode, useCallback, useState } from 'react';
import { PHOTO_ORDERS, type PhotoOrder } from '#contract/limits.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { albumsAbove, everyAlbum } from '#domain/albums/albumTree.ts';
import { photoLabel } from '#domain/albums/thumbnails.ts';
import { albumContentsText } from '#domain/curation/counts.ts';
import { areInNameOrder } from '#domain/curation/manualOrder.ts';
import { MESSAGES } from '#domain/messages.ts';
import { trashTimeText } from '#domain/trash/trash.ts';
import { environment } from '#src/environment.ts';
import { fetchPhotos } from '#src/shared/api/albums.ts';
import { Thumbnail } from '#src/shared/picture/Thumbnail.tsx';
import { Button } from '#src/shared/ui/Button.tsx';
import { RadioList } from '#src/shared/ui/choices/RadioList.tsx';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import { Note, Text } from '#src/shared/ui/text/Text.tsx';
import { AlbumPicker, TOP_LEVEL } from '#src/admin/edits/AlbumPicker.tsx';
import { arrangeAlbums } from '#src/admin/edits/arrangement.ts';
import { FormDialog, QuestionDialog } from '#src/admin/shell/dialogs.tsx';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import { useAlbumSave } from './albumActions.ts';
import styles from './AlbumDialogs.module.css';

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
        <Note as="summary" className={styles.unfold}>
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

interface MoveAlbumDialogProps extends Props {
  albums: readonly Album[];
  offersTopLevel: boolean;
}

/** Moves an album, with everything below it, into another one or to the top level. */
export function MoveAlbumDialog({ album, albums, offersTopLevel, onClose }: MoveAlbumDialogProps) {
  const { busy, failure, save } = useAlbumSave(album, onClose);
  const [present] = useState(() => albumsAbove(albums, album).at(-1)?.id ?? TOP_LEVEL);
  const [target, setTarget] = useState(present);
  return (
    <FormDialog
      title={`Move “${album.name}”`}
      action="Move"
      busy={busy}
      disabled={target === present && failure === undefined}
      failure={failure}
      onSave={() => void save({ parentAlbumId: target === TOP_LEVEL ? null : target })}
      onClose={onClose}
    >
      <AlbumPicker
        albums={albums}
        without={album.id}
        offersTopLevel={offersTopLevel}
        value={target}
        onChange={setTarget}
      />
    </FormDialog>
  );
}

const PHOTO_ORDER_LABELS: Record<PhotoOrder, { label: string; hint?: string }> = {
  taken: { label: 'By time taken', hint: 'The oldest first' },
  newest: { label: 'Newest first' },
  name: { label: 'By file name' },
  manual: { label: 'By hand', hint: 'Drag photos, or press Alt and an arrow key' },
};

const PHOTO_ORDER_CHOICES = PHOTO_ORDERS.map((value) => ({ value, ...PHOTO_ORDER_LABELS[value] }));

export function PhotoOrderDialog({ album, onClose }: Props) {
  const { busy, failure, save } = useAlbumSave(album, onClose);
  const present = album.order ?? 'taken';
  const [order, setOrder] = useState<PhotoOrder>(present);
  return (
    <FormDialog
      title="Order of photos"
      busy={busy}
      failure={failure}
      onSave={() => (order === present && failure === undefined ? onClose() : void save({ order }))}
      onClose={onClose}
    >
      <RadioList
        label="Order of photos"
        name="order"
        choices={PHOTO_ORDER_CHOICES}
        value={order}
        onChange={(value) => setOrder(PHOTO_ORDERS.find((one) => one === value) ?? present)}
      />
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

const ALBUM_ORDER_CHOICES = [
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
      <RadioList label="Order of albums" name="order" choices={ALBUM_ORDER_CHOICES} value={order} onChange={setOrder} />
    </FormDialog>
  );
}

interface DeleteAlbumDialogProps extends Props {
  onConfirm: () => void;
}

/** Says how many albums and photos are deleted with the album. */
export function DeleteAlbumDialog({ album, onConfirm, onClose }: DeleteAlbumDialogProps) {
  let photos = 0;
  let albums = -1;
  for (const { photoCount = 0 } of everyAlbum([album])) {
    albums += 1;
    photos += photoCount;
  }
  const contents = albumContentsText({ albums, photos });
  return (
    <QuestionDialog title={`Delete “${album.name}”?`} action="Delete album" onConfirm={onConfirm} onClose={onClose}>
      <p>{contents === undefined ? 'The album is empty.' : `The album goes to the trash with ${contents}.`}</p>
      <p>It can be restored from there for {trashTimeText(environment().trashDays)}.</p>
    </QuestionDialog>
  );
}

/** The number of photos before 'Show more'. */
const PAGE = 60;
const AUTOMATIC = '';

/** Chooses the picture on an album's card, from its photos and those of the albums below it. */
export function CoverDialog({ album, onClose }: Props) {
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
      <fieldset className={styles.choices} aria-label="Cover">
        <Choice isChosen={chosen === AUTOMATIC} onChoose={() => setChosen(AUTOMATIC)}>
          <span className={styles.automatic}>Automatic</span>
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
              className={styles.picture}
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
    <label className={styles.choice}>
      <input type="radio" name="cover" className={styles.radio} checked={isChosen} onChange={onChoose} />
      {children}
    </label>
  );
}
