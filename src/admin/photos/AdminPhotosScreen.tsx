import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Album } from '#contract/photos/schemas.ts';
import { albumsAbove, findAlbum } from '#domain/albums/albumTree.ts';
import { MESSAGES } from '#domain/messages.ts';
import { mayPass } from '#domain/access/permissions.ts';
import { useStoredUser } from '#src/shared/session/storedUser.ts';
import { Message } from '#src/shared/ui/Message.tsx';
import { PhotosSection } from './PhotosSection.tsx';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { FolderQuestion } from '#src/admin/uploads/folders/FolderQuestion.tsx';
import { useDroppedFolders } from '#src/admin/uploads/folders/useDroppedFolders.ts';
import area from './PhotosArea.module.css';
import { AlbumHead, AlbumPath } from '#src/admin/albums/AlbumHead.tsx';
import { useAlbumRequests } from '#src/admin/albums/useAlbumRequests.tsx';
import type { UploadFile } from '#src/admin/uploads/stored/uploadStore.ts';
import { uploadTo } from '#src/admin/uploads/tabUploader.ts';
import { AlbumsSection } from './AlbumsSection.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import styles from './AdminPhotosScreen.module.css';
import { useAlbumRights } from '#src/admin/shell/ownAccount.ts';
import { useAlbums } from '#src/admin/edits/useAlbums.ts';
import { FileDrop } from './FileDrop.tsx';
import { NewAlbumDialog, useNewAlbumDialog } from './NewAlbumDialog.tsx';
import { useAlbumPhotos } from './useAlbumPhotos.ts';
import { AdminTitle } from '#src/admin/shell/Section.tsx';
import { Filled } from '#src/admin/shell/Filled.tsx';
import { libraryLinks, librarySections } from './slots.ts';

/** Shown at /admin/photos and at /admin/photos/{slug}, so that navigating between them reloads no albums. */
export function AdminPhotosScreen() {
  const { slug } = useParams({ strict: false });
  const load = useAlbums();
  const rights = useAlbumRights();
  // The person's actions are shown together with the albums, which they would push around.
  const albums = rights && load.data;
  const mayWrite = mayPass(useStoredUser()?.permissions ?? [], ['photos:write']);
  const album = slug === undefined ? undefined : findAlbum(albums ?? [], slug);
  const content = useAlbumPhotos(album);
  const dialog = useNewAlbumDialog();
  const navigate = useNavigate();
  const requests = useAlbumRequests(albums, album, rights);
  useCurrentAddress(slug, album);
  const hasPhotos = (content.shown?.length ?? album?.photoCount ?? 0) > 0;

  const mayAddAlbums = rights?.mayWrite === true && (album !== undefined || rights.mayChangeTop);
  const { upload, problem } = useUploadTo(album);
  const folders = useDroppedFolders(album, { upload, mayAddAlbums });

  const onCreated = async (created: Album) => {
    await load.reload();
    await navigate({ to: '/admin/photos/$slug', params: { slug: created.slug }, replace: true });
  };

  return (
    <>
      <AdminTitle>{album ? `${album.name} – Photos` : 'Photos'}</AdminTitle>
      <PhotosHead slug={slug} above={album ? albumsAbove(albums ?? [], album) : []} mayWrite={mayWrite} />
      <LoadFailureMessage text={MESSAGES.albumsFailed} load={load} />
      {problem !== undefined && <Message kind="error">{problem}</Message>}
      {slug !== undefined && albums && !album && <Message kind="error">{MESSAGES.albumWithSlugNotFound(slug)}</Message>}
      {album && <AlbumHead album={album} actions={requests.actions} />}
      <AlbumsSection
        isBelowMore={slug !== undefined}
        load={load}
        parent={album}
        shown={album ? album.childAlbums : albums}
        isAlone={!album || !hasPhotos}
        actions={requests.actions}
        rights={rights}
      />
      {mayWrite && albums && !album && <Filled slot={librarySections} />}
      {album && albums && (
        <PhotosSection
          key={album.id}
          {...{ album, content, mayWrite, hasPhotos }}
          albums={albums}
          onFiles={(files) => upload(files.map((file) => ({ file, path: [] })))}
        />
      )}
      {requests.dialog}
      {dialog.open && mayAddAlbums && albums && (
        <NewAlbumDialog key={`in-${album?.id}`} parent={album} {...dialog.address} onCreated={onCreated} />
      )}
      <FileDrop hint={dropHint(album, mayAddAlbums)} onDropped={mayWrite ? folders.take : undefined} />
      {folders.dropped && <FolderQuestion files={folders.dropped} album={album} {...folders.answers} />}
    </>
  );
}

/** Uploads files to the open album, and says why they are not uploaded for as long as it is open. */
function useUploadTo(album: Album | undefined) {
  const [problem, setProblem] = useState<{ text: string; at: Album | undefined }>();
  const upload = (files: UploadFile[] | undefined) => {
    const text = problemWith(files, album);
    setProblem(text === undefined ? undefined : { text, at: album });
    if (album && files && files.length > 0) uploadTo([{ album, files }]);
  };
  return { upload, problem: problem?.at?.id === album?.id ? problem?.text : undefined };
}

function dropHint(album: Album | undefined, mayAddAlbums: boolean): string {
  if (album) return `Drop to add to “${album.name}”`;
  return mayAddAlbums ? 'Drop folders to make albums of them' : MESSAGES.selectAlbumFirst;
}

function problemWith(files: UploadFile[] | undefined, album: Album | undefined): string | undefined {
  if (!album) return MESSAGES.selectAlbumFirst;
  if (!files) return 'The dropped files cannot be read, so nothing was uploaded.';
  return files.length === 0 ? 'You dropped no files.' : undefined;
}

interface HeadProps {
  slug: string | undefined;
  /** The albums above the open one. */
  above: readonly Album[];
  mayWrite: boolean;
}

/** The title of the page; in an album it is the beginning of the path to it. */
function PhotosHead({ slug, above, mayWrite }: HeadProps) {
  // The title for people who may only look.
  const title = mayWrite ? 'Photo Management' : 'Photos';
  return (
    <Row gap={4} lineGap={2} justify="between" className={`${area.head} ${styles.head}`}>
      {slug === undefined ? <Heading level={1}>{title}</Heading> : <AlbumPath title={title} above={above} />}
      {mayWrite && (
        <Row gap={0} align="stretch" className={styles.places}>
          <Filled slot={libraryLinks} isTop={slug === undefined} />
        </Row>
      )}
    </Row>
  );
}

/** Replaces a former address of an album by its present one. */
function useCurrentAddress(slug: string | undefined, album: Album | undefined): void {
  const navigate = useNavigate();
  const present = album?.slug;
  useEffect(() => {
    if (slug === undefined || present === undefined || present === slug) return;
    void navigate({
      to: '/admin/photos/$slug',
      params: { slug: present },
      search: (search) => search,
      replace: true,
      resetScroll: false,
    });
  }, [slug, present, navigate]);
}
