import { useEffect, useState } from 'react';
import { createAlbum } from '#src/shared/api/albums.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { everyAlbum } from '#domain/albums/albumTree.ts';
import { slugFrom } from '#domain/albums/slug.ts';
import { countOf } from '#domain/curation/counts.ts';
import type { StepState } from '#domain/setUp/setUpSteps.ts';
import { arrivedPhotos } from '#domain/uploads/uploadQueue.ts';
import { summaryOf } from '#domain/uploads/uploadState.ts';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import { LinkButton } from '#src/shared/ui/LinkButton.tsx';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { PhotoStrip } from '#src/admin/startPage/PhotoStrip.tsx';
import { useOverview } from '#src/admin/startPage/useOverview.ts';
import type { AdminResource } from '#src/admin/shell/useAdminResource.ts';
import { AddPhotosButton } from '#src/admin/photos/AddPhotosButton.tsx';
import { Filled } from '#src/admin/shell/Filled.tsx';
import { useAction } from '#src/admin/shell/useAction.ts';
import { FileDrop } from '#src/admin/photos/FileDrop.tsx';
import { waysToAdd } from '#src/admin/photos/slots.ts';
import type { UploadFile } from '#src/admin/uploads/stored/uploadStore.ts';
import { uploadTo, useUploadQueue } from '#src/admin/uploads/tabUploader.ts';
import { UploadNotes } from '#src/admin/uploads/UploadNotes.tsx';
import { UploadPanel } from '#src/admin/uploads/UploadPanel.tsx';
import styles from './SetUpScreen.module.css';
import { StepCard } from './StepCard.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { TextLink } from '#src/shared/ui/text/TextLink.tsx';

/** One row on a desktop. */
const STRIP_PHOTOS = 8;

interface Props {
  state: StepState;
  onSkip: (isSkipped: boolean) => void;
  albums: AdminResource<Album[]>;
  /** The number of photos in the library. */
  photos: number;
}

/** An album, and photos dropped into it. */
export function PhotosStep({ state, onSkip, albums, photos }: Props) {
  const all = [...everyAlbum(albums.data ?? [])];
  const filled = all.filter(({ photoCount = 0 }) => photoCount > 0);
  const album = filled[0] ?? all[0];
  const { items } = useUploadQueue();
  const summary = album && photos > 0 && (
    <>
      <Row gap={3} justify="between">
        <p>
          {countOf(photos, 'photo')} in “{album.name}”{filled.length > 1 && ' and other albums'}.
        </p>
        <LinkButton to="/admin/photos" size="s">
          Add more
        </LinkButton>
      </Row>
      <StoredPhotos count={photos} />
      <UploadNotes items={items} />
    </>
  );
  return (
    <StepCard number={1} title="Your photos" state={state} onSkip={onSkip} summary={summary}>
      {album ? <AlbumUploads album={album} onStored={albums.reload} /> : <FirstAlbum onMade={albums.reload} />}
    </StepCard>
  );
}

/** Creates the first album when photos are added. Its one field has a proposed name. */
function FirstAlbum({ onMade }: { onMade: () => Promise<void> }) {
  const [name, setName] = useState('Family');
  const { failure, setFailure, run } = useAction();
  const upload = (files: UploadFile[]) =>
    run(async () => {
      const payload = { name: name.trim(), slug: slugFrom(name) || 'photos' };
      const album = await adminCall((token) => createAlbum(token, payload));
      uploadTo([{ album, files }]);
      await onMade();
    });
  return (
    <>
      <TextField
        label="Name of your first album"
        autoComplete="off"
        value={name}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={(event) => {
          setName(event.target.value);
          setFailure(undefined);
        }}
        error={failure ?? (name.trim() === '' && 'An album needs a name.')}
      />
      <PhotosDrop name={name.trim()} onFiles={(files) => void upload(files)} />
      <OtherWays />
    </>
  );
}

/** Takes photos dropped anywhere on the page, or chosen on the device; none while the album has no name. */
function PhotosDrop({ name, onFiles }: { name: string; onFiles: (files: UploadFile[]) => void }) {
  const [problem, setProblem] = useState<string>();
  const take = (files: UploadFile[] = []) => {
    setProblem(files.length === 0 ? 'Nothing here can be uploaded.' : undefined);
    if (files.length > 0 && name !== '') onFiles(files);
  };
  return (
    <>
      <FileDrop hint={`Drop to add to “${name}”`} onDropped={name === '' ? undefined : take} />
      <div className={styles.drop}>
        <p>
          Drop photos anywhere on this page, for <strong dir="auto">{name}</strong>.
        </p>
        <AddPhotosButton onFiles={(files) => take(files.map((file) => ({ file, path: [] })))}>
          Choose photos
        </AddPhotosButton>
        {problem !== undefined && <p role="alert">{problem}</p>}
      </div>
    </>
  );
}

function StoredPhotos({ count }: { count: number }) {
  const { data, hasSettled } = useOverview();
  return <PhotoStrip photos={data?.library?.recent ?? []} pending={hasSettled ? 0 : Math.min(STRIP_PHOTOS, count)} />;
}

function AlbumUploads({ album, onStored }: { album: Album; onStored: () => Promise<void> }) {
  const queue = useUploadQueue();
  const summary = summaryOf(queue, album.id);
  const arrived = arrivedPhotos(queue.arrived, album.id);
  const isOver = summary.state !== undefined && summary.state.status !== 'progress';
  useEffect(() => {
    if (isOver) void onStored();
  }, [isOver, onStored]);
  return (
    <>
      <UploadPanel albumId={album.id} summary={summary} pausing={queue.pausing} />
      <PhotoStrip photos={arrived.slice(-STRIP_PHOTOS)} />
      {summary.state === undefined && (
        <PhotosDrop name={album.name} onFiles={(files) => uploadTo([{ album, files }])} />
      )}
    </>
  );
}

/** Other ways to add photos than dropping them here. */
function OtherWays() {
  return (
    <Stack as="ul" gap={2} className={styles.sources} aria-label="Where photos come from">
      <li>
        <strong>From this computer:</strong> drop or choose them here.
      </li>
      <Filled slot={waysToAdd} />
      <li>
        <TextLink to="/admin/photos">From Google</TextLink>: unpack its Takeout, and drop the folder on Photos.
      </li>
    </Stack>
  );
}
