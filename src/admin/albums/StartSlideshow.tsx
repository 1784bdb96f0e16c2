import { useCallback } from 'react';
import { fetchPhotos } from '#src/shared/api/albums.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { DEFAULT_TABLET_SETTINGS } from '#contract/tablets/tabletSettings.ts';
import { photosIn } from '#domain/albums/albumTree.ts';
import { MESSAGES } from '#domain/messages.ts';
import { slidesOf } from '#domain/slideshow/slideList.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { useSlideshowHistory } from '#src/shared/albums/useSlideshowHistory.ts';
import { Slideshow } from '#src/shared/slideshow/Slideshow.tsx';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { useAdminResource } from '#src/admin/shell/useAdminResource.ts';

/** A person sits in front of the screen, and reads the captions. */
const SHOWING: TabletSettings = { ...DEFAULT_TABLET_SETTINGS, caption: true, secondsPerPhoto: 8, countdown: false };

interface Props {
  albums: readonly Album[];
  /** The name over the photos. */
  title: string;
}

/** A slideshow of albums with those below them, on this device; nothing while there is no photo. */
export function StartSlideshow({ albums, title }: Props) {
  const { request, open, close } = useSlideshowHistory();
  if (photosIn(albums) === 0) return null;
  return (
    <>
      <Button size="s" onClick={() => open({ scope: 'all', startAt: 0 })}>
        Start Slideshow
      </Button>
      {request && <Running albums={albums} title={title} onClose={close} />}
    </>
  );
}

function Running({ albums, title, onClose }: Props & { onClose: () => void }) {
  const ids = albums.map(({ id }) => id).join(' ');
  const load = useAdminResource(
    useCallback(
      async (token: string) => {
        const lists = ids.split(' ').map((albumId) => fetchPhotos({ token }, { albumId, includeChildAlbums: true }));
        return (await Promise.all(lists)).flat();
      },
      [ids],
    ),
  );
  const photos: Photo[] = load.data ? slidesOf(load.data) : [];
  if (photos.length === 0) return <LoadFailureMessage text={MESSAGES.slideshowPhotosFailed} load={load} />;
  return (
    // Photos are shown on a dark wall, whatever colours this device prefers.
    <div className="kiosk">
      <Slideshow photos={photos} title={title} isInAlbumOrder settings={SHOWING} onClose={onClose} />
    </div>
  );
}
