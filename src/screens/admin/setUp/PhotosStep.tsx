import { useEffect, useState } from 'react';
import { createAlbum } from '#src/api/albums.ts';
import type { Album } from '#contract/schemas/photos.ts';
import { slugFrom } from '#domain/albums/slug.ts';
import { countOf } from '#domain/curation/counts.ts';
import type { StepState } from '#domain/installation/setUpSteps.ts';
import { summaryOf } from '#domain/uploads/uploadState.ts';
import { Button } from '#src/ui/Button.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { adminCall } from '../session/adminCall.ts';
import type { AdminResource } from '../shell/useAdminResource.ts';
import { AddPhotosButton } from '../photos/AddPhotosButton.tsx';
import { useAction } from '../shell/useAction.ts';
import { FileDrop } from '../photos/FileDrop.tsx';
import type { UploadFile } from '../uploads/stored/newDrop.ts';
import { uploadTo, useUploadQueue } from '../uploads/tabUploader.ts';
import { UploadPanel } from '../uploads/UploadPanel.tsx';
import styles from './SetUpScreen.module.css';
import { StepCard } from './StepCard.tsx';

interface Props {
  state: StepState;
  onSkip: (isSkipped: boolean) => void;
  albums: AdminResource<Album[]>;
  /** The number of photos in the library. */
  photos: number;
}

/** An album, and photos dropped into it. */
export function PhotosStep({ state, onSkip, albums, photos }: Props) {
  const album = albums.data?.[0];
  const summary = album && photos > 0 && (
    <div className={styles.summary}>
      <p>
        {countOf(photos, 'photo')} in “{album.name}”{(albums.data?.length ?? 0) > 1 && ' and other albums'}.
      </p>
      <LinkButton to="/admin/photos" size="s">
        Add more
      </LinkButton>
    </div>
  );
  return (
    <StepCard number={1} title="Your photos" state={state} onSkip={onSkip} summary={summary}>
      {album ? <DropPhotos album={album} onStored={albums.reload} /> : <FirstAlbum onMade={albums.reload} />}
    </StepCard>
  );
}

function FirstAlbum({ onMade }: { onMade: () => Promise<void> }) {
  const [name, setName] = useState('');
  const { busy, failure, setFailure, run } = useAction();
  const make = async () => {
    await adminCall((token) => createAlbum(token, { name: name.trim(), slug: slugFrom(name) || 'photos' }));
    await onMade();
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') void run(make);
      }}
    >
      <TextField
        className={styles.field}
        label="Name of your first album"
        autoComplete="off"
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setFailure(undefined);
        }}
        hint="Such as “Family” or “Summer”."
        error={failure}
      />
      <Button type="submit" variant="primary" disabled={busy || name.trim() === ''}>
        Make the album
      </Button>
    </form>
  );
}

function DropPhotos({ album, onStored }: { album: Album; onStored: () => Promise<void> }) {
  const queue = useUploadQueue();
  const summary = summaryOf(queue, album.id);
  const [problem, setProblem] = useState<string>();
  const isOver = summary.state !== undefined && summary.state.status !== 'progress';
  useEffect(() => {
    if (isOver) void onStored();
  }, [isOver, onStored]);

  const upload = (files: UploadFile[] | undefined) => {
    const isEmpty = files === undefined || files.length === 0;
    setProblem(isEmpty ? 'There is nothing in this that can be uploaded.' : undefined);
    if (!isEmpty) uploadTo([{ album, files }]);
  };
  return (
    <>
      <FileDrop albumName={album.name} onDropped={upload} />
      <UploadPanel albumId={album.id} summary={summary} pausing={queue.pausing} />
      {summary.state === undefined && (
        <div className={styles.drop}>
          <p>
            Drop photos anywhere on this page, for <strong>{album.name}</strong>.
          </p>
          <AddPhotosButton onFiles={(files) => upload(files.map((file) => ({ file, path: [] })))}>
            Choose photos
          </AddPhotosButton>
          {problem !== undefined && <p role="alert">{problem}</p>}
        </div>
      )}
    </>
  );
}
