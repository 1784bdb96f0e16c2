import { useCallback, useRef, useSyncExternalStore } from 'react';
import { imageUrl } from '../../../api/imageUrls.ts';
import type { Album, Photo } from '../../../contract/entities.ts';
import { thumbnailRetryMs } from '../../../domain/albums/thumbnailRetry.ts';
import { MESSAGES } from '../../../domain/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { type GridPhoto, PhotoGrid } from '../../../ui/photoGrid/PhotoGrid.tsx';
import { LoadFailureMessage } from '../frame/LoadFailureMessage.tsx';
import { UploadPanel } from '../uploads/UploadPanel.tsx';
import { Section } from './Section.tsx';
import { useAlbumPhotos } from './useAlbumPhotos.ts';

const WIDE_PX = 1024;
const VERY_WIDE_PX = 1280;

interface Props {
  album: Album;
  mayWrite: boolean;
  onFiles: (files: File[]) => void;
}

function tileOf(photo: Photo): GridPhoto {
  return {
    key: photo.filename,
    src: imageUrl(photo, 'thumbnail'),
    label: photo.filename,
    retryDelayMs: thumbnailRetryMs,
  };
}

export function PhotosSection({ album, mayWrite, onFiles }: Props) {
  const { load, photos, summary, pausing } = useAlbumPhotos(album);
  const columns = useGridColumns();
  const columnsFor = useCallback(() => columns, [columns]);
  const loading = load.failure ? undefined : MESSAGES.loadingPhotos;
  const none = photos?.length === 0 ? MESSAGES.noPhotos : undefined;

  return (
    <Section title="Photos" action={mayWrite && <AddPhotosButton onFiles={onFiles} />} note={photos ? none : loading}>
      <UploadPanel albumId={album.id} summary={summary} pausing={pausing} />
      <LoadFailureMessage text={MESSAGES.photosFailed} load={load} />
      {photos && photos.length > 0 && (
        <PhotoGrid photos={photos} tileOf={tileOf} label={`Photos in ${album.name}`} columnsFor={columnsFor} />
      )}
    </Section>
  );
}

function AddPhotosButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="primary" size="s" onClick={() => input.current?.click()}>
        + Add Photos
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label="Photos to add"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The input is emptied, because choosing the same files again would otherwise fire no change event.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}

/** 3 columns, 4 on wide screens and 5 on very wide ones, by the width of the window. */
function useGridColumns(): number {
  return useSyncExternalStore(subscribeToResize, columnsInWindow);
}

function subscribeToResize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

function columnsInWindow(): number {
  if (window.innerWidth >= VERY_WIDE_PX) return 5;
  return window.innerWidth >= WIDE_PX ? 4 : 3;
}
