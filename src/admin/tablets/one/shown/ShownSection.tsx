import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { CAPTION_MAX_CHARACTERS } from '#contract/limits.ts';
import { albumChoices } from '#domain/curation/albumChoices.ts';
import { changePhoto, movePhotos, type PhotoChange } from '#src/admin/api/curation.ts';
import { fetchShown } from '#src/admin/api/tablets.ts';
import type { Album } from '#contract/photos/schemas.ts';
import type { ShownPhoto } from '#contract/tablets/schemas.ts';
import { FormDialog } from '#src/admin/shell/dialogs.tsx';
import { Button } from '#src/shared/ui/Button.tsx';
import { Thumbnail } from '#src/shared/picture/Thumbnail.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { SectionHead } from '#src/admin/shell/Section.tsx';
import { withToast } from '#src/admin/shell/toasts.ts';
import { useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import { RadioList } from '#src/shared/ui/choices/RadioList.tsx';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import styles from './ShownSection.module.css';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';

const REFRESH_MS = 10_000;

interface Props {
  id: string;
  albums: readonly Album[];
}

/** The photos that a tablet has shown last, to find or hide one of them. */
export function ShownSection({ id, albums }: Props) {
  const load = useMemo(() => (token: string) => fetchShown(token, id), [id]);
  const { data = [], reload } = useAdminResource(load, { refreshMs: REFRESH_MS });
  const [dialog, setDialog] = useState<{ kind: 'caption' | 'move'; shown: ShownPhoto }>();

  const { change, move } = useShownEdits(reload, () => setDialog(undefined));
  if (data.length === 0) return null;
  return (
    <Stack as="section" gap={2} aria-labelledby="shown-heading">
      <SectionHead id="shown-heading" title="Shown last" />
      <ol className={styles.photos}>
        {data.map((shown) => (
          <ShownItem
            key={`${shown.at} ${shown.photo.filename}`}
            shown={shown}
            onHide={() => {
              const isHidden = shown.photo.hidden === true;
              void change(shown, { hidden: !isHidden }, isHidden ? 'It is shown again.' : 'No wall shows it any more.');
            }}
            onCaption={() => setDialog({ kind: 'caption', shown })}
            onMove={() => setDialog({ kind: 'move', shown })}
          />
        ))}
      </ol>
      {dialog?.kind === 'caption' && (
        <CaptionDialog
          caption={dialog.shown.photo.caption ?? ''}
          onClose={() => setDialog(undefined)}
          onSave={(caption) => void change(dialog.shown, { caption }, 'The caption was saved.')}
        />
      )}
      {dialog?.kind === 'move' && (
        <MoveDialog
          albums={albums}
          albumId={dialog.shown.albumId}
          onClose={() => setDialog(undefined)}
          onSave={(toAlbumId) => void move(dialog.shown, toAlbumId)}
        />
      )}
    </Stack>
  );
}

function useShownEdits(reload: () => Promise<void>, closeDialog: () => void) {
  const carryOut = async (act: () => Promise<string>) => {
    closeDialog();
    await withToast(act, { failed: (why) => why });
    await reload();
  };
  return {
    change: ({ albumId, photo }: ShownPhoto, changes: PhotoChange['changes'], done: string) =>
      carryOut(async () => {
        await adminCall((token) => changePhoto(token, { albumId, photo, changes }));
        return done;
      }),
    move: ({ albumId, photo }: ShownPhoto, toAlbumId: string) =>
      carryOut(async () => {
        await adminCall((token) => movePhotos(token, albumId, { filenames: [photo.filename], toAlbumId }));
        return 'The photo was moved.';
      }),
  };
}

interface ItemProps {
  shown: ShownPhoto;
  onHide: () => void;
  onCaption: () => void;
  onMove: () => void;
}

function ShownItem({ shown: { photo, at }, onHide, onCaption, onMove }: ItemProps) {
  const time = new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const name = photo.caption ?? `the photo of ${time}`;
  return (
    <li>
      <Thumbnail photo={photo} alt={photo.caption ?? ''} className={styles.image} ratio={4 / 3} />
      <Note className={styles.time}>
        {time}
        {photo.hidden && ' · hidden'}
      </Note>
      <Row align="stretch">
        <Button size="s" aria-label={`${photo.hidden ? 'Show again' : 'Hide'}: ${name}`} onClick={onHide}>
          {photo.hidden ? 'Show' : 'Hide'}
        </Button>
        <Link
          className={styles.open}
          to="/admin/photos/$slug"
          params={{ slug: photo.albumSlug }}
          search={{ photo: photo.filename }}
          aria-label={`Open: ${name}`}
        >
          Open
        </Link>
        <Button size="s" aria-label={`Caption: ${name}`} onClick={onCaption}>
          Caption
        </Button>
        <Button size="s" aria-label={`Move: ${name}`} onClick={onMove}>
          Move
        </Button>
      </Row>
    </li>
  );
}

interface CaptionProps {
  caption: string;
  onSave: (caption: string) => void;
  onClose: () => void;
}

function CaptionDialog({ caption, onSave, onClose }: CaptionProps) {
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

function MoveDialog({ albums, albumId, onSave, onClose }: MoveProps) {
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
