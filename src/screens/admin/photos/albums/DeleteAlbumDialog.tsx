import type { Album } from '#contract/schemas/photos.ts';
import { everyAlbum } from '#domain/albums/albumTree.ts';
import { albumContentsText } from '#domain/curation/counts.ts';
import { keptText } from '#domain/curation/trash.ts';
import { environment } from '#src/environment.ts';
import { QuestionDialog } from '../../shell/QuestionDialog.tsx';

interface Props {
  album: Album;
  onConfirm: () => void;
  onClose: () => void;
}

/** Says how much goes with the album. */
export function DeleteAlbumDialog({ album, onConfirm, onClose }: Props) {
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
      <p>It can be restored from there for {keptText(environment().trashDays)}.</p>
    </QuestionDialog>
  );
}
