import { type ReactNode, useCallback, useState } from 'react';
import { fetchPhotos } from '#src/api/albums.ts';
import type { Album } from '#contract/schemas/photos.ts';
import { photoLabel } from '#domain/albums/thumbnails.ts';
import { MESSAGES } from '#domain/messages.ts';
import { Button } from '#src/ui/Button.tsx';
import { Thumbnail } from '#src/screens/picture/Thumbnail.tsx';
import { LoadFailureMessage } from '../../shell/LoadFailureMessage.tsx';
import { useAdminResource } from '../../shell/useAdminResource.ts';
import shapes from '#src/ui/shapes.module.css';
import styles from './CoverDialog.module.css';
import { FormDialog } from '../../shell/FormDialog.tsx';
import { useAlbumSave } from './useAlbumSave.ts';

/** More than these are shown on demand. */
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
      <fieldset className={`${shapes.stack2} ${styles.choices}`} aria-label="Cover">
        <Choice isChosen={chosen === AUTOMATIC} onChoose={() => setChosen(AUTOMATIC)}>
          <span className={`${shapes.centre} ${shapes.strong} ${shapes.fine} ${styles.automatic}`}>Automatic</span>
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
              className={shapes.cover}
              ratio={1}
            />
          </Choice>
        ))}
      </fieldset>
      {load.data?.length === 0 && <p className={shapes.quiet}>{MESSAGES.noPhotos}</p>}
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
    <label className={`${shapes.relative} ${styles.choice}`}>
      <input type="radio" name="cover" className={styles.radio} checked={isChosen} onChange={onChoose} />
      {children}
    </label>
  );
}
