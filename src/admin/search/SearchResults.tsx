import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { imageUrl } from '#src/shared/api/imageUrls.ts';
import type { AlbumName, SearchResponse } from '#contract/curation/schemas.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { mayPass } from '#domain/access/permissions.ts';
import { everyAlbum } from '#domain/albums/albumTree.ts';
import { albumContentsText } from '#domain/curation/counts.ts';
import { photoLabel, thumbnailRetryMs } from '#domain/albums/thumbnails.ts';
import { cutPosition } from '#domain/photoFocus.ts';
import { minThumbnailPx } from '#domain/albums/thumbnailWidth.ts';
import { useStoredUser } from '#src/shared/session/storedUser.ts';
import { columnsThatFit } from '#src/shared/ui/photoGrid/gridGeometry.ts';
import { PhotoGrid, type PhotoGridHandle } from '#src/shared/ui/photoGrid/PhotoGrid.tsx';
import { PhotoGridTile, type PhotoGridTileProps } from '#src/shared/ui/photoGrid/PhotoGridTile.tsx';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { useAlbums } from '#src/admin/edits/useAlbums.ts';
import { FileDrop } from '#src/admin/photos/FileDrop.tsx';
import { tileMarks } from '#src/admin/photos/slots.ts';
import { Filled } from '#src/admin/shell/Filled.tsx';
import { HiddenMark } from '#src/admin/photos/selection/SelectableTile.tsx';
import { useViewerAddress, ViewerSlot } from '#src/admin/viewer/ViewerSlot.tsx';
import area from '#src/admin/photos/PhotosArea.module.css';
import { NothingFound } from './NothingFound.tsx';
import styles from './SearchResults.module.css';
import { AdminTitle } from '#src/admin/shell/Section.tsx';
import { search } from '#src/admin/api/search.ts';
import { photosWithEdits } from '#domain/curation/pendingEdits.ts';
import { type AdminResource, useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import { reloadAfterEdits, usePendingEdits } from '#src/admin/shell/libraryEdits.ts';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Text } from '#src/shared/ui/text/Text.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';

interface Found {
  load: AdminResource<SearchResponse>;
  /** The results of the last finished search, while a newer one is running; undefined before the first. */
  result: SearchResponse | undefined;
  /** With the changes that the server has not confirmed yet. */
  photos: Photo[];
  isNewest: boolean;
}

export function SearchResults({ wanted }: { wanted: string }) {
  const { load, result, photos, isNewest } = useFound(wanted);
  const { data: albums = [] } = useAlbums();
  const mayWrite = mayPass(useStoredUser()?.permissions ?? [], ['photos:write']);
  const isNothing = result?.albums.length === 0 && photos.length === 0;
  return (
    <>
      <AdminTitle>{`“${wanted}” – Photos`}</AdminTitle>
      <Heading level={1} className={area.head}>
        {mayWrite ? 'Photo Management' : 'Photos'}
      </Heading>
      <LoadFailureMessage text="The search failed." load={load} />
      <Text tone="quiet" className={styles.count} aria-live="polite">
        {load.failure && !result ? '' : countText(result, photos.length)}
      </Text>
      {result && (
        <Stack gap={5} className={styles.results} data-older={!isNewest || undefined}>
          {result.albums.length > 0 && <FoundAlbums albums={result.albums} />}
          <FoundPhotos photos={photos} result={result} albums={albums} />
        </Stack>
      )}
      <FileDrop hint="" onDropped={undefined} />
      {isNothing && isNewest && <NothingFound wanted={wanted} albums={albums} />}
    </>
  );
}

function countText(result: SearchResponse | undefined, photos: number): string {
  if (!result) return 'Searching…';
  const text = albumContentsText({ albums: result.albums.length, photos });
  if (text === undefined) return '';
  return result.more ? `${text}, and there are more: add a word to find fewer.` : text;
}

function FoundAlbums({ albums }: { albums: readonly AlbumName[] }) {
  return (
    <Row as="ul" align="stretch" aria-label="Albums found">
      {albums.map(({ id, name, slug }) => (
        <li key={id}>
          <Link to="/admin/photos/$slug" params={{ slug }} className={styles.album}>
            <bdi>{name}</bdi>
          </Link>
        </li>
      ))}
    </Row>
  );
}

const foundPhotoKey = ({ albumSlug, filename }: Photo) => `${albumSlug}/${filename}`;
const columnsFor = (width: number) => columnsThatFit(width, minThumbnailPx(width));

interface FoundPhotosProps {
  photos: Photo[];
  result: SearchResponse;
  albums: readonly Album[];
}

function FoundPhotos({ photos, result, albums }: FoundPhotosProps) {
  const grid = useRef<PhotoGridHandle>(null);
  const { open } = useViewerAddress();
  const mayWrite = mayPass(useStoredUser()?.permissions ?? [], ['photos:write']);
  const albumOf = useMemo(() => albumFinder(result, albums), [result, albums]);
  const list = useMemo(() => ({ photos, keyOf: foundPhotoKey, albumOf }), [photos, albumOf]);
  const onOpen = useCallback((index: number) => photos[index] && open(foundPhotoKey(photos[index])), [photos, open]);
  const onClosed = useCallback((index: number) => grid.current?.focusTile(index), []);
  const tileOf = (photo: Photo, index: number) => ({
    key: foundPhotoKey(photo),
    src: imageUrl(photo, 'thumbnail'),
    label: labelOf(photo, albumOf(photo).name, index),
    position: cutPosition(photo, 1),
    retryDelayMs: thumbnailRetryMs,
  });
  const renderTile = (photo: Photo, tile: PhotoGridTileProps) => (
    <div className={styles.tile}>
      <PhotoGridTile {...tile} />
      <bdi className={styles.albumName} aria-hidden="true">
        {albumOf(photo).name}
      </bdi>
      {photo.hidden && <HiddenMark />}
      <Filled slot={tileMarks} photo={photo} />
    </div>
  );
  return (
    <>
      {photos.length > 0 && (
        <PhotoGrid
          photos={photos}
          tileOf={tileOf}
          label="Photos found"
          columnsFor={columnsFor}
          onOpen={onOpen}
          renderTile={renderTile}
          handle={grid}
        />
      )}
      <ViewerSlot list={list} mayWrite={mayWrite} onClosed={onClosed} />
    </>
  );
}

function labelOf(photo: Photo, albumName: string, index: number): string {
  const text = photoLabel(photo, { albumName, index });
  return text.startsWith(albumName) ? text : `${text}, ${albumName}`;
}

/** The album of a found photo. Until the albums are loaded, its slug is used instead of its name. */
function albumFinder({ photos }: SearchResponse, albums: readonly Album[]) {
  const ids = new Map(photos.map(({ albumSlug, albumId }) => [albumSlug, albumId]));
  const names = new Map(Array.from(everyAlbum(albums), ({ slug, name }) => [slug, name]));
  return ({ albumSlug }: Photo) => ({ id: ids.get(albumSlug) ?? '', name: names.get(albumSlug) ?? albumSlug });
}

/** Searches for a text. The response to an older text never replaces the one to a newer text. */
function useFound(text: string): Found {
  const load = useAdminResource(
    useCallback((token: string) => search(token, text), [text]),
    { reloadOn: reloadAfterEdits },
  );
  const { data } = load;
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  const edits = usePendingEdits();
  const photos = useMemo(
    () => (last?.photos ?? []).flatMap((photo) => photosWithEdits([photo], photo.albumId, edits)),
    [last, edits],
  );
  return { load, result: last, photos, isNewest: data !== undefined };
}
