import type { Album } from '#contract/schemas/photos.ts';
import type { MenuItem } from '#src/ui/choices/Menu.tsx';

type AlbumAction = 'share' | 'rename' | 'move' | 'cover' | 'photoOrder' | 'albumOrder' | 'delete';

/** The action chosen in the menu of an album, or of the top level. */
export type AlbumRequest = { action: AlbumAction; album: Album } | { action: 'topOrder' };

const LABELS: Record<AlbumAction, string> = {
  share: 'Share…',
  rename: 'Rename…',
  move: 'Move to…',
  cover: 'Cover…',
  photoOrder: 'Order of photos…',
  albumOrder: 'Order of albums…',
  delete: 'Delete…',
};
const ACTIONS: AlbumAction[] = ['rename', 'move', 'cover', 'photoOrder', 'albumOrder', 'share', 'delete'];

/** The menu of an album. */
export function albumMenu(album: Album, onRequest: (request: AlbumRequest) => void): MenuItem[] {
  const offered = ACTIONS.filter((action) => action !== 'albumOrder' || album.childAlbums.length > 1);
  return offered.map((action) => ({
    label: LABELS[action],
    onSelect: () => onRequest({ action, album }),
    isDanger: action === 'delete',
  }));
}
