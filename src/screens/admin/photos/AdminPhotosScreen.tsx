import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { fetchAlbums } from '../../../api/albums.ts';
import type { Album } from '../../../contract/entities.ts';
import { findAlbum } from '../../../domain/albums/albumTree.ts';
import { MESSAGES } from '../../../domain/messages.ts';
import { mayPass } from '../../../domain/access/permissions.ts';
import { useStoredUser } from '../../../session/storedUser.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { Message } from '../../../ui/Message.tsx';
import { LoadFailureMessage } from '../frame/LoadFailureMessage.tsx';
import { tabUploader } from '../uploads/tabUploader.ts';
import { useAdminResource } from '../frame/useAdminResource.ts';
import { AlbumsSection } from './AlbumsSection.tsx';
import styles from './AdminPhotosScreen.module.css';
import { FileDrop } from './FileDrop.tsx';
import { NewAlbumDialog } from './NewAlbumDialog.tsx';
import { PhotosSection } from './PhotosSection.tsx';
import { SectionHead } from './Section.tsx';
import { useNewAlbumDialog } from './useNewAlbumDialog.ts';

const loadAlbums = (token: string) => fetchAlbums({ token });

/** Shown at /admin/photos and at /admin/photos/{slug}, so that going from one to the other reloads no albums. */
export function AdminPhotosScreen() {
  const { slug } = useParams({ strict: false });
  const albums = useAdminResource(loadAlbums);
  const mayWrite = mayPass(useStoredUser()?.permissions ?? [], ['photos:write']);
  const album = slug === undefined ? undefined : findAlbum(albums.data ?? [], slug);
  const dialog = useNewAlbumDialog();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<{ text: string; at: Album | undefined }>();

  const upload = (files: File[] | undefined) => {
    const text = problemWith(files, album);
    setProblem(text === undefined ? undefined : { text, at: album });
    if (album && files && files.length > 0) tabUploader.add(album, files);
  };

  const onCreated = async (created: Album) => {
    await albums.reload();
    await navigate({ to: '/admin/photos/$slug', params: { slug: created.slug }, replace: true });
  };

  return (
    <>
      <h1 className={styles.title}>Photo Management</h1>
      <LoadFailureMessage text={MESSAGES.albumsFailed} load={albums} />
      {problem && problem.at?.id === album?.id && <Message kind="error">{problem.text}</Message>}
      {slug !== undefined && albums.data && !album && (
        <Message kind="error">{MESSAGES.albumWithSlugNotFound(slug)}</Message>
      )}
      {album && <AlbumHead album={album} />}
      <AlbumsSection load={albums} shown={album ? album.childAlbums : albums.data} mayWrite={mayWrite} />
      {album && <PhotosSection key={album.id} album={album} mayWrite={mayWrite} onFiles={upload} />}
      {dialog.open && mayWrite && albums.data && (
        <NewAlbumDialog key={`in-${album?.id}`} parent={album} onClose={dialog.close} onCreated={onCreated} />
      )}
      <FileDrop albumName={album?.name} onDropped={mayWrite ? upload : undefined} />
    </>
  );
}

function problemWith(files: File[] | undefined, album: Album | undefined): string | undefined {
  if (!album) return MESSAGES.selectAlbumFirst;
  if (!files) return 'What you dropped cannot be read, so nothing of it is uploaded.';
  return files.length === 0 ? 'There are no files in what you dropped.' : undefined;
}

function AlbumHead({ album }: { album: Album }) {
  return (
    <SectionHead title={album.name}>
      {album.parentSlug === undefined ? (
        <LinkButton to="/admin/photos" activeOptions={{ exact: true }} size="s">
          ↑ Go Up a Level
        </LinkButton>
      ) : (
        <LinkButton to="/admin/photos/$slug" params={{ slug: album.parentSlug }} size="s">
          ↑ Go Up a Level
        </LinkButton>
      )}
    </SectionHead>
  );
}
