import { useElementScrollRestoration } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { imageUrl } from '#src/shared/api/imageUrls.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { photoLabel, thumbnailRetryMs } from '#domain/albums/thumbnails.ts';
import { cutPosition } from '#domain/photoFocus.ts';
import { MESSAGES } from '#domain/messages.ts';
import type { PartialItems } from '#src/shared/state/partialList.ts';
import { type GridPhoto, PhotoGrid, type PhotoGridHandle } from '#src/shared/ui/photoGrid/PhotoGrid.tsx';
import { PhotoGridTile, type PhotoGridTileProps } from '#src/shared/ui/photoGrid/PhotoGridTile.tsx';
import { useScrollPlace } from '#src/shared/ui/photoGrid/useScrollPlace.ts';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { UploadPanel } from '#src/admin/uploads/UploadPanel.tsx';
import { Section } from '#src/admin/shell/Section.tsx';
import { useViewerAddress, ViewerSlot } from '#src/admin/viewer/ViewerSlot.tsx';
import { Filled } from '#src/admin/shell/Filled.tsx';
import { AddPhotosButton } from './AddPhotosButton.tsx';
import { addButtons } from './slots.ts';
import { AddAlbumButton } from './AlbumsSection.tsx';
import sectionStyles from './AlbumsSection.module.css';
import { HiddenMark } from './selection/SelectableTile.tsx';
import { SelectablePhotos } from './selection/SelectablePhotos.tsx';
import { photoKey } from './selection/selection.tsx';
import type { AlbumContent } from './useAlbumPhotos.ts';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Placeholder } from '#src/shared/ui/layout/Placeholder.tsx';
import styles from './PhotosSection.module.css';

const WIDE_PX = 1024;
const VERY_WIDE_PX = 1280;

interface Props {
  album: Album;
  /** All albums, to move photos to. */
  albums: readonly Album[];
  content: AlbumContent;
  mayWrite: boolean;
  /** Whether there are photos, also while they are being loaded. */
  hasPhotos: boolean;
  onFiles: (files: File[]) => void;
}

function tileOf(photo: Photo, place: { albumName: string; index: number }): GridPhoto {
  return {
    key: photo.filename,
    src: imageUrl(photo, 'thumbnail'),
    label: photoLabel(photo, place),
    position: cutPosition(photo, 1),
    retryDelayMs: thumbnailRetryMs,
  };
}

export function PhotosSection({ album, albums, content, mayWrite, hasPhotos, onFiles }: Props) {
  const { load, shown, summary, pausing } = content;
  useScrollPlace(useElementScrollRestoration({ getElement: () => window })?.scrollY);
  const isLoading = shown === undefined && load.failure === undefined;
  const isOnlyPhotos = hasPhotos && album.childAlbums.length === 0;
  const actions = (
    <Row className={sectionStyles.actions}>
      {isOnlyPhotos && <AddAlbumButton variant="secondary" />}
      <Filled slot={addButtons} onFiles={onFiles} />
      <AddPhotosButton onFiles={onFiles} />
    </Row>
  );

  return (
    <Section title="Photos" action={mayWrite && actions} note={isLoading ? MESSAGES.loadingPhotos : undefined}>
      <UploadPanel albumId={album.id} summary={summary} pausing={pausing} />
      <LoadFailureMessage text={MESSAGES.photosFailed} load={load} />
      {shown && <AlbumGrid album={album} albums={albums} content={content} shown={shown} mayWrite={mayWrite} />}
      {shown?.length === 0 && (
        <Placeholder>
          <p>{MESSAGES.noPhotos}</p>
          {mayWrite && <p>Drop photos or whole folders anywhere on this page, or choose them with “+ Add Photos”.</p>}
        </Placeholder>
      )}
    </Section>
  );
}

type GridProps = Omit<Props, 'onFiles' | 'hasPhotos'> & { shown: PartialItems<Photo> };

/** The photos, and the viewer over them, which closes itself when the last one has gone. */
function AlbumGrid({ album, albums, content, shown, mayWrite }: GridProps) {
  const { photos, sections, want, hurry } = content;
  const columns = useGridColumns();
  const columnsFor = useCallback(() => columns, [columns]);
  const grid = useRef<PhotoGridHandle>(null);
  const { open, shown: viewed } = useViewerAddress();
  const { id, name } = album;
  const list = useMemo(() => photos && { photos, keyOf: photoKey, albumOf: () => ({ id, name }) }, [photos, id, name]);
  useEffect(() => {
    // The viewer goes through all photos; those of a long album may not be loaded yet.
    if (viewed !== undefined) hurry();
  }, [viewed, hurry]);
  const onOpen = useCallback(
    (index: number) => {
      if (shown[index]) open(photoKey(shown[index]));
    },
    [shown, open],
  );
  const onClosed = useCallback((index: number) => grid.current?.focusTile(index), []);
  const props = {
    sections,
    headingLevel: 'h3' as const,
    onMissing: want,
    tileOf: (photo: Photo, index: number) => tileOf(photo, { albumName: name, index }),
    columnsFor,
    onOpen,
    handle: grid,
  };
  const isEmpty = shown.length === 0;
  return (
    <>
      {!isEmpty && mayWrite && (
        <SelectablePhotos {...props} shown={shown} photos={photos} hurry={hurry} album={album} albums={albums} />
      )}
      {!isEmpty && !mayWrite && (
        <PhotoGrid {...props} photos={shown} label={`Photos in ${name}`} renderTile={drawMarked} />
      )}
      {list && <ViewerSlot list={list} mayWrite={mayWrite} onClosed={onClosed} />}
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

/** A tile without a selection, with a mark if the photo is hidden. */
function drawMarked(photo: Photo, tile: PhotoGridTileProps) {
  if (!photo.hidden) return <PhotoGridTile {...tile} />;
  return (
    <div className={styles.tile}>
      <PhotoGridTile {...tile} />
      <HiddenMark />
    </div>
  );
}
