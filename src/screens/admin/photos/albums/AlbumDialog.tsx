import type { Album } from '#contract/schemas/photos.ts';
import { deleteAlbumWithUndo } from '../../shell/deletion.ts';
import type { AlbumRequest } from './albumActions.ts';
import { ShareDialog } from '../../shares/ShareDialog.tsx';
import { AlbumOrderDialog } from './AlbumOrderDialog.tsx';

import { CoverDialog } from './CoverDialog.tsx';
import { DeleteAlbumDialog } from './DeleteAlbumDialog.tsx';
import { MoveAlbumDialog } from './MoveAlbumDialog.tsx';
import { PhotoOrderDialog } from './PhotoOrderDialog.tsx';
import { RenameAlbumDialog } from './RenameAlbumDialog.tsx';

interface Props {
  request: AlbumRequest;
  albums: Album[];
  /** Called before an album goes, so that the screen can leave it. */
  onDelete: (album: Album) => Promise<void>;
  onClose: () => void;
}

/** The dialog of the action that was chosen in an album's menu. */
export function AlbumDialog({ request, albums, onDelete, onClose }: Props) {
  if (request.action === 'topOrder') return <AlbumOrderDialog parent={undefined} albums={albums} onClose={onClose} />;
  const { action, album } = request;
  switch (action) {
    case 'share':
      return <ShareDialog album={album} onClose={onClose} />;
    case 'rename':
      return <RenameAlbumDialog album={album} onClose={onClose} />;
    case 'move':
      return <MoveAlbumDialog album={album} albums={albums} onClose={onClose} />;
    case 'cover':
      return <CoverDialog album={album} onClose={onClose} />;
    case 'photoOrder':
      return <PhotoOrderDialog album={album} onClose={onClose} />;
    case 'albumOrder':
      return <AlbumOrderDialog parent={album} albums={album.childAlbums} onClose={onClose} />;
    case 'delete':
      return (
        <DeleteAlbumDialog
          album={album}
          onClose={onClose}
          onConfirm={() => {
            onClose();
            void onDelete(album).then(() => deleteAlbumWithUndo(album));
          }}
        />
      );
  }
}
